import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { applyJsonPatch, diffJson } from '../../src/patch/index.js'

test.each([
  [{ a: 1 }, { a: 1 }, []],
  [
    { a: 1 },
    { a: 2, b: [] },
    [
      { op: 'add', path: '/b', value: [] },
      { op: 'replace', path: '/a', value: 2 },
    ],
  ],
  [{ a: { b: 1, c: 2 } }, { a: { b: 1 } }, [{ op: 'remove', path: '/a/c' }]],
  [{ a: [1, 2] }, { a: [1] }, [{ op: 'replace', path: '/a', value: [1] }]],
  [{ 'x/y~z': 1 }, {}, [{ op: 'remove', path: '/x~1y~0z' }]],
])('from %j to %j', (before, after, operations) => {
  expect(diffJson(before, after)).toEqual(operations)
})

test('the patch between two documents makes the second of the first', () => {
  const documents = fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 }))
  fc.assert(
    fc.property(documents, documents, (before, after) => {
      const [one, other] = [before, after].map((document) => JSON.parse(JSON.stringify(document)))
      expect(applyJsonPatch(one, diffJson(one, other))).toEqual(other)
    }),
  )
})

test('a key such as __proto__ is data', () => {
  const after = JSON.parse('{ "__proto__": { "a": 1 } }') as object
  const patched = applyJsonPatch({}, diffJson({}, after))
  expect(JSON.stringify(patched)).toBe('{"__proto__":{"a":1}}')
})
