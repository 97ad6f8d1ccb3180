import { expect, test } from '@jest/globals'
import { atMost, type FieldRule, givenText, judgeFields, oneOf } from '../../../src/resources/fields/field-rules.js'

const many = <T>(count: number, make: (i: number) => T): T[] => Array.from({ length: count }, (_, i) => make(i))

test('rules of items look at no more of them than a list may have, in lists within lists too', () => {
  let looks = 0
  const item: FieldRule = () => {
    looks += 1
    return []
  }
  const judge = judgeFields({ 'a.b': atMost(3), 'a.b[]': item, 'a.b[].c': atMost(2), 'a.b[].c[].d': item })
  const errors = judge({ a: { b: many(1_000, () => ({ c: many(1_000, () => ({ d: 1 })) })) } })
  expect(errors.map(({ field, reason }) => `${field} ${reason}`)).toEqual([
    'a.b FieldValueTooMany',
    ...many(3, (i) => `a.b[${i}].c FieldValueTooMany`),
  ])
  expect(looks).toBe(3 + 3 * 2)
})

test('of a list that is too long, its other rules are left out', () => {
  const judge = judgeFields({ a: atMost(2, oneOf('x')) })
  expect(judge({ a: [1, 2, 3] }).map(({ reason }) => reason)).toEqual(['FieldValueTooMany'])
  expect(judge({ a: 'y' }).map(({ reason }) => reason)).toEqual(['FieldValueNotSupported'])
})

test('a text has no more errors than are shown', () => {
  const rule = givenText((value) => value.split('/').map(() => 'is wrong'))
  expect(rule('a', '/'.repeat(10_000))).toHaveLength(257)
})
