import { expect, test } from '@jest/globals'
import { ExpiringCache } from '../../../src/meta/index.js'
import { ManualClock } from '../../support/manual-clock.js'

test('a value is valid until its time is over', () => {
  const clock = new ManualClock()
  const cache = new ExpiringCache<number>({ maxEntries: 10, clock })
  cache.set('a', 1, 1000)
  clock.advance(999)
  expect(cache.get('a')).toBe(1)
  clock.advance(1)
  expect(cache.get('a')).toBeUndefined()
})

test('a value with a lifetime of 0 is not kept, and removes the previous one', () => {
  const cache = new ExpiringCache<number>({ maxEntries: 10, clock: new ManualClock() })
  cache.set('a', 1, 1000)
  cache.set('a', 2, 0)
  expect(cache.get('a')).toBeUndefined()
})

test('the least recently used entry is evicted', () => {
  const cache = new ExpiringCache<number>({ maxEntries: 2, clock: new ManualClock() })
  cache.set('a', 1, 1000)
  cache.set('b', 2, 1000)
  cache.get('a')
  cache.set('c', 3, 1000)
  expect(['a', 'b', 'c'].map((key) => cache.get(key))).toEqual([1, undefined, 3])
})

test('keys that clients choose have eight million characters together at most, and a very long one is not kept', () => {
  const cache = new ExpiringCache<number>({ maxEntries: 1_000, clock: new ManualClock() })
  const keyOf = (i: number) => `${i} ${'k'.repeat(50_000)}`
  for (let i = 0; i < 500; i++) cache.set(keyOf(i), i, 1000)
  cache.set('k'.repeat(100_000), 1, 1000)
  const kept = Array.from({ length: 500 }, (_, i) => i).filter((i) => cache.get(keyOf(i)) === i)
  expect(kept).toEqual(Array.from({ length: kept.length }, (_, i) => 500 - kept.length + i))
  expect(kept.length).toBeGreaterThan(100)
  expect(kept.length).toBeLessThanOrEqual((8 * 1024 * 1024) / 50_000)
  expect(cache.get('k'.repeat(100_000))).toBeUndefined()
})
