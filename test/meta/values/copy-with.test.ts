import { expect, test } from '@jest/globals'
import { copyWith } from '../../../src/meta/index.js'

test('a copy has the members of the object with the changes, and the object stays as it is', () => {
  const object = Object.freeze({ a: 1, b: 2 })
  expect(copyWith(object, { b: 3, c: 4 })).toEqual({ a: 1, b: 3, c: 4 })
  expect(Object.keys(copyWith(object, { b: 3, c: 4 }))).toEqual(['a', 'b', 'c'])
  expect(object).toEqual({ a: 1, b: 2 })
})

test('a member named __proto__ is one like others', () => {
  const object: object = JSON.parse('{ "__proto__": { "isAdmin": true } }')
  const copy = copyWith(object, { a: 1 })
  expect(Object.keys(copy)).toEqual(['__proto__', 'a'])
  expect(Object.getPrototypeOf(copy)).toBe(Object.prototype)
})
