import { describe, expect, test } from '@jest/globals'
import { createControlPlane } from '../../src/public/index.js'
import { createMemoryStorage } from '../../src/storage/index.js'
import { body, fixture, refusal } from '../registry/support.js'
import { faultyStorage } from '../support/faulty-storage.js'
import { ManualClock } from '../support/manual-clock.js'
import { namesOf } from './support.js'

const HOUR = 3_600_000
const event = (name: string) => ({
  metadata: { name },
  eventTime: '2026-01-02T03:04:05.000000Z',
  action: 'Act',
  reason: 'Because',
  reportingController: 'example.com/tester',
  reportingInstance: 'tester-1',
  type: 'Normal',
  regarding: { kind: 'ConfigMap', namespace: 'default', name: 'a' },
})
const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('time to live', () => {
  test('an Event is deleted after an hour, unless it was written again', async () => {
    const { registry, at, caller, create, get, clock } = await fixture()
    await create('events', event('a'))
    await create('events', event('b'))
    clock.advance(HOUR / 2)
    const series = { series: { count: 2, lastObservedTime: '2026-01-02T03:04:06.000000Z' } }
    await registry.patch(at('events/b'), caller, { type: 'merge', body: body(series) }, {})
    clock.advance(HOUR / 2 + 1000)
    await settle()
    expect(await refusal(get('events/a'))).toMatchObject({ code: 404 })
    await get('events/b')
    clock.advance(HOUR)
    await settle()
    expect(await refusal(get('events/b'))).toMatchObject({ code: 404 })
  })

  test('an expired Event is deleted when an unavailable storage is back', async () => {
    const { state, storage } = faultyStorage()
    const clock = new ManualClock()
    const errors: unknown[] = []
    const logger = { info() {}, error: (message: string) => void errors.push(message) }
    const plane = await createControlPlane({ storage, clock, logger })
    const type = { group: 'events.platform.io', version: 'v1', kind: 'Event' }
    const events = plane.client().resource(type).namespace('default')
    await events.create(event('a'))
    state.away = /events/
    await clock.advanceAndSettle(HOUR)
    expect(errors).toEqual(['background work failed'])
    expect(await namesOf(events)).toEqual(['a'])
    state.away = undefined
    await clock.advanceAndSettle(1_000)
    expect(await namesOf(events)).toEqual([])
    await plane.close()
  })

  test('of Events that expire together, a hundred are deleted in a turn', async () => {
    const { create, clock, registry, close } = await fixture()
    const definition = registry.catalog
      .all()
      .find(({ group, names, storedAs }) => names.plural === 'events' && group === storedAs.group)
    const left = () => (definition ? registry.stored(definition).size : 0)
    for (let i = 0; i < 250; i++) await create('events', event(`e${i}`))
    expect(left()).toBe(250)
    clock.advance(HOUR + 1000)
    const turns = [250 - left()]
    for (let turn = 0; turn < 10; turn++) {
      const before = left()
      await settle()
      turns.push(before - left())
    }
    expect(left()).toBe(0)
    expect(turns.filter((count) => count > 0)).toEqual([100, 100, 50])
    close()
  })

  test('Events that exist at a start expire a hundred at a time', async () => {
    const storage = createMemoryStorage()
    const clock = new ManualClock()
    const type = { group: 'events.platform.io', version: 'v1', kind: 'Event' }
    const earlier = await createControlPlane({ storage, clock, controllers: ['-time-to-live'] })
    for (let i = 0; i < 150; i++)
      await earlier
        .client()
        .resource(type)
        .namespace('default')
        .create(event(`e${i}`))
    const plane = await createControlPlane({ storage, clock })
    const events = plane.client().resource(type).namespace('default')
    await clock.advanceAndSettle(HOUR)
    expect(await namesOf(events)).toHaveLength(50)
    await clock.advanceAndSettle(100)
    expect(await namesOf(events)).toEqual([])
    await Promise.all([earlier, plane].map((one) => one.close()))
  })

  test('an Event stays without the loop', async () => {
    const clock = new ManualClock()
    const plane = await createControlPlane({ clock, controllers: ['-time-to-live'] })
    const type = { group: 'events.platform.io', version: 'v1', kind: 'Event' }
    const events = plane.client().resource(type).namespace('default')
    await events.create(event('a'))
    await clock.advanceAndSettle(2 * HOUR)
    expect(await namesOf(events)).toEqual(['a'])
    await plane.close()
  })

  test('stopping it leaves no timer and no watcher behind', async () => {
    const { close, create, clock, store } = await fixture()
    await create('events', event('a'))
    close()
    expect(clock.pending).toBe(0)
    expect(store.watcherCount).toBe(0)
  })

  test('an Event that is written repeatedly is deleted an hour after the last write', async () => {
    const { registry, at, caller, create, get, clock } = await fixture()
    await create('events', event('a'))
    for (let count = 2; count < 1_100; count++) {
      const series = { series: { count, lastObservedTime: '2026-01-02T03:04:06.000000Z' } }
      await registry.patch(at('events/a'), caller, { type: 'merge', body: body(series) }, {})
      clock.advance(1000)
    }
    clock.advance(HOUR - 2000)
    await settle()
    await get('events/a')
    clock.advance(2000)
    await settle()
    expect(await refusal(get('events/a'))).toMatchObject({ code: 404 })
    expect(clock.pending).toBe(0)
  })
})
