import { expect, test } from '@jest/globals'
import { SharedFacts } from '../../../src/store/rows/shared-facts.js'

test('equal facts are one object, others are not', () => {
  const facts = new SharedFacts()
  const first = { app: 'web', tier: 'front' }
  expect(facts.share(first)).toBe(first)
  expect(facts.share({ app: 'web', tier: 'front' })).toBe(first)
  expect(facts.share({ app: 'web', tier: 'back' })).toEqual({ app: 'web', tier: 'back' })
})

test.each([
  [{ ab: 'c' }, { a: 'bc' }],
  [{ a: '1:b' }, { a: '', b: '' }],
  [{ a: 'x', b: 'y' }, { 'a1:x1:b': 'y' }],
])('%j and %j are kept apart, however their texts run together', (one, other) => {
  const facts = new SharedFacts()
  facts.share(one)
  expect(facts.share(other)).toBe(other)
})

test('empty facts are undefined', () => {
  const facts = new SharedFacts()
  expect([facts.share(undefined), facts.share({})]).toEqual([undefined, undefined])
})

test('facts that each row has of its own are forgotten again, and long ones never remembered', () => {
  const facts = new SharedFacts()
  const first = { number: '0' }
  facts.share(first)
  for (let i = 1; i <= 1_000; i += 1) facts.share({ number: String(i) })
  expect(facts.share({ number: '0' })).not.toBe(first)
  const long = { text: 'x'.repeat(600) }
  facts.share(long)
  expect(facts.share({ ...long })).not.toBe(long)
})
