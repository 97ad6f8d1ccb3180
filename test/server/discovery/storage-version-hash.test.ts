import { expect, test } from '@jest/globals'
import type { ResourceDefinition } from '../../../src/resources/index.js'
import { storageVersionHash } from '../../../src/server/discovery/storage-version-hash.js'
import { define } from './fake-plane.js'

const type = (group: string, plural: string, kind: string) => define({ group, plural, kind })

test.each([
  [type('', 'configmaps', 'ConfigMap'), 'qFsyl6wFWjQ='],
  [type('', 'pods', 'Pod'), 'xPOwRZ+Yhw8='],
  [type('', 'services', 'Service'), '0/CO1lhkEBI='],
  [type('apps', 'deployments', 'Deployment'), '8aSe+NMegvE='],
])('a type has the hash that Kubernetes publishes for it (%#)', async (definition, hash) => {
  expect(await storageVersionHash(definition)).toBe(hash)
})

const two = define({ group: 'example.com', plural: 'widgets', kind: 'Widget', versions: ['v1', 'v2'] })

test('types with the same stored version have the same hash, and others another one', async () => {
  const view: ResourceDefinition = { ...type('', 'widgets', 'Widget'), storedAs: two.storedAs }
  expect(await storageVersionHash(view)).toBe(await storageVersionHash(two))
  const rewritten = { ...two, storageVersion: 'v2' }
  expect(await storageVersionHash(rewritten)).not.toBe(await storageVersionHash(two))
})

test('virtual types have no hash, nor has a type that does not serve its storage version', async () => {
  const question: ResourceDefinition = { ...type('', 'reviews', 'Review'), review: (object) => object }
  expect(await storageVersionHash(question)).toBeUndefined()
  const unserved = { ...two, versions: two.versions.map((version) => ({ ...version, served: version.name === 'v2' })) }
  expect(await storageVersionHash(unserved)).toBeUndefined()
})
