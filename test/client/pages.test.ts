import { afterEach, expect, test } from '@jest/globals'
import { fetchHandler } from '../../src/adapters/index.js'
import { type Client, connectWithFetch, isExpired } from '../../src/client/index.js'
import type { ClientRequest, Transport } from '../../src/client/transport.js'
import { type ControlPlane, createControlPlane } from '../../src/plane/index.js'
import { ManualClock } from '../support/manual-clock.js'

const CONFIG_MAPS = { group: '', version: 'v1', resource: 'configmaps' } as const
const NAMES = ['a', 'b', 'c', 'd', 'e']

const ends: (() => Promise<void> | void)[] = []
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end()
})

const ways = {
  'in process': (plane: ControlPlane) => plane.client(),
  'over HTTP': (plane: ControlPlane) => {
    const answer = fetchHandler(plane)
    const client = connectWithFetch({ server: 'http://plane', fetch: (url, init) => answer(new Request(url, init)) })
    ends.push(() => client.close())
    return client
  },
}
type Way = keyof typeof ways

/** Objects, and a clock that makes the plane forget. */
async function planeOf(): Promise<{ plane: ControlPlane; clock: ManualClock }> {
  const clock = new ManualClock()
  const plane = await createControlPlane({ clock })
  ends.push(() => plane.close())
  for (const name of NAMES) await mapsOf(plane.client()).create({ metadata: { name } })
  return { plane, clock }
}
const mapsOf = (client: Client) => client.resource(CONFIG_MAPS).namespace('default')
const expiredOf = async (work: Promise<unknown>) =>
  isExpired(
    await work.then(
      () => undefined,
      (error: unknown) => error,
    ),
  )

/** The names that pages give, while the state of the first is forgotten and the object `d` is replaced by `f`. */
async function readWhileForgotten(way: Way, options: object): Promise<(string | undefined)[][]> {
  const { plane, clock } = await planeOf()
  const maps = mapsOf(ways[way](plane))
  const names = []
  for await (const { items } of maps.pages({ limit: 2, ...options })) {
    names.push(items.map(({ metadata }) => metadata.name))
    if (names.length > 1) continue
    await maps.delete('d')
    await maps.create({ metadata: { name: 'f' } })
    clock.advance(3_600_000)
  }
  return names
}

test.each(Object.keys(ways) as Way[])('%s pages of an expired list end with 410, unless they may continue', async (way) => {
  expect(await expiredOf(readWhileForgotten(way, {}))).toBe(true)
  expect(await expiredOf(readWhileForgotten(way, { onExpired: 'fail' }))).toBe(true)
})

test.each(Object.keys(ways) as Way[])('%s pages that continue have the rest of the newest state', async (way) => {
  expect(await readWhileForgotten(way, { onExpired: 'continue' })).toEqual([['a', 'b'], ['c', 'e'], ['f']])
})

test.each(Object.keys(ways) as Way[])(
  '%s pages from an expired resourceVersion start at the newest one, if they may',
  async (way) => {
    const { plane, clock } = await planeOf()
    const maps = mapsOf(ways[way](plane))
    const { resourceVersion } = (await maps.list({ limit: 1 })).metadata
    await maps.delete('a')
    clock.advance(3_600_000)
    await maps.delete('b')
    const namesOf = async (options: object) => {
      const names = []
      for await (const { metadata } of maps.all({ limit: 2, resourceVersion, ...options })) names.push(metadata.name)
      return names
    }
    expect(await expiredOf(namesOf({}))).toBe(true)
    expect(await namesOf({ onExpired: 'continue' })).toEqual(['c', 'd', 'e'])
    expect(await expiredOf(namesOf({ onExpired: 'continue', resourceVersionMatch: 'Exact' }))).toBe(true)
  },
)

/** A plane behind a cache that answers every list without a limit from the newest state, and perhaps pages too. */
const careless =
  (ignores: (request: ClientRequest) => boolean) =>
  (inner: Transport): Transport => ({
    get closed() {
      return inner.closed
    },
    resolve: (name) => inner.resolve(name),
    types: () => inner.types(),
    connect: (request) => inner.connect(request),
    send(request) {
      if (request.verb !== 'list' || !ignores(request)) return inner.send(request)
      const query = new Map([...request.query].filter(([name]) => !name.startsWith('resourceVersion')))
      return inner.send({ ...request, query })
    },
    watch: (request) => inner.watch(request),
    close: () => inner.close(),
  })

async function exactList(ignores: (request: ClientRequest) => boolean, options: object = {}) {
  const { plane } = await planeOf()
  const maps = mapsOf(plane.client({ user: 'tester', wrapTransport: careless(ignores) }))
  const { resourceVersion } = (await mapsOf(plane.client()).list()).metadata
  await maps.delete('a')
  const list = await maps.list({ resourceVersion, resourceVersionMatch: 'Exact', ...options })
  return { list, resourceVersion }
}

test('a list at an exact version is read again, in pages, from a server that shows another version', async () => {
  const { list, resourceVersion } = await exactList(({ query }) => !query.has('limit'))
  expect(list.items.map(({ metadata }) => metadata.name)).toEqual(NAMES)
  expect(list.metadata).toEqual({ resourceVersion })
  expect(list).toMatchObject({ kind: 'ConfigMapList', apiVersion: 'v1' })
  expect(Object.isFrozen(list.items)).toBe(true)
})

test('a list at an exact version that a server never shows is refused as expired', async () => {
  await expect(exactList(() => true)).rejects.toThrow(/was asked for at the exact version \d+, and is of version \d+/)
  expect(await expiredOf(exactList(() => true))).toBe(true)
})
