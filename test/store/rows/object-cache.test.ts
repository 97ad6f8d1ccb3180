import { expect, test } from '@jest/globals'
import { type Holder, ObjectCache } from '../../../src/store/rows/object-cache.js'

const holder = (name: string, size: number, released: string[]): Holder => ({ size, release: () => released.push(name) })

test('recently used objects are held up to a number of bytes, and the oldest is evicted first', () => {
  const released: string[] = []
  const cache = new ObjectCache<Holder>(100)
  for (const name of ['a', 'b', 'c']) cache.hold(holder(name, 40, released))
  expect(released).toEqual(['a'])
})

test('the last one is held however large it is, until the next one', () => {
  const released: string[] = []
  const cache = new ObjectCache<Holder>(100)
  cache.hold(holder('small', 40, released))
  cache.hold(holder('large', 1_000_000, released))
  expect(released).toEqual(['small'])
  cache.hold(holder('next', 1, released))
  expect(released).toEqual(['small', 'large'])
})
