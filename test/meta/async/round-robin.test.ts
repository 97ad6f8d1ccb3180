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

test('items are in order however many there are, also when more are added in between', () => {
  const queue = new RoundRobin<number>()
  const [taken, count] = [[] as (number | undefined)[], 10_000]
  for (let i = 0; i < count; i++) {
    queue.add('a', i)
    if (i % 3 === 0) taken.push(queue.next())
  }
  while (queue.size > 0) taken.push(queue.next())
  expect(taken).toEqual(Array.from({ length: count }, (_, i) => i))
  expect(queue.next()).toBeUndefined()
  queue.add('a', 7)
  expect(queue.next()).toBe(7)
})
