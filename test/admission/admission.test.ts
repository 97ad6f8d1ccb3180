import { describe, expect, test } from '@jest/globals'
import { type AdmissionAttributes, createAdmission } from '../../src/admission/index.js'

const attributes: AdmissionAttributes = {
  operation: 'CREATE',
  group: '',
  version: 'v1',
  resource: 'configmaps',
  kind: 'ConfigMap',
  subresource: '',
  namespace: 'default',
  name: 'a',
  user: { username: 'jane', groups: [] },
  dryRun: false,
  object: Object.freeze({ apiVersion: 'v1', kind: 'ConfigMap', metadata: Object.freeze({ name: 'a' }) }),
  oldObject: undefined,
  warn: () => {},
}

describe('createAdmission', () => {
  test('hands back the very same object when nobody changes it', async () => {
    const admission = createAdmission([{ name: 'looker', mutate: () => {} }])
    expect(await admission.mutate(attributes)).toBe(attributes.object)
  })

  test('gives each plugin what the one before left, and freezes the end', async () => {
    const seen: unknown[] = []
    const label = (value: string) => ({
      name: value,
      mutate: (object: { metadata: { labels?: Record<string, string> } }, { object: before }: AdmissionAttributes) => {
        seen.push(before?.metadata.labels)
        object.metadata.labels = { value }
      },
    })
    const end = await createAdmission([label('one'), label('two')]).mutate(attributes)
    expect(seen).toEqual([undefined, { value: 'one' }])
    expect(end?.metadata.labels).toEqual({ value: 'two' })
    expect(Object.isFrozen(end?.metadata.labels)).toBe(true)
    expect(attributes.object?.metadata.labels).toBeUndefined()
  })

  test('waits for plugins that take their time', async () => {
    const admission = createAdmission([
      {
        name: 'slow',
        mutate: async (object) => {
          await Promise.resolve()
          object.metadata.annotations = { late: 'yes' }
        },
      },
    ])
    expect((await admission.mutate(attributes))?.metadata.annotations).toEqual({ late: 'yes' })
  })

  test('treats a key such as __proto__ as data', async () => {
    const labels = JSON.parse('{ "__proto__": "mine" }') as Record<string, string>
    const object = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', labels } }
    const admission = createAdmission([
      {
        name: 'more',
        mutate: (draft) => {
          draft.metadata.labels = { ...draft.metadata.labels, more: 'x' }
        },
      },
    ])
    const end = await admission.mutate({ ...attributes, object })
    expect(JSON.stringify(end?.metadata.labels)).toBe('{"__proto__":"mine","more":"x"}')
  })

  test('asks nobody about what they do not handle', async () => {
    const handles = ({ resource }: AdmissionAttributes) => resource === 'secrets'
    const fail = () => {
      throw new Error('asked')
    }
    const admission = createAdmission([{ name: 'other', handles, mutate: fail, validate: fail, sideEffects: 'Some' }])
    expect(await admission.mutate({ ...attributes, dryRun: true })).toBe(attributes.object)
    await expect(admission.validate({ ...attributes, dryRun: true })).resolves.toBeUndefined()
  })

  test('stops at the first who refuses', async () => {
    const asked: string[] = []
    const judge = (name: string, refuses: boolean) => ({
      name,
      validate: () => {
        asked.push(name)
        if (refuses) throw new Error(name)
      },
    })
    const admission = createAdmission([judge('first', false), judge('second', true), judge('third', false)])
    await expect(admission.validate(attributes)).rejects.toThrow('second')
    expect(asked).toEqual(['first', 'second'])
  })
})
