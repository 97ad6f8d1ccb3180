import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { ApiError, deepFreeze, isRecord } from '../../src/meta/index.js'
import type { PatchLimits } from '../../src/patch/index.js'
import { applyJsonPatch } from '../../src/public/patch.js'
import { expectRefusal, naiveAdd, naiveGet, naiveRemove, pathsOf, pointer } from './oracle.js'

const parse = (text: string): unknown => JSON.parse(text)

describe('the examples of RFC 6902, appendix A', () => {
  test.each([
    ['A.1 add a member', { foo: 'bar' }, [{ op: 'add', path: '/baz', value: 'qux' }], { baz: 'qux', foo: 'bar' }],
    ['A.2 add an item', { foo: ['bar', 'baz'] }, [{ op: 'add', path: '/foo/1', value: 'qux' }], { foo: ['bar', 'qux', 'baz'] }],
    ['A.3 remove a member', { baz: 'qux', foo: 'bar' }, [{ op: 'remove', path: '/baz' }], { foo: 'bar' }],
    ['A.4 remove an item', { foo: ['bar', 'qux', 'baz'] }, [{ op: 'remove', path: '/foo/1' }], { foo: ['bar', 'baz'] }],
    [
      'A.5 replace a value',
      { baz: 'qux', foo: 'bar' },
      [{ op: 'replace', path: '/baz', value: 'boo' }],
      { baz: 'boo', foo: 'bar' },
    ],
    [
      'A.6 move a value',
      { foo: { bar: 'baz', waldo: 'fred' }, qux: { corge: 'grault' } },
      [{ op: 'move', from: '/foo/waldo', path: '/qux/thud' }],
      { foo: { bar: 'baz' }, qux: { corge: 'grault', thud: 'fred' } },
    ],
    [
      'A.7 move an item',
      { foo: ['all', 'grass', 'cows', 'eat'] },
      [{ op: 'move', from: '/foo/1', path: '/foo/3' }],
      { foo: ['all', 'cows', 'eat', 'grass'] },
    ],
    [
      'A.8 test a value',
      { baz: 'qux', foo: ['a', 2, 'c'] },
      [
        { op: 'test', path: '/baz', value: 'qux' },
        { op: 'test', path: '/foo/1', value: 2 },
      ],
      { baz: 'qux', foo: ['a', 2, 'c'] },
    ],
    [
      'A.10 add a nested member',
      { foo: 'bar' },
      [{ op: 'add', path: '/child', value: { grandchild: {} } }],
      { foo: 'bar', child: { grandchild: {} } },
    ],
    [
      'A.11 ignore unknown members',
      { foo: 'bar' },
      [{ op: 'add', path: '/baz', value: 'qux', xyz: 123 }],
      { foo: 'bar', baz: 'qux' },
    ],
    ['A.14 escapes', { '/': 9, '~1': 10 }, [{ op: 'test', path: '/~01', value: 10 }], { '/': 9, '~1': 10 }],
    [
      'A.16 add a list at the end',
      { foo: ['bar'] },
      [{ op: 'add', path: '/foo/-', value: ['abc', 'def'] }],
      { foo: ['bar', ['abc', 'def']] },
    ],
  ])('%s', (_name, document, patch, expected) => {
    expect(applyJsonPatch(deepFreeze(document), deepFreeze(patch))).toEqual(expected)
  })

  test.each([
    ['A.9 a test that fails', { baz: 'qux' }, [{ op: 'test', path: '/baz', value: 'bar' }]],
    ['A.12 add below nothing', { foo: 'bar' }, [{ op: 'add', path: '/baz/bat', value: 'qux' }]],
    ['A.15 text is no number', { '/': 9, '~1': 10 }, [{ op: 'test', path: '/~01', value: '10' }]],
  ])('%s is refused with 422 and empty details', (_name, document, patch) => {
    const status = expectRefusal(() => applyJsonPatch(deepFreeze(document), patch), 422)
    expect(status).toMatchObject({ reason: 'Invalid', details: {} })
  })
})

