import { expect, test } from '@jest/globals'
import { RoundRobin } from '../../../src/meta/async/round-robin.js'

test('users take turns, and items of one user are in order', () => {
  const queue = new RoundRobin<string>()
  for (const item of ['a1', 'a2', 'a3', 'b1', 'c1', 'c2']) queue.add(item.charAt(0), item)
  const next = () => queue.next()
  expect([next(), next()]).toEqual(['a1', 'b1'])
  queue.add('b', 'b2')
  expect([next(), next(), next(), next(), next(), queue.size]).toEqual(['c1', 'a2', 'b2', 'c2', 'a3', 0])
  expect(next()).toBeUndefined()
})
