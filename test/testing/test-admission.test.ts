import { expect, test } from '@jest/globals'
import { testAdmission } from '../../src/public/testing.js'
import { type AdmissionPlugin, admissionDenied, configMapRule } from './admission-rule.js'

const configMap = (labels: Record<string, string> = {}, name = 'a') => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name, namespace: 'default', labels },
})

test('returns what a plugin makes of a new object, and its warnings', async () => {
  const outcome = await testAdmission(configMapRule(), { object: configMap(), user: 'eve' })
  expect(outcome).toEqual({
    allowed: true,
    status: undefined,
    object: { ...configMap(), metadata: { ...configMap().metadata, labels: { owner: 'eve' } } },
    patch: [{ op: 'add', path: '/metadata/labels/owner', value: 'eve' }],
    warnings: ['an owner was added'],
    auditAnnotations: { owner: 'eve' },
  })
})

test('returns the refusal of a plugin', async () => {
  const outcome = await testAdmission(configMapRule(), {
    object: configMap({ owner: 'b' }),
    oldObject: configMap({ owner: 'a' }),
  })
  expect(outcome).toMatchObject({
    allowed: false,
    status: { code: 403, message: 'configmaps "a" is forbidden: the owner stays' },
  })
})

test('an old object without a new one is a DELETE', async () => {
  const plugin: AdmissionPlugin = {
    name: 'keep',
    validate(attributes) {
      if (attributes.operation === 'DELETE') throw admissionDenied(attributes, 'it stays')
    },
  }
  expect((await testAdmission(plugin, { oldObject: configMap() })).allowed).toBe(false)
  expect((await testAdmission(plugin, { object: configMap() })).allowed).toBe(true)
})

test('a plugin looks things up in the plane of the test', async () => {
  const plugin = (): AdmissionPlugin => {
    let find: ((name: string) => unknown) | undefined
    return {
      name: 'unique',
      start({ objects }) {
        find = (name) => objects.get({ group: '', resource: 'configmaps' }, name, 'default')
      },
      validate(attributes) {
        if (find?.('taken')) throw admissionDenied(attributes, 'taken')
      },
    }
  }
  expect((await testAdmission(plugin(), { object: configMap() })).allowed).toBe(true)
  const objects = [configMap({}, 'taken')]
  expect((await testAdmission(plugin(), { object: configMap(), plane: { objects } })).allowed).toBe(false)
})

test('an unknown kind needs its resource, and the attributes of the write can be set', async () => {
  const object = { apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'w' } }
  await expect(testAdmission(configMapRule(), { object })).rejects.toThrow('example.com/v1 Widget is unknown')
  const seen: unknown[] = []
  const looking: AdmissionPlugin = {
    name: 'looking',
    validate: ({ group, resource, subresource, dryRun }) => void seen.push({ group, resource, subresource, dryRun }),
  }
  await testAdmission(looking, { object, resource: 'widgets', subresource: 'status', dryRun: true })
  expect(seen).toEqual([{ group: 'example.com', resource: 'widgets', subresource: 'status', dryRun: true }])
  await expect(testAdmission(looking, {})).rejects.toThrow('expected an object')
})

test('an unexpected error of a plugin is thrown', async () => {
  const plugin: AdmissionPlugin = {
    name: 'broken',
    validate() {
      throw new Error('broken')
    },
  }
  await expect(testAdmission(plugin, { object: configMap() })).rejects.toThrow('broken')
})