describe('what does not fit is refused with 422', () => {
  test.each([
    ['an unknown operation', [{ op: 'frobnicate', path: '/a' }]],
    ['an operation without op', [{ path: '/a' }]],
    ['add without a value', [{ op: 'add', path: '/b' }]],
    ['an operation without a path', [{ op: 'remove' }]],
    ['a path that is a number', [{ op: 'remove', path: 5 }]],
    ['a path without its first slash', [{ op: 'remove', path: 'a' }]],
    ['a bad escape', [{ op: 'add', path: '/~2', value: 1 }]],
    ['move without from', [{ op: 'move', path: '/b' }]],
    ['remove of what is not there', [{ op: 'remove', path: '/b' }]],
    ['replace of what is not there', [{ op: 'replace', path: '/b', value: 1 }]],
    ['test of what is not there, even for null', [{ op: 'test', path: '/b', value: null }]],
    ['copy of what is not there', [{ op: 'copy', from: '/b', path: '/c' }]],
    ['a move into itself', [{ op: 'move', from: '/o', path: '/o/p' }]],
    [
      'the second removal of a member',
      [
        { op: 'remove', path: '/a' },
        { op: 'remove', path: '/a' },
      ],
    ],
    ['an index past the end', [{ op: 'add', path: '/l/3', value: 1 }]],
    ['an index with a leading zero', [{ op: 'replace', path: '/l/01', value: 1 }]],
    ['a negative index', [{ op: 'remove', path: '/l/-1' }]],
    ['a fraction for an index', [{ op: 'remove', path: '/l/1e0' }]],
    ['removal of the place after the end', [{ op: 'remove', path: '/l/-' }]],
    ['a member of a scalar', [{ op: 'add', path: '/a/b', value: 1 }]],
    ['removal of the whole document', [{ op: 'remove', path: '' }]],
    ['an inherited member', [{ op: 'remove', path: '/constructor' }]],
    ['a member of an inherited member', [{ op: 'add', path: '/constructor/prototype/x', value: 1 }]],
    ['a member below the prototype', [{ op: 'add', path: '/__proto__/x', value: 1 }]],
    ['a named member of a list', [{ op: 'add', path: '/l/length', value: 0 }]],
  ])('%s', (_name, patch) => {
    const document = deepFreeze({ a: 1, o: { p: {} }, l: [1, 2] })
    expectRefusal(() => applyJsonPatch(document, patch), 422)
    expect(({} as Record<string, unknown>).x).toBeUndefined()
  })
})

