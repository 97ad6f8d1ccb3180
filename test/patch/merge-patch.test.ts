import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { deepFreeze } from '../../src/meta/index.js'
import { applyMergePatch } from '../../src/public/patch.js'
import { expectRefusal, naiveMerge } from './oracle.js'

const parse = (text: string): unknown => JSON.parse(text)

test.each([
  [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
  [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
  [{ a: 'b' }, { a: null }, {}],
  [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
  [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
  [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
  [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
  [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [[1, 2], { a: 'b', c: null }, { a: 'b' }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
])('RFC 7396, appendix A: %j patched with %j is %j', (document, patch, expected) => {
  expect(applyMergePatch(deepFreeze(document), deepFreeze(patch))).toEqual(expected)
})

test.each([
  [{}, { a: [{ b: null, c: 1 }] }, { a: [{ c: 1 }] }],
  [{ a: [{ b: 2 }] }, { a: [{ b: null }] }, { a: [{}] }],
  [{}, { a: [[{ b: { c: null, d: [{ e: null }] } }]] }, { a: [[{ b: { d: [{}] } }]] }],
  [{ a: null }, { a: [{ b: null }] }, { a: [{}] }],
  // Of a list that replaces an object nothing is left out.
  [{ a: {} }, { a: [{ b: null }] }, { a: [{ b: null }] }],
  [{ a: { b: {} } }, { a: { b: [[{ c: null }]], d: [{ c: null }] } }, { a: { b: [[{ c: null }]], d: [{}] } }],
  [{}, { a: [null, 1] }, { a: [null, 1] }],
  [{}, { a: [parse('{"__proto__":1}')] }, { a: [parse('{"__proto__":1}')] }],
])('a lenient patch leaves nulls out of objects in lists: %j patched with %j is %j', (document, patch, expected) => {
  expect(applyMergePatch(deepFreeze(document), deepFreeze(patch), { lenient: true })).toEqual(expected)
})

test.each([
  ['a list', [1]],
  ['text', 'x'],
  ['null', null],
  ['a number', 1],
])('a patch that is %s is refused with 400', (_name, patch) => {
  expectRefusal(() => applyMergePatch({}, patch), 400)
})

test('__proto__ is a key like any other', () => {
  const result = applyMergePatch(
    parse('{"__proto__":{"a":1},"b":1}'),
    parse('{"__proto__":{"c":2},"b":null,"constructor":{"x":1}}'),
  )
  expect(JSON.stringify(result)).toBe('{"__proto__":{"a":1,"c":2},"constructor":{"x":1}}')
  expect(applyMergePatch(result, parse('{"__proto__":null,"constructor":null}'))).toEqual({})
  expect(({} as Record<string, unknown>).c).toBeUndefined()
})

test('a patch as deep as a body may be is applied', () => {
  const deep = parse(`${'{"a":'.repeat(9000)}1${'}'.repeat(9000)}`)
  expect(() => applyMergePatch({}, deep)).not.toThrow()
  expect(() => applyMergePatch({}, { list: [deep] }, { lenient: true })).not.toThrow()
})

test('a result that is too large or too deep is refused with 413', () => {
  expectRefusal(() => applyMergePatch({ a: 'x'.repeat(60) }, { b: 'x'.repeat(60) }, { maxResultSize: 100 }), 413)
  expectRefusal(() => applyMergePatch({}, { a: { b: { c: {} } } }, { maxDepth: 2 }), 413)
})

describe('laws', () => {
  const json = fc
    .object({ maxDepth: 4, key: fc.constantFrom('a', 'b', 'c', '__proto__'), values: [fc.constantFrom(null, 1, 'x', true)] })
    .map((value) => deepFreeze(parse(JSON.stringify(value))))

  test('the result is that of the rules in the RFC', () => {
    fc.assert(
      fc.property(json, json, (document, patch) => expect(applyMergePatch(document, patch)).toEqual(naiveMerge(document, patch))),
    )
  })

  test('patching twice changes nothing more', () => {
    fc.assert(
      fc.property(json, json, (document, patch) => {
        const once = applyMergePatch(document, patch)
        expect(applyMergePatch(once, patch)).toEqual(once)
      }),
    )
  })

  test('an empty patch changes nothing, and nulls remove every member', () => {
    fc.assert(
      fc.property(json, (document) => {
        expect(applyMergePatch(document, {})).toEqual(document)
        const nulls = Object.fromEntries(Object.keys(document as object).map((key) => [key, null]))
        expect(applyMergePatch(document, nulls)).toEqual({})
      }),
    )
  })
})
