import { expect, test } from '@jest/globals'
import { sameBytes } from '../../../src/meta/index.js'

const bytes = (...values: number[]) => Uint8Array.from(values)

test.each([
  { about: 'the same bytes', left: bytes(1, 2), right: bytes(1, 2), same: true },
  { about: 'no bytes', left: bytes(), right: bytes(), same: true },
  { about: 'another last byte', left: bytes(1, 2), right: bytes(1, 3), same: false },
  { about: 'a longer array that begins with the other', left: bytes(1), right: bytes(1, 2), same: false },
  { about: 'a view into a larger buffer', left: bytes(0, 1, 2, 3).subarray(1, 3), right: bytes(1, 2), same: true },
])('bytes are compared: $about', ({ left, right, same }) => {
  expect(sameBytes(left, right)).toBe(same)
})
