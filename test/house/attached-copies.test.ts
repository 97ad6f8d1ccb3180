import { expect, test } from '@jest/globals'
// @ts-expect-error A tool without types.
import { attachCopies } from '../../tools/attached-copies.mjs'

test('a literal that begins with a spread and goes on begins with nothing in what is published', () => {
  expect(attachCopies('const a = { ...b, c }, d = {\n  ...e,\n  f: { ...g(), ...h }\n}')).toBe(
    'const a = { ...void 0, ...b, c }, d = {\n  ...void 0, ...e,\n  f: { ...void 0, ...g(), ...h }\n}',
  )
})

test.each([
  'const a = { ...b }',
  'const a = { c, ...b }',
  'const a = [...b, c], { ...d } = a',
  'f(...a, b)',
  ';({ ...a.b } = c)',
  'const text = "{ ...a, b }", other = `{ ...a, b }`',
])('%s is published as it is', (text) => {
  expect(attachCopies(text)).toBe(text)
})
