import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { awaitedClock, steadyClock, systemClock } from '../../src/meta/index.js'

const DAY = 24 * 60 * 60 * 1000

describe('the clock of the machine', () => {
  beforeEach(() => {
    jest.useFakeTimers()
  })
  afterEach(() => {
    jest.useRealTimers()
  })

  test('tells the time of the machine', () => {
    expect(systemClock.now()).toBe(Date.now())
  })

  test('calls back once, after the delay', () => {
    const calls: number[] = []
    systemClock.setTimeout(() => calls.push(systemClock.now()), 500)
    const start = systemClock.now()
    jest.advanceTimersByTime(499)
    expect(calls).toEqual([])
    jest.advanceTimersByTime(1000)
    expect(calls).toEqual([start + 500])
  })

  test('does not call back after a cancellation', () => {
    let called = false
    const cancel = systemClock.setTimeout(() => {
      called = true
    }, 10)
    cancel()
    cancel()
    jest.advanceTimersByTime(20)
    expect(called).toBe(false)
    expect(jest.getTimerCount()).toBe(0)
  })

  test('waits longer than the maximum delay of a timer, and can be cancelled at any time', () => {
    let calls = 0
    const count = () => {
      calls++
    }
    systemClock.setTimeout(count, 60 * DAY)
    const cancel = systemClock.setTimeout(count, 60 * DAY)
    jest.advanceTimersByTime(59 * DAY)
    expect(calls).toBe(0)
    cancel()
    jest.advanceTimersByTime(2 * DAY)
    expect(calls).toBe(1)
    expect(jest.getTimerCount()).toBe(0)
  })
})

describe.each([
  ['systemClock', systemClock],
  ['awaitedClock', awaitedClock],
])('a steady clock over %s', (_name, machine) => {
  beforeEach(() => {
    jest.useFakeTimers()
  })
  afterEach(() => {
    jest.useRealTimers()
  })

  test.each([-1, 1])('tells the time that has passed when the time of the day is set by %i hours', (hours) => {
    const clock = steadyClock(machine)
    const start = clock.now()
    jest.setSystemTime(Date.now() + hours * 3_600_000)
    expect(clock.now() - start).toBe(0)
    jest.advanceTimersByTime(700)
    expect(clock.now() - start).toBe(700)
  })
})

test('a steady clock goes on from where it is when the other is set back, however often', () => {
  let time = 1_000
  const clock = steadyClock({ now: () => time, setTimeout: () => () => {} })
  const told = [1_000, 1_500, 100, 300, 50, 50, 60].map((next) => {
    time = next
    return clock.now()
  })
  expect(told).toEqual([1_000, 1_500, 1_500, 1_700, 1_700, 1_700, 1_710])
})
