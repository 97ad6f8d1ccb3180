import { describe, expect, test } from '@jest/globals'
import type { RetryDelays } from '../../../src/client/controller/work-queue.js'
import { Activity, WorkQueue } from '../../../src/client/index.js'
import { ManualClock } from '../../support/manual-clock.js'

function setUp(delays: RetryDelays = {}) {
  const clock = new ManualClock()
  const activity = new Activity()
  const queue = new WorkQueue({ clock, activity }, delays)
  /** Works on what is there, in order, and tells which keys that were. */
  const work = async () => {
    const worked: string[] = []
    while (queue.size > 0) {
      const key = (await queue.take()) ?? ''
      worked.push(key)
      queue.done(key)
    }
    return worked
  }
  return { clock, activity, queue, work }
}

describe('a work queue', () => {
  test('gives each key once, however often it was added', async () => {
    const { queue, work } = setUp()
    for (const key of ['a', 'b', 'a', 'a']) queue.add(key)
    expect(await work()).toEqual(['a', 'b'])
  })

  test('gives a key to one worker at a time, and once more when it was added meanwhile', async () => {
    const { queue } = setUp()
    queue.add('a')
    const key = await queue.take()
    queue.add('a')
    queue.add('a')
    expect(queue.size).toBe(0)
    queue.done(key ?? '')
    expect(await queue.take()).toBe('a')
    queue.done('a')
    expect(queue.size).toBe(0)
  })

  test('serves waiting workers in order', async () => {
    const { queue } = setUp()
    const taken = Promise.all([queue.take(), queue.take()])
    queue.add('a')
    queue.add('b')
    expect(await taken).toEqual(['a', 'b'])
  })

  test('returns changed keys before those that are only resynced', async () => {
    const { queue, work } = setUp()
    for (const key of ['a', 'b', 'c']) queue.add(key, 'resync')
    for (const key of ['d', 'b']) queue.add(key)
    queue.add('d', 'resync')
    expect(await work()).toEqual(['d', 'b', 'a', 'c'])
  })

  test('remembers whether a key that was added during its work has changed', async () => {
    const { queue, work } = setUp()
    queue.add('a')
    const key = await queue.take()
    queue.add('a')
    queue.add('a', 'resync')
    queue.add('b', 'resync')
    queue.done(key ?? '')
    expect(await work()).toEqual(['a', 'b'])
  })

  test('goes on with its retries when the clock is set back', () => {
    let setBack = 0
    const manual = new ManualClock()
    const clock = { now: () => manual.now() - setBack, setTimeout: manual.setTimeout.bind(manual) }
    const queue = new WorkQueue({ clock, activity: new Activity() }, { initialMs: 1, perSecond: 10, burst: 1 })
    queue.retry('a')
    queue.addAfter('b', 5_000)
    setBack = 3_600_000
    queue.retry('c')
    queue.addAfter('b', 1_000)
    manual.advance(101)
    expect(queue.size).toBe(2)
    manual.advance(900)
    expect(queue.size).toBe(3)
  })

  test('lets so many retries of all keys through at once, and so many a second', () => {
    const { queue, clock } = setUp({ initialMs: 1, perSecond: 10, burst: 2 })
    for (const key of ['a', 'b', 'c', 'd']) queue.retry(key)
    clock.advance(1)
    expect(queue.size).toBe(2)
    clock.advance(99)
    expect(queue.size).toBe(3)
    clock.advance(100)
    expect(queue.size).toBe(4)
  })

  test.each([
    [{ perSecond: 0 }, 'retry.perSecond: 0 is not more than 0'],
    [{ perSecond: 1, burst: 0 }, 'retry.burst: 0 is not 1 or more'],
  ])('refuses %j', (delays, message) => {
    expect(() => setUp(delays)).toThrow(message)
  })

  test('waits longer after each failure, and starts afresh when failures are forgotten', async () => {
    const { queue, clock, work } = setUp()
    const waits: number[] = []
    const waited = async () => {
      const start = clock.now()
      while (queue.size === 0) clock.advance(1)
      waits.push(clock.now() - start)
      await work()
    }
    for (let i = 0; i < 4; i++) {
      queue.retry('a')
      await waited()
    }
    queue.forget('a')
    queue.retry('a')
    await waited()
    expect(waits).toEqual([5, 10, 20, 40, 5])
  })

  test.each([
    ['the earlier of two times', [50, 20], 20],
    ['a time that is not put off', [20, 50], 20],
    ['at once, where requested', [50, 0], 0],
  ])('adds a key after %s', (_what, delays, expected) => {
    const { queue, clock } = setUp()
    for (const delay of delays) queue.addAfter('a', delay)
    clock.advance(Math.max(0, expected - 1))
    expect(queue.size).toBe(expected === 0 ? 1 : 0)
    clock.advance(1)
    expect(queue.size).toBe(1)
    expect(clock.pending).toBe(0)
  })

  test('returns nothing after it is closed, and leaves no timer', async () => {
    const { queue, clock } = setUp()
    const waiting = queue.take()
    queue.addAfter('a', 10)
    queue.close()
    queue.add('b')
    expect([await waiting, await queue.take(), queue.size, clock.pending]).toEqual([undefined, undefined, 0, 0])
  })

  test('is busy while a key waits or is worked on, and not during a delay', async () => {
    const { queue, activity } = setUp()
    queue.addAfter('later', 1_000)
    await activity.settled()
    queue.add('a')
    let settled = false
    const waiting = activity.settled().then(() => {
      settled = true
    })
    const key = await queue.take()
    await new Promise((resolve) => setImmediate(resolve))
    expect(settled).toBe(false)
    queue.done(key ?? '')
    await waiting
  })
})
