import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { type Clock, SharedTimeout } from '../../../src/meta/index.js'
import { ManualClock } from '../../../src/testing/index.js'

const LIMIT = 100

describe('a shared time limit', () => {
  test('calls back when the time of each is over, and never for work that is done', () => {
    // At the very moment of the limit, either may come first.
    const work = fc.record({ startsAfter: fc.nat(60), takes: fc.nat(200).filter((takes) => takes !== LIMIT) })
    fc.assert(
      fc.property(fc.array(work, { maxLength: 30 }), (all) => {
        const clock = new ManualClock(0)
        const limit = new SharedTimeout(clock, LIMIT)
        const over = new Map<number, number>()
        const expected = new Map<number, number>()
        all.forEach(({ startsAfter, takes }, i) => {
          clock.advance(startsAfter)
          const startedMs = clock.now()
          const lift = limit.start(() => over.set(i, clock.now()))
          clock.setTimeout(lift, takes)
          if (takes > LIMIT) expected.set(i, startedMs + LIMIT)
        })
        clock.advance(1_000)
        expect(over).toEqual(expected)
        expect(clock.pending).toBe(0)
      }),
    )
  })

  test('has one timer for all, and none without work', () => {
    const clock = new ManualClock()
    const limit = new SharedTimeout(clock, LIMIT)
    const lifts = Array.from({ length: 1_000 }, () => limit.start(() => {}))
    expect(clock.pending).toBe(1)
    for (const lift of lifts) lift()
    expect(clock.pending).toBe(0)
  })

  test('ends work within twice the limit where the clock is set back', () => {
    const timers: (() => void)[] = []
    let [time, passed] = [10_000_000, 0]
    const clock: Clock = {
      now: () => time,
      setTimeout(callback, delayMs) {
        timers.push(() => {
          passed += delayMs
          callback()
        })
        return () => {}
      },
    }
    const limit = new SharedTimeout(clock, LIMIT)
    const over: string[] = []
    const lift = limit.start(() => over.push('first'))
    limit.start(() => over.push('second'))
    time -= 5_000_000
    lift()
    while (timers.length > 0) timers.shift()?.()
    expect({ over, passed }).toEqual({ over: ['second'], passed: 2 * LIMIT })
  })
})
