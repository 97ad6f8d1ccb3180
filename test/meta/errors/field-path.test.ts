import { expect, test } from '@jest/globals'
import { formatFieldPath, shortened } from '../../../src/meta/index.js'

test.each([
  [[], ''],
  [['spec', 'ports', 0, 'name'], 'spec.ports[0].name'],
  [['a', undefined, 'b'], 'a.b'],
  [[0, 'x'], '[0].x'],
  [['', 'a'], 'a'],
])('%j reads %j', (places, path) => {
  expect(formatFieldPath(places)).toBe(path)
})

test('a path shows 1,000 characters and says when it was cut', () => {
  expect(formatFieldPath(['k'.repeat(1000)])).toBe('k'.repeat(1000))
  expect(formatFieldPath(['k'.repeat(1001)])).toBe(`${'k'.repeat(1000)}… (cut)`)
  expect(formatFieldPath(['spec', 'k'.repeat(1 << 20), 'name'])).toBe(`spec.${'k'.repeat(995)}… (cut)`)
  expect(formatFieldPath(Array(5000).fill('a'))).toBe(`${'a.'.repeat(500)}… (cut)`)
})

test('text is cut in the same way', () => {
  expect(shortened('short')).toBe('short')
  expect(shortened('x'.repeat(2000))).toBe(`${'x'.repeat(1000)}… (cut)`)
})
