import { expect, test } from '@jest/globals'
import { Subject } from 'rxjs'
import type { Client, ServedType, WatchEvent } from '../../../src/client/index.js'
import { OwnerGraph } from '../../../src/controllers/garbage/owner-graph.js'
import { TypeWatches } from '../../../src/controllers/garbage/type-watches.js'
import { type ApiObject, dialects, notFound, systemClock } from '../../../src/meta/index.js'
import { fetchHandler } from '../../../src/public/adapters.js'
import { connectWithFetch } from '../../../src/public/client.js'
import { createGarbageCollector } from '../../../src/public/controllers.js'
import { createControlPlane } from '../../../src/public/index.js'
import { configMaps, ownerOf } from '../support.js'

const WIDGETS: ServedType = {
  group: 'example.com',
  version: 'v1',
  kind: 'Widget',
  resource: 'widgets',
  namespaced: true,
  verbs: ['list', 'watch', 'delete'],
} as ServedType

const widget = (name: string, owner?: string): ApiObject => ({
  apiVersion: 'example.com/v1',
  kind: 'Widget',
  metadata: {
    name,
    namespace: 'default',
    uid: name,
    ...(owner !== undefined && { ownerReferences: [{ apiVersion: 'example.com/v1', kind: 'Widget', name: owner, uid: owner }] }),
  },
})

/** A client of which only discovery and watches are there, whose events come when the test says so. */
function scripted() {
  const served = { types: [WIDGETS] }
  const events = new Subject<WatchEvent<ApiObject>>()
  const client = {
    types: async () => served.types,
    resource: () => ({ watch: () => events }),
    activity: { begin: () => () => {} },
    clock: systemClock,
  } as unknown as Client
  return { client, events, served }
}

test('the last events of the watch of a removed type are processed, and then discovery is read again', async () => {
  const { client, events, served } = scripted()
  const looked: string[] = []
  const graph = new OwnerGraph((uid) => looked.push(uid))
  let changes = 0
  const watches = new TypeWatches(client, graph, {
    typesChanged: () => {
      changes += 1
    },
    startedAnew: () => {},
    onError: (error) => {
      throw error
    },
  })
  const first = watches.sync()
  // The watch is there once the types are known.
  await Promise.resolve()
  events.next({ type: 'RESTARTED' })
  events.next({ type: 'ADDED', object: widget('b', 'a') })
  events.next({ type: 'ADDED', object: widget('a') })
  events.next({ type: 'SYNCED', resourceVersion: '7' })
  await first

  served.types = []
  await watches.sync()
  expect(graph.get('a')?.state).toBe('alive')
  looked.length = 0
  events.next({ type: 'DELETED', object: widget('a') })
  expect(graph.get('a')?.state).toBe('gone')
  expect(looked).toEqual(['b'])

  events.error(notFound({ group: 'example.com', resource: 'widgets' }, ''))
  expect(changes).toBe(1)
  watches.close()
})

test.each(dialects)('over HTTP only metadata of objects is sent: $name', async (dialect) => {
  const plane = await createControlPlane({ dialect })
  const handle = fetchHandler(plane)
  let told = ''
  const take = async (body: ReadableStream<Uint8Array> | null) => {
    for await (const chunk of body ?? []) told += Buffer.from(chunk).toString()
  }
  const client = connectWithFetch({
    server: 'http://plane',
    async fetch(url, init) {
      const response = await handle(new Request(url, init))
      if (url.includes('watch=')) void take(response.clone().body)
      return response
    },
  })
  const maps = configMaps(plane.client())
  const owner = await maps.create({ metadata: { name: 'owner' }, data: { is: 'not told' } })
  await maps.create({ metadata: { name: 'owned', ownerReferences: [ownerOf(owner)] }, data: { is: 'not told' } })
  const collector = createGarbageCollector(client, { dialect })
  await collector.synced
  await maps.delete('owner')
  while ((await maps.list()).items.length > 0) await new Promise((resolve) => setTimeout(resolve, 5))
  expect(told).toContain('"name":"owned"')
  expect(told).not.toContain('not told')
  await collector.stop()
  client.close()
  await plane.close()
})
