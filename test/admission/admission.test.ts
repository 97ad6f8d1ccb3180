import { runInNewContext } from 'node:vm'
import { describe, expect, test } from '@jest/globals'
import { type AdmissionAttributes, type AdmissionPlugin, admissionDenied, createAdmission } from '../../src/admission/index.js'
import type { ApiObject } from '../../src/meta/index.js'
import { testPlane } from '../../src/testing/index.js'
import { write } from './support.js'

const attributes = write()
/** Takes a changed object as it is. */
const asIs = (object: ApiObject) => object

describe('createAdmission', () => {
  test('returns the same object when no plugin changes it', async () => {
    const admission = createAdmission([{ name: 'looker', mutate: () => {} }])
    expect(await admission.mutate(attributes, asIs)).toBe(attributes.object)
  })

  test('gives each plugin the result of the one before, and freezes the last one', async () => {
    const seen: unknown[] = []
    const label = (value: string) => ({
      name: value,
      mutate: (object: { metadata: { labels?: Record<string, string> } }, { object: before }: AdmissionAttributes) => {
        seen.push(before?.metadata.labels)
        object.metadata.labels = { value }
      },
    })
    const end = await createAdmission([label('one'), label('two')]).mutate(attributes, asIs)
    expect(seen).toEqual([undefined, { value: 'one' }])
    expect(end?.metadata.labels).toEqual({ value: 'two' })
    expect(Object.isFrozen(end?.metadata.labels)).toBe(true)
    expect(attributes.object?.metadata.labels).toBeUndefined()
  })

  test('waits for plugins that return promises', async () => {
    const admission = createAdmission([
      {
        name: 'slow',
        mutate: async (object) => {
          await Promise.resolve()
          object.metadata.annotations = { late: 'yes' }
        },
      },
    ])
    expect((await admission.mutate(attributes, asIs))?.metadata.annotations).toEqual({ late: 'yes' })
  })

  test('applies a returned JSON patch to the draft with its changes', async () => {
    const admission = createAdmission([
      {
        name: 'patching',
        mutate(draft) {
          draft.metadata.labels = { a: 'draft' }
          return [{ op: 'add', path: '/metadata/labels/b', value: 'patch' }]
        },
      },
      { name: 'late', mutate: async () => [{ op: 'remove', path: '/metadata/labels/a' }] },
    ])
    const end = await admission.mutate(attributes, asIs)
    expect(end?.metadata.labels).toEqual({ b: 'patch' })
    expect(attributes.object?.metadata.labels).toBeUndefined()
  })

  test.each<[string, AdmissionPlugin['mutate'], string]>([
    ['a copy', ((draft: object) => ({ ...draft })) as never, 'an object'],
    ['the draft', ((draft: object) => draft) as never, 'an object'],
    ['text', (() => 'secret') as never, 'a text'],
    ['true', (async () => true) as never, 'true'],
  ])('a mutate that returns %s is told what to do instead', async (_what, mutate, told) => {
    const admission = createAdmission([{ name: 'bad', ...(mutate && { mutate }) }])
    await expect(admission.mutate(attributes, asIs)).rejects.toMatchObject({
      status: {
        code: 500,
        message: `Internal error occurred: admission plugin "bad" failed: its mutate returned ${told}: expected it to change the draft, or to return a JSON patch`,
      },
    })
  })

  test.each([
    [[{ op: 'remove', path: '/absent' }], 'its patch does not fit'],
    [[{ op: 'replace', path: '', value: 1 }], 'what its patch leaves is not an object'],
  ] as const)('a patch %j is the fault of the plugin', async (patch, why) => {
    const admission = createAdmission([{ name: 'bad', mutate: () => patch }])
    await expect(admission.mutate(attributes, asIs)).rejects.toMatchObject({
      status: { code: 500, message: `Internal error occurred: admission plugin "bad" failed: ${why}` },
    })
  })

  test.each(['mutate', 'validate', 'beforeDelete'] as const)(
    'an error of %s that a plugin received from its own client is not passed on to the requester',
    async (phase) => {
      const plane = await testPlane()
      const ask = async () => {
        await plane.client().resource({ group: '', version: 'v1', resource: 'configmaps' }).namespace('default').get('absent')
      }
      const admission = createAdmission([{ name: 'asking', [phase]: ask }])
      const write = { ...attributes, operation: phase === 'beforeDelete' ? 'DELETE' : 'CREATE' } as const
      const asked = phase === 'validate' ? admission.validate(write) : admission.mutate(write, asIs)
      await expect(asked).rejects.toMatchObject({
        status: { code: 500, message: 'Internal error occurred: admission plugin "asking" failed: a request of its own failed' },
        cause: { status: { code: 404 } },
      })
      await plane.close()
    },
  )

  test('a refusal by the plugin itself reaches the requester, whatever its client received before', async () => {
    const plane = await testPlane()
    const maps = plane.client().resource({ group: '', version: 'v1', resource: 'configmaps' }).namespace('default')
    const admission = createAdmission([
      {
        name: 'asking',
        async validate(about) {
          await maps.get('absent').catch(() => {
            throw admissionDenied(about, 'there is no such thing')
          })
        },
      },
    ])
    await expect(admission.validate(attributes)).rejects.toMatchObject({ status: { code: 403 } })
    await plane.close()
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
    const end = await admission.mutate({ ...attributes, object }, asIs)
    expect(JSON.stringify(end?.metadata.labels)).toBe('{"__proto__":"mine","more":"x"}')
  })

  test('does not call plugins for writes that they do not handle', async () => {
    const handles = ({ resource }: AdmissionAttributes) => resource === 'secrets'
    const fail = () => {
      throw new Error('asked')
    }
    const admission = createAdmission([{ name: 'other', handles, mutate: fail, validate: fail, sideEffects: 'Some' }])
    expect(await admission.mutate({ ...attributes, dryRun: true }, asIs)).toBe(attributes.object)
    await expect(admission.validate({ ...attributes, dryRun: true })).resolves.toBeUndefined()
  })

  test('stops at the first plugin that refuses', async () => {
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

  test('waits for a promise of another realm, which may refuse', async () => {
    const Foreign = runInNewContext('Promise') as PromiseConstructor
    const validate = () => Foreign.reject<void>(new Error('later'))
    const refusal = createAdmission([{ name: 'own', validate }]).validate(attributes)
    await expect(refusal).rejects.toMatchObject({ cause: { message: 'later' } })
  })

  test.each([
    ['an error', new Error('the secret is 42')],
    ['a value of type string', 'the secret is 42'],
    ['a value of type undefined', undefined],
  ])('names the plugin that threw %s, and shows only the log what it was', async (what, thrown) => {
    for (const plugin of [
      {
        name: 'own',
        validate() {
          throw thrown
        },
      },
      { name: 'own', validate: () => Promise.reject(thrown) },
    ]) {
      const error = await createAdmission([plugin])
        .validate(attributes)
        .catch((caught: unknown) => caught)
      expect(error).toMatchObject({
        status: { code: 500, message: `Internal error occurred: admission plugin "own" failed: it threw ${what}` },
        ...(thrown !== undefined && { cause: thrown }),
      })
    }
  })

  test.each([[false], ['no']])('takes %j of validate for a mistake, and not for consent', async (verdict) => {
    for (const validate of [() => verdict, async () => verdict]) {
      const plugin = { name: 'own', validate } as unknown as AdmissionPlugin
      await expect(createAdmission([plugin]).validate(attributes)).rejects.toThrow(
        'admission plugin "own" failed: its validate returned a verdict: expected it to throw admissionDenied',
      )
    }
  })

  test('lets validate return what an expression gives', async () => {
    const plugin = { name: 'own', validate: () => 3 } as unknown as AdmissionPlugin
    await expect(createAdmission([plugin]).validate(attributes)).resolves.toBeUndefined()
  })

  test('an object with a field called then is an object', async () => {
    const object = { ...attributes.object, ...(JSON.parse('{"then":"x"}') as object) } as ApiObject
    const admission = createAdmission([{ name: 'same', mutate: () => {} }])
    expect(await admission.mutate({ ...attributes, object }, asIs)).toBe(object)
  })

  test('shows the next plugin the result of the previous change', async () => {
    const seen: unknown[] = []
    const admission = createAdmission([
      {
        name: 'changes',
        mutate: (draft) => {
          draft.metadata.labels = { a: 'b' }
        },
      },
      { name: 'looks', mutate: (_draft, { object }) => void seen.push(object?.defaulted) },
    ])
    await admission.mutate(attributes, (object) => ({ ...object, defaulted: 'yes' }))
    expect(seen).toEqual(['yes'])
  })

  test('tells in advance whether any plugin handles a write', () => {
    const admission = createAdmission([{ name: 'secrets', handles: ({ resource }) => resource === 'secrets', mutate: () => {} }])
    expect(admission.concernsMutation(attributes)).toBe(false)
    expect(admission.concernsMutation(write({ resource: 'secrets' }))).toBe(true)
    expect(admission.concernsValidation(write({ resource: 'secrets' }))).toBe(false)
  })

  test('starts plugins in order, and stops those that have a stop method', async () => {
    const log: string[] = []
    const starting = (name: string, stops: boolean): AdmissionPlugin => ({
      name,
      start: async () => {
        log.push(`start ${name}`)
        if (stops) return () => void log.push(`stop ${name}`)
      },
    })
    const stop = await createAdmission([starting('one', true), starting('two', false)]).start({} as never)
    stop()
    expect(log).toEqual(['start one', 'start two', 'stop one'])
  })

  test('stops the plugins before one that does not start', async () => {
    const log: string[] = []
    const good: AdmissionPlugin = { name: 'good', start: () => () => void log.push('stopped') }
    const bad: AdmissionPlugin = { name: 'bad', start: () => Promise.reject(new Error('no')) }
    await expect(createAdmission([good, bad]).start({} as never)).rejects.toThrow('no')
    expect(log).toEqual(['stopped'])
  })
})

describe('the second pass', () => {
  /** A plugin with named parts, each of which adds itself to a list when its turn comes. */
  const parts = (name: string, ids: readonly string[], changes: (id: string, round: number) => boolean): AdmissionPlugin => ({
    name,
    async transform({ object }, phase) {
      let state = object as ApiObject
      const reinvocation = phase.reinvocation(name)
      reinvocation.begin(state, phase.round)
      for (const id of ids) {
        if (!reinvocation.includes(id, phase.round)) continue
        const called = [...((state.called as string[]) ?? []), `${phase.round}${id}`]
        if (changes(id, phase.round)) {
          state = { ...state, called }
          reinvocation.changed()
        } else log.push(`${phase.round}${id}`)
        reinvocation.called(id)
      }
      reinvocation.end(state)
      return state
    },
  })
  let log: string[] = []

  test('does not come when nothing is changed', async () => {
    log = []
    await createAdmission([parts('p', ['a', 'b'], () => false)]).mutate(attributes, asIs)
    expect(log).toEqual(['0a', '0b'])
  })

  test('calls those again that were called before the change, and not those after it', async () => {
    log = []
    await createAdmission([parts('p', ['a', 'b', 'c'], (id, round) => id === 'b' && round === 0)]).mutate(attributes, asIs)
    expect(log).toEqual(['0a', '0c', '1a'])
  })

  test('calls the parts of a plugin again when the second pass of another changed the object', async () => {
    log = []
    const first = parts('first', ['a'], (_id, round) => round === 1)
    const second = parts('second', ['x', 'y'], (id, round) => id === 'x' && round === 0)
    await createAdmission([first, second]).mutate(attributes, asIs)
    // x changed the object after a, so a runs again; a changes it then, so all of second runs again.
    expect(log).toEqual(['0a', '0y', '1x', '1y'])
  })

  test('is the last, whatever changes in it', async () => {
    log = []
    let changes = 0
    const restless = parts('p', ['a', 'b'], () => ++changes > 0)
    await createAdmission([restless]).mutate(attributes, asIs)
    expect(changes).toBeLessThanOrEqual(4)
  })
})