describe('a lenient patch', () => {
  const document = deepFreeze({ a: 1, o: { p: {} }, l: [1, 2], 'x~2': 1 })
  const lenient = (patch: unknown) => applyJsonPatch(document, patch, { lenient: true })

  test.each([
    ['replaces a member that is not there', [{ op: 'replace', path: '/o/q', value: 5 }], { ...document, o: { p: {}, q: 5 } }],
    ['tests an absent member against null', [{ op: 'test', path: '/o/q', value: null }], document],
    ['tests an absent member against no value', [{ op: 'test', path: '/b' }], document],
    ['copies null from an absent member', [{ op: 'copy', from: '/o/q', path: '/c' }], { ...document, c: null }],
    ['adds null when there is no value', [{ op: 'add', path: '/l/1' }], { ...document, l: [1, null, 2] }],
    ['replaces by null when there is no value', [{ op: 'replace', path: '/a' }], { ...document, a: null }],
    ['begins a path at its first slash', [{ op: 'add', path: 'nothing/o/q', value: 1 }], { ...document, o: { p: {}, q: 1 } }],
    ['takes a tilde for itself', [{ op: 'replace', path: '/x~2', value: 2 }], { ...document, 'x~2': 2 }],
    ['takes an index with a sign', [{ op: 'replace', path: '/l/+1', value: 5 }], { ...document, l: [1, 5] }],
    ['takes an index with leading zeros', [{ op: 'remove', path: '/l/001' }], { ...document, l: [1] }],
    ['counts a negative index from the end', [{ op: 'remove', path: '/l/-2' }], { ...document, l: [2] }],
    ['takes a negative zero', [{ op: 'add', path: '/l/-0', value: 0 }], { ...document, l: [0, 1, 2] }],
    ['appends at the index -1', [{ op: 'add', path: '/l/-1', value: 3 }], { ...document, l: [1, 2, 3] }],
    ['inserts at the first negative index', [{ op: 'add', path: '/l/-3', value: 0 }], { ...document, l: [0, 1, 2] }],
    [
      'tests and moves by such an index',
      [
        { op: 'test', path: '/l/-1', value: 2 },
        { op: 'move', from: '/l/-1', path: '/l/+0' },
      ],
      { ...document, l: [2, 1] },
    ],
    [
      'changes below such an index',
      [
        { op: 'replace', path: '/l/-1', value: { a: [] } },
        { op: 'add', path: '/l/+1/a/-', value: 1 },
        { op: 'copy', from: '/l/-1', path: '/l/-' },
        { op: 'add', path: '/l/-1/a/+0', value: 0 },
      ],
      { ...document, l: [1, { a: [1] }, { a: [0, 1] }] },
    ],
    ['replaces the whole document', [{ op: 'replace', path: '', value: { b: 1 } }], { b: 1 }],
    ['tests the whole document', [{ op: 'test', path: '', value: { ...document } }], document],
    ['moves a member to itself', [{ op: 'move', from: '/a', path: '/a' }], document],
    ['still unescapes', [{ op: 'add', path: '/~1~0', value: 2 }], { ...document, '/~': 2 }],
  ])('%s', (_what, patch, expected) => {
    expect(lenient(patch)).toEqual(expected)
  })

  test.each([
    ['an index before the first item', [{ op: 'remove', path: '/l/-3' }]],
    ['an index before the first place', [{ op: 'add', path: '/l/-4', value: 1 }]],
    ['an index past the end', [{ op: 'add', path: '/l/+3', value: 1 }]],
    ['a huge index', [{ op: 'replace', path: '/l/99999999999999999999', value: 1 }]],
    ['a huge negative index', [{ op: 'replace', path: '/l/-99999999999999999999', value: 1 }]],
    ['a sign alone', [{ op: 'remove', path: '/l/+' }]],
    ['a fraction for an index', [{ op: 'remove', path: '/l/1e0' }]],
    ['no index', [{ op: 'add', path: '/l/', value: 1 }]],
    ['removal of the place after the end', [{ op: 'remove', path: '/l/-' }]],
    ['removal of an absent member', [{ op: 'remove', path: '/b' }]],
    ['a move from an absent member', [{ op: 'move', from: '/b', path: '/c' }]],
    ['a test of an absent member against a value', [{ op: 'test', path: '/b', value: 1 }]],
    ['a test below what is not there', [{ op: 'test', path: '/b/c', value: null }]],
    ['replacing below what is not there', [{ op: 'replace', path: '/b/c', value: 1 }]],
    ['copying from below what is not there', [{ op: 'copy', from: '/b/c', path: '/d' }]],
    ['replacing past the end of a list', [{ op: 'replace', path: '/l/2', value: 1 }]],
    ['a test past the end of a list', [{ op: 'test', path: '/l/2', value: null }]],
    ['a member of a scalar', [{ op: 'test', path: '/a/b', value: null }]],
    ['a move of an absent member to itself', [{ op: 'move', from: '/b', path: '/b' }]],
    ['adding the whole document', [{ op: 'add', path: '', value: {} }]],
    ['removing the whole document', [{ op: 'remove', path: '' }]],
    ['copying the whole document', [{ op: 'copy', from: '', path: '/b' }]],
    ['copying over the whole document', [{ op: 'copy', from: '/o', path: '' }]],
    ['moving over the whole document', [{ op: 'move', from: '/o', path: '' }]],
    ['a path without any slash', [{ op: 'add', path: 'a', value: 1 }]],
    ['an unknown operation', [{ op: 'frobnicate', path: '/a' }]],
    ['no path', [{ op: 'add', value: 1 }]],
    ['no from', [{ op: 'copy', path: '/a' }]],
    ['a member below the prototype', [{ op: 'replace', path: '/__proto__/x', value: 1 }]],
  ])('is still refused: %s', (_what, patch) => {
    expectRefusal(() => lenient(patch), 422)
    expect(({} as Record<string, unknown>).x).toBeUndefined()
  })
})

