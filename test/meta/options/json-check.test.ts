import { afterEach, describe, expect, jest, test } from '@jest/globals'
import fc from 'fast-check'
import { encodableValue, jsonValue } from '../../../src/meta/index.js'

class Model {
  readonly name = 'a'
}
const endless: Record<string, unknown> = { spec: { size: 1 } }
endless.spec = { whole: endless, again: endless }
const EXPECTED = 'expected JSON (text, a finite number, true, false, null, a list or a plain object)'
const TO_JSON = `${EXPECTED}, such as what toJSON() returns`

afterEach(() => {
  jest.restoreAllMocks()
})

describe('a value that is no JSON is named in one line, with its place', () => {
  test.each<[string, unknown, string]>([
    ['a bigint', { spec: { size: 1n } }, `value.spec.size is a bigint (1n): ${EXPECTED}`],
    ['a symbol', [Symbol('a')], `value[0] is a symbol: ${EXPECTED}`],
    ['a function', { a: () => 1 }, `value.a is a function: ${EXPECTED}`],
    ['undefined in a list', { a: [1, undefined] }, `value.a[1] is undefined: ${EXPECTED}`],
    ['a hole of a list', { a: new Array(1) }, `value.a[0] is undefined: ${EXPECTED}`],
    ['NaN', Number.NaN, `value is NaN: ${EXPECTED}`],
    ['Infinity', { a: { 'b c': Number.NEGATIVE_INFINITY } }, `value.a["b c"] is -Infinity: ${EXPECTED}`],
    ['a Date', { at: new Date(0) }, `value.at is a Date: ${TO_JSON}`],
    ['a Map', { labels: new Map([['a', 'b']]) }, `value.labels is a Map: ${EXPECTED}`],
    ['bytes', { data: new Uint8Array(1) }, `value.data is a Uint8Array: ${EXPECTED}`],
    ['an error', [[new Error('no')]], `value[0][0] is an Error: ${EXPECTED}`],
    ['a promise', { spec: Promise.resolve({}) }, `value.spec is a promise (await it): ${EXPECTED}`],
    ['an object that contains itself', endless, `value.spec.whole is a part of itself: ${EXPECTED}`],
  ])('%s', (_what, value, line) => {
    expect([...jsonValue(value, 'value')]).toEqual([line])
  })

  test('a place far down is cut', () => {
    let value: unknown = 1n
    for (let depth = 0; depth < 20_000; depth++) value = { deeper: value }
    const [line = ''] = jsonValue(value, 'value')
    expect(line.length).toBeLessThan(500)
    expect(line).toContain('… is a bigint')
  })
})

test('a deep value is searched for itself in steps that grow with it', () => {
  const depth = 100_000
  let value: unknown = {}
  for (let level = 0; level < depth; level++) value = { value }
  const remembered = jest.spyOn(Set.prototype, 'add')
  expect([...jsonValue(value, 'value')]).toEqual([])
  expect(remembered.mock.calls.length).toBeLessThan(2 * depth)
})

test('what has a toJSON is what that returns, where a value is going to be encoded', () => {
  expect([...encodableValue({ at: new Date(0), own: { toJSON: () => 'text' } }, 'value')]).toEqual([])
  expect([...encodableValue({ own: { toJSON: () => 1n } }, 'value')]).toEqual([`value.own is a bigint (1n): ${EXPECTED}`])
})

test('absent members, objects without a prototype and instances with members are JSON', () => {
  const bare = Object.assign(Object.create(null) as object, { a: 1 })
  expect([...jsonValue({ absent: undefined, bare, model: new Model() }, 'value')]).toEqual([])
  expect([...jsonValue(undefined, 'value')]).toEqual([])
})

test('every JSON value passes', () => {
  fc.assert(fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => [...jsonValue(value, 'value')].length === 0))
})
