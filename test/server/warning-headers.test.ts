import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { WarningCollector } from '../../src/endpoints/warnings.js'
import { warningHeaders } from '../../src/server/warning-headers.js'

const lines = (...texts: string[]) => {
  const warnings = new WarningCollector()
  for (const text of texts) warnings.add(text)
  return warningHeaders(warnings).map(([, value]) => value)
}

describe('warnings', () => {
  test('are sent in the order in which they came, each text once', () => {
    expect(lines('b', 'a', 'b')).toEqual(['299 - "b"', '299 - "a"'])
  })

  test('without a text are omitted', () => {
    expect(lines()).toEqual([])
    expect(lines('', 'a', '')).toEqual(['299 - "a"'])
  })

  test.each([
    { what: 'quotes and backslashes', text: 'unknown field "a\\b"', line: '299 - "unknown field \\"a\\\\b\\""' },
    { what: 'line ends and control characters', text: 'a\r\nSet-Cookie: x\u0000\u007f', line: '299 - "aSet-Cookie: x"' },
    { what: 'text beyond ASCII', text: 'é', line: '299 - "\u00c3\u00a9"' },
  ])('$what cannot escape from the header', ({ text, line }) => {
    expect(lines(text)).toEqual([line])
  })

  test('all together they fit into a header section', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ maxLength: 2000 }), { maxLength: 200 }), (texts) => {
        const sent = lines(...texts)
        expect(sent.join('').length).toBeLessThan(4096 * 4 + sent.length * 10)
        for (const line of sent) expect(line).toMatch(/^299 - "[\t\u0020-\u007e\u0080-\u00ff]*"$/)
      }),
    )
  })

  test('of many short ones the first hundred are sent: HTTP/2 clients of Node take 128 header lines', () => {
    const texts = Array.from({ length: 200 }, (_, i) => `w${i}`)
    expect(lines(...texts)).toEqual(texts.slice(0, 100).map((text) => `299 - "${text}"`))
  })

  test('a flood is cut off, the first are kept', () => {
    const sent = lines(...Array.from({ length: 10_000 }, (_, i) => `warning ${i} ${'x'.repeat(300)}`))
    expect(sent[0]).toMatch(/^299 - "warning 0 x+"$/)
    expect(sent.length).toBeLessThan(20)
  })
})