test.each([
  ['an object', { op: 'remove', path: '/a' }],
  ['null', null],
  ['text', 'x'],
  ['a list of texts', ['x']],
  ['a list of lists', [[]]],
])('a body that is %s is not a JSON patch: 400', (_name, body) => {
  expect(expectRefusal(() => applyJsonPatch({}, body), 400)).toMatchObject({ reason: 'BadRequest' })
})

test('an empty patch returns the same instance', () => {
  const document = deepFreeze({ a: 1 })
  expect(applyJsonPatch(document, [])).toBe(document)
  expect(applyJsonPatch(document, [{ op: 'test', path: '', value: { a: 1 } }])).toBe(document)
})

test('the whole document can be replaced and then changed', () => {
  const patch = deepFreeze([
    { op: 'replace', path: '', value: { l: [] } },
    { op: 'add', path: '/l/0', value: 1 },
  ])
  expect(applyJsonPatch({ a: 1 }, patch)).toEqual({ l: [1] })
})

test('parts that no operation touches are shared', () => {
  const document = deepFreeze({ a: { x: 1 }, b: { y: 1 } })
  const result = applyJsonPatch(document, [{ op: 'add', path: '/a/z', value: 2 }]) as typeof document
  expect(result.b).toBe(document.b)
  expect(result).toEqual({ a: { x: 1, z: 2 }, b: { y: 1 } })
})

test('a copy is independent of its origin, whichever of them is written to later', () => {
  const document = deepFreeze({ a: { x: [1] } })
  const patch = [
    { op: 'add', path: '/a/x/-', value: 2 },
    { op: 'copy', from: '/a', path: '/b' },
    { op: 'add', path: '/b/x/-', value: 3 },
    { op: 'add', path: '/a/x/0', value: 0 },
  ]
  expect(applyJsonPatch(document, patch)).toEqual({ a: { x: [0, 1, 2] }, b: { x: [1, 2, 3] } })
})

test('__proto__ and constructor are keys like any other', () => {
  const document = deepFreeze(parse('{"__proto__":{"a":1},"constructor":{}}'))
  const patch = parse(`[
    {"op":"add","path":"/__proto__/b","value":2},
    {"op":"move","from":"/__proto__/a","path":"/constructor/__proto__"},
    {"op":"test","path":"/constructor/__proto__","value":1}]`)
  const result = applyJsonPatch(document, patch)
  expect(JSON.stringify(result)).toBe('{"__proto__":{"b":2},"constructor":{"__proto__":1}}')
  expect(Object.getPrototypeOf(result)).toBe(Object.prototype)
})

describe('a patch cannot ask for too much', () => {
  const double = Array.from({ length: 40 }, (_, i) => ({ op: 'copy', from: '', path: i % 2 ? '/x' : '/y' }))
  const wide = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`k${i}`, i]))
  const compare = { op: 'test', path: '', value: { ...wide } }
  const many = { op: 'test', path: '', value: {} }
  test.each<[string, unknown, unknown[], PatchLimits]>([
    ['more than 10,000 operations', {}, Array.from({ length: 10_001 }, () => many), {}],
    ['a path of more than 200,000 steps', {}, [{ op: 'add', path: '/0'.repeat(200_001), value: 1 }], {}],
    [
      'paths of more than 200,000 steps together',
      { a: 1 },
      Array.from({ length: 2001 }, () => ({ op: 'test', path: '/a', from: '/0'.repeat(100), value: 1 })),
      {},
    ],
    ['doubling the document again and again', { a: 'some text' }, double, {}],
    ['a result that is too large', { a: 'x' }, [{ op: 'add', path: '/b', value: 'x'.repeat(200) }], { maxResultSize: 100 }],
    ['a result that is too deep', { a: [[[]]] }, [{ op: 'add', path: '/a/0/0/0', value: [] }], { maxDepth: 3 }],
    ['comparing a wide object again and again', wide, Array.from({ length: 9_999 }, () => compare), {}],
  ])('%s: 413', (_name, document, patch, limits) => {
    expectRefusal(() => applyJsonPatch(document, patch, limits), 413)
  })
  test('a document as deep as a body may be can be patched, compared and copied', () => {
    const deep = parse(`${'['.repeat(9000)}${']'.repeat(9000)}`)
    const patch = [
      { op: 'test', path: '/a', value: deep },
      { op: 'copy', from: '/a', path: '/b' },
      { op: 'remove', path: '/a' },
    ]
    expect(isRecord(applyJsonPatch({ a: deep }, patch))).toBe(true)
  })
})

