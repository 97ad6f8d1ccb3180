import { expect, test } from '@jest/globals'
import type { Client, ResourceType } from '../../../src/client/index.js'
import { OwnerGraph, type OwnerNode } from '../../../src/controllers/garbage/owner-graph.js'
import { Owners } from '../../../src/controllers/garbage/owners.js'
import { ApiError, type OwnerReference } from '../../../src/meta/index.js'

const TYPE: ResourceType = { group: '', version: 'v1', resource: 'configmaps', kind: 'ConfigMap', namespaced: true }

/** A plane without objects, and what it was asked. */
function emptyPlane() {
  const asked: string[] = []
  const objects = {
    type: async () => TYPE,
    namespace: () => objects,
    get: async (name: string) => {
      asked.push(name)
      throw new ApiError({ code: 404, reason: 'NotFound', message: 'no such object' })
    },
    list: async () => ({ items: [] }),
  }
  return { client: { resource: () => objects } as unknown as Client, asked }
}

const dependent: OwnerNode = {
  uid: 'dependent',
  state: 'alive',
  address: { type: TYPE, namespace: 'default', name: 'dependent' },
  owners: [],
  dependents: new Set(),
  isDeleting: false,
  finalization: undefined,
}
const referenceOf = (i: number, uid = `u${i}`): OwnerReference => ({ apiVersion: 'v1', kind: 'ConfigMap', name: `n${i}`, uid })

/** Asks twice, as a look at an object does. */
async function askTwice(references: readonly OwnerReference[]): Promise<readonly string[]> {
  const { client, asked } = emptyPlane()
  const owners = new Owners(client, new OwnerGraph(() => {}))
  const states = new Set<string>()
  for (const reference of [...references, ...references]) states.add(await owners.stateOf(reference, dependent))
  expect(states).toEqual(new Set(['absent']))
  return asked
}

test('each owner that is gone is asked for once, though an object names as many as it may', async () => {
  const asked = await askTwice(Array.from({ length: 13_000 }, (_, i) => referenceOf(i)))
  expect(asked).toHaveLength(13_000)
})

test('the most recently requested are cached, within a bound', async () => {
  const { client, asked } = emptyPlane()
  const owners = new Owners(client, new OwnerGraph(() => {}))
  for (let i = 0; i < 25_000; i++) await owners.stateOf(referenceOf(i), dependent)
  for (let i = 24_999; i > 10_000; i--) await owners.stateOf(referenceOf(i), dependent)
  expect(asked).toHaveLength(25_000)
})

test('a uid of any length is not remembered', async () => {
  expect(await askTwice([referenceOf(1, 'u'.repeat(1_000_000))])).toEqual(['n1', 'n1'])
})
