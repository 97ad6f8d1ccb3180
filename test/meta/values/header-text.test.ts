import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { headerText, headerValue } from '../../../src/meta/index.js'

test('any text comes through a header whose bytes are characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const value = headerValue(text)
      expect(/^[\0-\xff]*$/.test(value)).toBe(true)
      expect(headerText(value)).toBe(text)
    }),
  )
})

test.each([
  ['bytes of no UTF-8', 'gr\xf6\xdfe'],
  ['a text that was decoded already', '你好'],
])('%s stay as they are', (_, value) => {
  expect(headerText(value)).toBe(value)
})
