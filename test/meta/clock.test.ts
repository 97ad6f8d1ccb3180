import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { systemClock } from '../../src/meta/index.js'

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