describe('laws', () => {
  const documents = fc.object({
    maxDepth: 3,
    key: fc.constantFrom('a', 'b', '~', '/', '', '0', '__proto__'),
    withNullPrototype: false,
  })
  const values = fc.jsonValue({ maxDepth: 2 })
  /** A document of plain JSON, with a path that leads somewhere in it. */
  const places = fc.tuple(fc.oneof(documents, fc.array(documents, { maxLength: 3 })), fc.nat()).map(([document, pick]) => {
    const plain = deepFreeze(parse(JSON.stringify(document)))
    const paths = pathsOf(plain)
    return { document: plain, path: paths[pick % paths.length] ?? [], other: paths[(pick * 7 + 3) % paths.length] ?? [] }
  })

  test('after adding, a test for the value succeeds', () => {
    fc.assert(
      fc.property(places, values, ({ document, path }, value) => {
        const result = applyJsonPatch(document, [{ op: 'add', path: pointer(path), value }])
        expect(applyJsonPatch(result, [{ op: 'test', path: pointer(path), value }])).toBe(result)
      }),
    )
  })

  test('add, remove and replace have the same result as on a deep copy', () => {
    fc.assert(
      fc.property(places, values, ({ document, path }, value) => {
        const at = pointer(path)
        expect(applyJsonPatch(document, [{ op: 'add', path: at, value }])).toEqual(naiveAdd(document, path, value))
        if (path.length === 0) return
        const removed = naiveRemove(document, path)
        expect(applyJsonPatch(document, [{ op: 'remove', path: at }])).toEqual(removed)
        expect(applyJsonPatch(document, [{ op: 'replace', path: at, value }])).toEqual(naiveAdd(removed, path, value))
      }),
    )
  })

  test('move is remove, then add; copy is add of what is there', () => {
    fc.assert(
      fc.property(places, ({ document, path, other }) => {
        if (path.length === 0) return
        const value = naiveGet(document, path)
        const steps = [
          { op: 'remove', path: pointer(path) },
          { op: 'add', path: pointer(other), value },
        ]
        const move = { op: 'move', from: pointer(path), path: pointer(other) }
        const intoItself = other.length > path.length && path.every((token, i) => token === other[i])
        expect(outcome(document, [move])).toEqual(intoItself ? 422 : outcome(document, steps))
        const copy = { op: 'copy', from: pointer(path), path: pointer(other) }
        expect(outcome(document, [copy])).toEqual(outcome(document, [{ op: 'add', path: pointer(other), value }]))
      }),
    )
  })

  test('a list of operations is one after the other, and never writes to its inputs', () => {
    const operations = fc.record({
      op: fc.constantFrom('add', 'remove', 'replace', 'move', 'copy', 'test'),
      path: fc.constantFrom('/a', '/b', '/a/b', '/a/0', '/a/-', '/__proto__', '/~1', ''),
      from: fc.constantFrom('/a', '/b', '/a/b', '/a/0', '/__proto__'),
      value: values.map((value) => deepFreeze(parse(JSON.stringify(value)))),
    })
    fc.assert(
      fc.property(places, fc.array(operations, { maxLength: 12 }), ({ document }, patch) => {
        let stepwise: unknown = document
        for (const operation of patch) if (stepwise !== 422) stepwise = outcome(stepwise, [operation])
        expect(outcome(document, deepFreeze(patch))).toEqual(stepwise)
      }),
      { numRuns: 500 },
    )
  })
})

function outcome(document: unknown, patch: readonly unknown[]): unknown {
  try {
    return applyJsonPatch(deepFreeze(document), patch)
  } catch (error) {
    if (error instanceof ApiError) return error.status.code
    throw error
  }
}
