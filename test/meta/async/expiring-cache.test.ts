import { expect, test } from '@jest/globals'
import { ExpiringCache } from '../../../src/meta/index.js'
import { ManualClock } from '../../support/manual-clock.js'

test('a value counts until its time is over', () => {
  const clock = new ManualClock()
  const cache = new ExpiringCache<number>({ maxEntries: 10, clock })
  cache.set('a', 1, 1000)
  clock.advance(999)
  expect(cache.get('a')).toBe(1)
  clock.advance(1)
  expect(cache.get('a')).toBeUndefined()
})

test('a value that counts for no time is not kept, and takes the place of the one before', () => {
  const cache = new ExpiringCache<number>({ maxEntries: 10, clock: new ManualClock() })
  cache.set('a', 1, 1000)
  cache.set('a', 2, 0)
  expect(cache.get('a')).toBeUndefined()
})

test('the entry that was not asked for longest makes room', () => {
  const cache = new ExpiringCache<number>({ maxEntries: 2, clock: new ManualClock() })
  cache.set('a', 1, 1000)
  cache.set('b', 2, 1000)
  cache.get('a')
  cache.set('c', 3, 1000)
  expect(['a', 'b', 'c'].map((key) => cache.get(key))).toEqual([1, undefined, 3])
})
