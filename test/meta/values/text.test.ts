import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { utf8Length } from '../../../src/meta/values/text.js'

test('the byte length of a text is that of its UTF-8 encoding, lone surrogates included', () => {
  const unit = fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.integer({ min: 0xd700, max: 0xe000 }))
  const text = fc.array(unit, { maxLength: 300 }).map((units) => String.fromCharCode(...units))
  fc.assert(fc.property(text, (text) => utf8Length(text) === new TextEncoder().encode(text).length))
})

test.each([
  ['', 0],
  ['abc', 3],
  ['é', 2],
  ['€', 3],
  ['😀', 4],
  ['\ud83d', 3],
  ['😀'.repeat(200), 800],
])('%j takes %i bytes', (text, bytes) => {
  expect(utf8Length(text)).toBe(bytes)
})
