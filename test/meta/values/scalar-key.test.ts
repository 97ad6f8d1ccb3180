import { expect, test } from '@jest/globals'
import { scalarKey } from '../../../src/meta/index.js'
import fc from '../../support/fast-check.js'

const scalars = [0, 1, -1, 0.5, 1e21, '', '0', '1', '\u00001', '\0\u00001', '-1', 'true', 'null', true, false, null]

test('equal values have one key, and others have others', () => {
  expect(new Set(scalars.map(scalarKey)).size).toBe(scalars.length)
  expect(scalarKey(-0)).toBe(scalarKey(0))
  const scalar = fc.oneof(fc.string(), fc.double({ noNaN: true }), fc.integer(), fc.boolean(), fc.constant(null))
  fc.assert(fc.property(scalar, scalar, (a, b) => expect(scalarKey(a) === scalarKey(b)).toBe(a === b)))
})

test('no key is a number, or the text of one', () => {
  expect([7, 7n].map(scalarKey)).toEqual(['\u00007', '\u00007'])
})
