import { expect, jest, test } from '@jest/globals'
import { resourceQuota } from '../../src/admission/index.js'
import { defineResource, ResourceCatalog } from '../../src/resources/index.js'
import { testPlane } from '../../src/testing/index.js'
import { kinds } from '../admission/kinds.js'

/** Thousands of types, where work for each of them that searches all of them takes seconds. */
const COUNT = 60
const types = Array.from({ length: COUNT }, (_, i) =>
  defineResource({ group: 'many.example.com', kind: `T${i}`, plural: `t${i}`, versions: [{ name: 'v1' }] }),
)

test('a quota that counts every type does not search all types for each of them', async () => {
  const plane = await testPlane({ resources: [...kinds, ...types], admission: [resourceQuota()] })
  const of = (group: string, kind: string) => plane.client().resource({ group, version: 'v1', kind }).namespace('default')
  await of('', 'ConfigMap').create({ metadata: { name: 'first' } } as never)
  const searches = jest.spyOn(ResourceCatalog.prototype, 'all')
  const hard = Object.fromEntries(types.map(({ names }) => [`count/${names.plural}.many.example.com`, '1']))
  const quotas = of('', 'ResourceQuota')
  await quotas.create({ metadata: { name: 'q' }, spec: { hard } } as never)
  for (const { names } of types) await of('many.example.com', names.kind).create({ metadata: { name: 'a' } } as never)
  await plane.settled()
  expect(searches.mock.calls.length).toBeLessThan(COUNT / 2)
  searches.mockRestore()
  const { status } = (await quotas.get('q')) as { status?: { used?: object } }
  expect(status?.used).toEqual(Object.fromEntries(Object.keys(hard).map((name) => [name, '1'])))
  await plane.close()
})

test('defining types, and writing objects of several versions, does not search all types', async () => {
  const plane = await testPlane({ resources: kinds })
  const of = (group: string, version: string, kind: string) => plane.client().resource({ group, version, kind })
  const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } }
  const versions = ['v1', 'v2'].map((name) => ({ name, served: true, storage: name === 'v1', schema }))
  const definitions = of('apiextensions.platform.io', 'v1', 'CustomResourceDefinition')
  const define = (i: number) => {
    const names = { plural: `t${i}`, kind: `T${i}` }
    const spec = { group: 'many.example.com', scope: 'Cluster', names, versions }
    return definitions.create({ metadata: { name: `t${i}.many.example.com` }, spec } as never)
  }
  const searches = jest.spyOn(ResourceCatalog.prototype, 'all')
  for (let i = 0; i < COUNT; i++) await define(i)
  // Each of them takes the names that others have in its group once.
  expect(searches.mock.calls.length).toBeLessThan(COUNT * 1.5)
  searches.mockClear()
  for (let i = 0; i < COUNT; i++) {
    await of('many.example.com', 'v1', `T${i}`).create({ metadata: { name: 'a' }, spec: { n: 1 } } as never)
    await of('many.example.com', 'v2', `T${i}`).patch('a', { merge: { spec: { n: 2 } } })
  }
  expect(searches.mock.calls.length).toBeLessThan(COUNT / 2)
  searches.mockRestore()
  await plane.close()
})
