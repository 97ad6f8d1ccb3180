import { afterEach, describe, expect, jest, test } from '@jest/globals'
import fc from 'fast-check'
import { findLastText, findText, splitText } from '../../src/text/find-text.js'

afterEach(() => {
  jest.restoreAllMocks()
})

/** Texts of few different characters, so that parts repeat and overlap. */
const repetitive = (maxLength: number) => fc.string({ unit: fc.constantFrom('a', 'b', '\u{1f600}'), maxLength })
const LONG = 'ab'.repeat(150)

describe('a text is found where the runtime finds it', () => {
  test.each(['', LONG])('with %j around the part', (around) => {
    fc.assert(
      fc.property(repetitive(12), repetitive(4), fc.nat(40), (text, piece, from) => {
        const part = around + piece + around
        const whole = text + part + text + around + text + part + part
        expect(findText(whole, part)).toBe(whole.indexOf(part))
        expect(findText(whole, part, from)).toBe(whole.indexOf(part, from))
        expect(findLastText(whole, part)).toBe(whole.lastIndexOf(part))
        expect(findLastText(whole, part, from)).toBe(whole.lastIndexOf(part, from))
        if (part !== '') expect(splitText(whole, part)).toEqual(whole.split(part))
      }),
    )
  })

  test('also where occurrences overlap, and where there is none', () => {
    const part = 'a'.repeat(300)
    expect(findText(`b${part}a`, part)).toBe(1)
    expect(findLastText(`b${part}a`, part)).toBe(2)
    expect(splitText(`b${part}aa${part}`, part)).toEqual(['b', '', 'aa'])
    expect([findText('b', part), findLastText('b', part), findText(`${LONG}b`, part)]).toEqual([-1, -1, -1])
    expect(splitText('b', part)).toEqual(['b'])
  })
})

test('a part that almost occurs at each place is found in linear time', () => {
  const text = 'a'.repeat(20_000)
  const part = `${'a'.repeat(200)}b${'a'.repeat(10_000)}`
  const read = jest.spyOn(String.prototype, 'charCodeAt')
  findText(text, part)
  findLastText(text, part)
  splitText(text, part)
  expect(read.mock.calls.length).toBeLessThan(3 * 6 * (text.length + part.length))
  expect(read.mock.calls.length).toBeGreaterThan(3 * text.length)
})
