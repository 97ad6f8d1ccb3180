import { expect, test } from '@jest/globals'
import { DocumentSearch } from '../../src/schema/document-search.js'

const nested = (depth: number, leaf: unknown): unknown => {
  let value = leaf
  for (let i = 0; i < depth; i++) value = { inner: [value], other: { plain: i } }
  return value
}

test.each([
  [{ mark: true }, true],
  [{ a: [{ b: { mark: 1 } }] }, true],
  [{ a: [{ b: 'mark' }] }, false],
  [[], false],
  ['mark', false],
  [null, false],
  [nested(2000, { mark: 1 }), true],
  [nested(2000, {}), false],
])('%#: what is inside is found, and nothing else', (document, expected) => {
  expect(new DocumentSearch((part) => 'mark' in part).isIn(document)).toBe(expected)
})

test('parts that are searched one by one are visited once', () => {
  let looks = 0
  const search = new DocumentSearch(() => {
    looks++
    return false
  })
  const document = nested(200, { wide: Array.from({ length: 1000 }, () => ({ deep: {} })) }) as { inner: [unknown] }
  search.isIn(document)
  const first = looks
  for (let part: unknown = document; part; part = (part as { inner?: [unknown] }).inner?.[0]) search.isIn(part)
  // Leaves are not noted: looking at them costs no more than that.
  expect(looks - first).toBeLessThan(first)
})
