import { expect, test } from '@jest/globals'
import type { Client, ResourceType } from '../../../src/client/index.js'
import { OwnerGraph, type OwnerNode } from '../../../src/controllers/garbage/owner-graph.js'
import { Owners } from '../../../src/controllers/garbage/owners.js'
import { ApiError, type ApiObject, type OwnerReference } from '../../../src/meta/index.js'

const TYPE: ResourceType = { group: '', version: 'v1', resource: 'configmaps', kind: 'ConfigMap', namespaced: true }

/** A plane without objects, and what it was asked. */
function emptyPlane() {
  const asked: string[] = []
  const searched: string[] = []
  const objects = {
    type: async () => TYPE,
    namespace: () => objects,
    get: async (name: string) => {
      asked.push(name)
      throw new ApiError({ code: 404, reason: 'NotFound', message: 'no such object' })
    },
    list: async ({ fieldSelector }: { fieldSelector: string }) => {
      searched.push(fieldSelector)
      return { items: [] }
    },
  }
  return { client: { resource: () => objects } as unknown as Client, asked, searched }
}

const dependent: OwnerNode = {
  uid: 'dependent',
  state: 'alive',
  address: { type: TYPE, namespace: 'default', name: 'dependent' },
  owners: [],
  isDeleting: false,
  finalization: undefined,
}
const referenceOf = (i: number, uid = `u${i}`): OwnerReference => ({ apiVersion: 'v1', kind: 'ConfigMap', name: `n${i}`, uid })

/** Asks twice, as a look at an object does. */
async function askTwice(references: readonly OwnerReference[]): Promise<readonly string[]> {
  const { client, asked } = emptyPlane()
  const owners = new Owners(client, new OwnerGraph(() => {}), () => {})
  const states = new Set<string>()
  for (const reference of [...references, ...references]) states.add(await owners.stateOf(reference, dependent, { searches: 0 }))
  expect(states).toEqual(new Set(['absent']))
  return asked
}

test('each deleted owner is requested once, though an object names the maximum number of owners', async () => {
  const asked = await askTwice(Array.from({ length: 13_000 }, (_, i) => referenceOf(i)))
  expect(asked).toHaveLength(13_000)
})

test('the most recently requested are cached, within a bound', async () => {
  const { client, asked } = emptyPlane()
  const owners = new Owners(client, new OwnerGraph(() => {}), () => {})
  for (let i = 0; i < 25_000; i++) await owners.stateOf(referenceOf(i), dependent, { searches: 0 })
  for (let i = 24_999; i > 10_000; i--) await owners.stateOf(referenceOf(i), dependent, { searches: 0 })
  expect(asked).toHaveLength(25_000)
})

test('a uid of excessive length is not cached', async () => {
  expect(await askTwice([referenceOf(1, 'u'.repeat(1_000_000))])).toEqual(['n1', 'n1'])
})

test.each<[string, ApiObject['metadata'] | undefined, string]>([
  [
    'still deletes its dependents',
    { deletionTimestamp: '2026-01-02T03:04:05Z', finalizers: ['foregroundDeletion'] },
    'deletesDependents',
  ],
  ['is to leave them now', { deletionTimestamp: '2026-01-02T03:04:05Z', finalizers: ['orphan'] }, 'present'],
  ['is gone', undefined, 'absent'],
])('an owner with foreground deletion is read again before its dependents are deleted: it %s', async (_, now, state) => {
  const graph = new OwnerGraph(() => {})
  const heard = {
    name: 'n1',
    namespace: 'default',
    uid: 'u1',
    finalizers: ['foregroundDeletion'],
    deletionTimestamp: '2026-01-02T03:04:05Z',
  }
  graph.put(TYPE, { apiVersion: 'v1', kind: 'ConfigMap', metadata: heard })
  const objects = {
    namespace: () => objects,
    get: async () => {
      if (!now) throw new ApiError({ code: 404, reason: 'NotFound', message: 'no such object' })
      return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'n1', uid: 'u1', ...now } }
    },
  }
  const owners = new Owners({ resource: () => objects } as unknown as Client, graph, () => {})
  expect(await owners.stateOf(referenceOf(1), dependent, { searches: 0 })).toBe(state)
})

test('missing owners are looked up in other namespaces, ten for each object at most', async () => {
  const { client, searched } = emptyPlane()
  const owners = new Owners(client, new OwnerGraph(() => {}), () => {})
  const look = { searches: 0 }
  for (let i = 0; i < 1_000; i++) await owners.stateOf(referenceOf(i), dependent, look)
  expect(searched).toEqual(Array.from({ length: 10 }, (_, i) => `metadata.name=n${i}`))
})
