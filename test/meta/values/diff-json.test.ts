import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { diffJson } from '../../../src/meta/index.js'
import { applyJsonPatch } from '../../../src/patch/index.js'

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
  [{ a: [1, 2] }, { a: [1] }, [{ op: 'remove', path: '/a/1' }]],
  [
    { a: [1, 2, 3] },
    { a: [3] },
    [
      { op: 'remove', path: '/a/1' },
      { op: 'remove', path: '/a/0' },
    ],
  ],
  [{ a: [{ b: 1, c: 2 }, 3] }, { a: [{ b: 0, c: 2 }, 3] }, [{ op: 'replace', path: '/a/0/b', value: 0 }]],
  [{ a: [1, 3] }, { a: [1, 2, 3] }, [{ op: 'add', path: '/a/1', value: 2 }]],
  [[1], { a: 1 }, [{ op: 'replace', path: '', value: { a: 1 } }]],
  [{ a: 1 }, { a: undefined, b: undefined }, [{ op: 'remove', path: '/a' }]],
  [{ 'x/y~z': 1 }, {}, [{ op: 'remove', path: '/x~1y~0z' }]],
])('from %j to %j', (before, after, operations) => {
  expect(diffJson(before, after)).toEqual(operations)
})

test('the patch between two documents turns the first into the second', () => {
  const { document: documents } = fc.letrec((tie) => ({
    document: fc.dictionary(fc.constantFrom('a', 'b', '~/'), tie('value')),
    value: fc.oneof({ maxDepth: 3 }, fc.nat(2), tie('document'), fc.array(tie('value'), { maxLength: 4 })),
  }))
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
