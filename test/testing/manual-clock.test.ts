import { describe, expect, test } from '@jest/globals'
import { ManualClock } from '../../src/public/testing.js'

describe('a manual clock', () => {
  test('does not advance by itself', () => {
    const clock = new ManualClock(1_000)
    expect([clock.now(), clock.now()]).toEqual([1_000, 1_000])
    clock.advance(5)
    expect(clock.now()).toBe(1_005)
  })

  test('fires timers in the order of their times, those of one time as they were set, each at its own time', () => {
    const clock = new ManualClock(0)
    const fired: string[] = []
    const set = (name: string, ms: number) => clock.setTimeout(() => fired.push(`${name}@${clock.now()}`), ms)
    set('late', 20)
    set('a', 10)
    set('b', 10)
    set('never', 31)
    clock.setTimeout(() => set('child', 5), 15)
    clock.advance(30)
    expect(fired).toEqual(['a@10', 'b@10', 'late@20', 'child@20'])
    expect([clock.now(), clock.pending, clock.nextTimerAt]).toEqual([30, 1, 31])
  })

  test('a timer that is cancelled does not fire, and one in the past fires with the next step', () => {
    const clock = new ManualClock(0)
    const fired: string[] = []
    clock.setTimeout(() => fired.push('cancelled'), 5)()
    clock.setTimeout(() => fired.push('past'), -5)
    clock.advance(0)
    clock.advance(10)
    expect([fired, clock.nextTimerAt]).toEqual([['past'], undefined])
  })

  test.each([-1, Number.NaN, Number.POSITIVE_INFINITY, '5' as never, null as never, [7] as never])('is not moved by %p', (ms) => {
    expect(() => new ManualClock().advance(ms)).toThrow(RangeError)
  })
})
