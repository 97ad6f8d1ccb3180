import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import type { Client } from '../../../src/client/index.js'
import { type TestPlane, testPlane } from '../../../src/testing/index.js'
import { CONFIG_MAPS, Widget } from '../../testing/widget.js'

let plane: TestPlane
let client: Client
beforeEach(async () => {
  plane = await testPlane({ resources: [Widget] })
  client = plane.client({ user: 'ada' })
})
afterEach(() => plane.close())

const create = (name: string, color = 'red') =>
  client.resource(Widget).namespace('default').create({ metadata: { name }, spec: { color } })
const watches = () => plane.history({ user: 'ada', verb: 'watch' }).length

describe('the informers of a client', () => {
  test('are one for each type, however the type is named, and one for each selection', async () => {
    const kind = { group: 'shop.example.com', version: 'v1', kind: 'Widget' }
    const held = [client.resource(Widget), client.resource(Widget), client.resource(kind)].map((each) =>
      client.informers.of(each),
    )
    await Promise.all(held.map(({ synced }) => synced))
    expect(watches()).toBe(1)
    client.informers.of(client.resource(Widget).namespace('default'))
    client.informers.of(client.resource(Widget), { labelSelector: 'a=b' })
    await plane.settled()
    expect(watches()).toBe(3)
  })

  test('run until all their users have stopped, and start again for the next one', async () => {
    const [one, two] = [client.informers.of(client.resource(Widget)), client.informers.of(client.resource(Widget))]
    await two.synced
    one.stop()
    one.stop()
    await create('a')
    await plane.settled()
    expect(two.get('default/a')?.spec.color).toBe('red')
    expect(plane.stats.openWatches).toBe(1)
    two.stop()
    await plane.settled()
    expect(plane.stats.openWatches).toBe(0)
    const three = client.informers.of(client.resource(Widget))
    await three.synced
    expect([three.size, watches()]).toEqual([1, 2])
  })

  test('have the indexes of each user', async () => {
    await create('a')
    const byColor = client.informers.of(client.resource(Widget), { indexes: { by: ({ spec }) => [spec.color] } })
    await byColor.synced
    const byName = client.informers.of(client.resource(Widget), { indexes: { by: ({ metadata }) => [metadata.name] } })
    await byName.synced
    await create('b', 'green')
    await client
      .resource(Widget)
      .namespace('default')
      .patch('a', { merge: { spec: { color: 'blue' } } })
    await plane.settled()
    const names = (objects: readonly { metadata: { name: string } }[]) => objects.map(({ metadata }) => metadata.name)
    expect(['red', 'green', 'blue', 'a'].map((value) => names(byColor.by('by', value)))).toEqual([[], ['b'], ['a'], []])
    expect(['a', 'green'].map((value) => names(byName.by('by', value)))).toEqual([['a'], []])
    await client.resource(Widget).namespace('default').delete('a')
    await plane.settled()
    expect([names(byColor.by('by', 'blue')), names(byName.by('by', 'a'))]).toEqual([[], []])
    expect(names(byColor.by('metadata.namespace', 'default'))).toEqual(['b'])
    expect(() => byColor.by('size', '1')).toThrow('there is no index "size"')
  })

  test('fail only for the user whose index fails', async () => {
    const good = client.informers.of(client.resource(Widget))
    const bad = client.informers.of(client.resource(Widget), {
      indexes: {
        broken: () => {
          throw new Error('cannot say')
        },
      },
    })
    const failures: unknown[] = []
    bad.changes.subscribe({ error: (error) => failures.push(error) })
    await good.synced
    await create('a')
    await plane.settled()
    expect(failures).toEqual([new Error('cannot say')])
    expect(good.get('default/a')?.metadata.name).toBe('a')
  })

  test('are not shared after they have failed', async () => {
    plane.faults.add({ user: 'ada', verb: 'watch' }, { status: 403 })
    const refused = client.informers.of(client.resource(CONFIG_MAPS))
    await expect(refused.synced).rejects.toMatchObject({ status: { code: 403 } })
    await expect(client.informers.of(client.resource(CONFIG_MAPS)).synced).resolves.toBeUndefined()
    refused.stop()
  })
})

describe('upTo', () => {
  test('resolves when the written object is in the cache, at once if it is already', async () => {
    const held = client.informers.of(client.resource(Widget))
    await held.synced
    const written = await create('a')
    await held.upTo(written)
    expect(held.get('default/a')).toBeDefined()
    await held.upTo(written)
    const changed = await client
      .resource(Widget)
      .namespace('default')
      .patch('a', { merge: { spec: { color: 'green' } } })
    await held.upTo(changed)
    expect(held.get('default/a')?.spec.color).toBe('green')
  })

  test('rejects when the informer is stopped, when its signal aborts, and for what was never stored', async () => {
    const held = client.informers.of(client.resource(Widget))
    await held.synced
    const later = { metadata: { resourceVersion: '999999' } }
    const cancelled = new AbortController()
    const waits = [held.upTo(later), held.upTo(later, cancelled.signal)].map((wait) => wait.catch((error: unknown) => error))
    cancelled.abort(new Error('enough'))
    held.stop()
    expect(await Promise.all(waits)).toEqual([new Error('the informer was stopped'), new Error('enough')])
    for (const wrong of [undefined, null, {}, create('b')])
      await expect(held.upTo(wrong as never)).rejects.toThrow(/^upTo: written is .*: expected an object as the plane gave it$/)
    await expect(held.upTo({ metadata: {} })).rejects.toThrow('metadata.resourceVersion: "" is no version')
  })
})
