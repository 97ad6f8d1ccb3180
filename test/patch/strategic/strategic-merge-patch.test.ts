import { describe, expect, test } from '@jest/globals'
import { deepFreeze, MAX_JSON_DEPTH } from '../../../src/meta/index.js'
import { applyStrategicMergePatch } from '../../../src/public/patch.js'
import { expectRefusal } from '../oracle.js'
import { partType, patchPart } from './type-of.js'

const parse = (text: string): unknown => JSON.parse(text)
const named = (...names: readonly string[]) => names.map((name) => ({ name }))

interface Row {
  rule: string
  live: unknown
  patch: unknown
  result: unknown
}

const rows = (table: readonly Row[]) =>
  test.each(table)('$rule', ({ live, patch, result }) => {
    expect(patchPart(deepFreeze(live), deepFreeze(patch))).toEqual(result)
  })

describe('objects', () => {
  rows([
    { rule: 'members merge', live: { a: 1, b: { c: 1 } }, patch: { b: { d: 2 } }, result: { a: 1, b: { c: 1, d: 2 } } },
    { rule: 'null removes', live: { a: 1, b: { c: 1, d: 1 } }, patch: { a: null, b: { c: null } }, result: { b: { d: 1 } } },
    { rule: 'null removes what is not there', live: { a: 1 }, patch: { b: null }, result: { a: 1 } },
    { rule: 'a value of another JSON type replaces', live: { a: { b: 1 } }, patch: { a: [1] }, result: { a: [1] } },
    { rule: 'an object replaces a scalar', live: { a: 1 }, patch: { a: { b: 1, c: null } }, result: { a: { b: 1 } } },
    { rule: 'nulls of new objects are left out', live: {}, patch: { a: { b: null, c: { d: null } } }, result: { a: { c: {} } } },
    { rule: 'an empty object is a value', live: {}, patch: { a: {} }, result: { a: {} } },
    {
      rule: 'the strategy replace replaces',
      live: { selector: { a: 1 } },
      patch: { selector: { b: 1 } },
      result: { selector: { b: 1 } },
    },
    {
      rule: 'the values of a map have their type',
      live: { options: { x: { tags: ['a'], args: ['a'] } } },
      patch: { options: { x: { tags: ['b'], args: ['b'] } } },
      result: { options: { x: { tags: ['b', 'a'], args: ['b'] } } },
    },
    {
      rule: 'other keys with a dollar sign are data',
      live: { $ref: 'a' },
      patch: { $ref: 'b', $x: 1 },
      result: { $ref: 'b', $x: 1 },
    },
  ])
})

describe('$patch in objects', () => {
  rows([
    {
      rule: 'replace takes the place',
      live: { a: { b: 1 } },
      patch: { a: { $patch: 'replace', c: 1 } },
      result: { a: { c: 1 } },
    },
    { rule: 'replace leaves nulls out', live: { a: { b: 1 } }, patch: { a: { $patch: 'replace', b: null } }, result: { a: {} } },
    { rule: 'replace of the whole', live: { a: 1 }, patch: { $patch: 'replace', b: 1 }, result: { b: 1 } },
    { rule: 'delete empties', live: { a: { b: 1 } }, patch: { a: { $patch: 'delete', c: 1 } }, result: { a: {} } },
    { rule: 'delete of the whole', live: { a: 1 }, patch: { $patch: 'delete' }, result: {} },
    {
      rule: 'merge says what is so anyway',
      live: { a: { b: 1 } },
      patch: { a: { $patch: 'merge', c: 1 } },
      result: { a: { b: 1, c: 1 } },
    },
    { rule: 'merge where there is nothing is data', live: {}, patch: { a: { $patch: 'merge', c: 1 } }, result: { a: { c: 1 } } },
    { rule: 'replace of nothing is nothing', live: {}, patch: { a: { $patch: 'replace', b: 1 } }, result: {} },
    { rule: 'delete of nothing is nothing', live: {}, patch: { a: { b: { $patch: 'delete' }, c: 1 } }, result: { a: { c: 1 } } },
    {
      rule: 'directives beat the strategy replace',
      live: { selector: { a: 1 } },
      patch: { selector: { $patch: 'delete', b: 1 } },
      result: { selector: {} },
    },
  ])
})

describe('$retainKeys', () => {
  rows([
    {
      rule: 'only the listed members stay',
      live: { strategy: { type: 'Rolling', rolling: { x: 1 } } },
      patch: { strategy: { $retainKeys: ['type'], type: 'Recreate' } },
      result: { strategy: { type: 'Recreate' } },
    },
    {
      rule: 'listed members that the patch does not set stay as they are',
      live: { a: { b: 1, c: 2, d: 3 } },
      patch: { a: { $retainKeys: ['b', 'x'], c: null } },
      result: { a: { b: 1 } },
    },
    { rule: 'of a new object says nothing', live: {}, patch: { a: { $retainKeys: ['b'], b: 1 } }, result: { a: { b: 1 } } },
    {
      rule: 'it holds for items of lists',
      live: { parts: [{ name: 'a', x: 1 }] },
      patch: { parts: [{ name: 'a', $retainKeys: ['name', 'y'], y: 1 }] },
      result: { parts: [{ name: 'a', y: 1 }] },
    },
  ])
})

describe('lists by key', () => {
  rows([
    {
      rule: 'an item merges into the one with its key',
      live: { parts: [{ name: 'a', x: 1 }, { name: 'b' }] },
      patch: { parts: [{ name: 'a', y: 1 }] },
      result: { parts: [{ name: 'a', x: 1, y: 1 }, { name: 'b' }] },
    },
    {
      rule: 'new items come first',
      live: { parts: named('a', 'b') },
      patch: { parts: named('c', 'd') },
      result: { parts: named('c', 'd', 'a', 'b') },
    },
    {
      rule: 'others stay in front of the named items that they stood in front of',
      live: { parts: named('a', 'b', 'c', 'd') },
      patch: { parts: named('c', 'x') },
      result: { parts: named('a', 'b', 'c', 'x', 'd') },
    },
    {
      rule: 'named items take the order of the patch',
      live: { parts: named('a', 'b', 'c') },
      patch: { parts: named('c', 'a') },
      result: { parts: named('b', 'c', 'a') },
    },
    {
      rule: 'lists inside items have their type',
      live: { parts: [{ name: 'a', tags: ['x'], parts: named('p') }] },
      patch: { parts: [{ name: 'a', tags: ['y'], parts: named('q') }] },
      result: { parts: [{ name: 'a', tags: ['y', 'x'], parts: named('q', 'p') }] },
    },
    {
      rule: 'keys may be numbers, which are not the texts that look so',
      live: { ports: [{ port: 80, a: 1 }, { port: '80' }] },
      patch: { ports: [{ port: 80, b: 1 }] },
      result: { ports: [{ port: 80, a: 1, b: 1 }, { port: '80' }] },
    },
    {
      rule: 'the first of several live items with one key takes the change',
      live: { ports: [{ port: 53, p: 'TCP' }, { port: 53, p: 'UDP' }, { port: 80 }] },
      patch: { ports: [{ port: 53, x: 1 }] },
      result: { ports: [{ port: 53, p: 'TCP', x: 1 }, { port: 53, p: 'UDP' }, { port: 80 }] },
    },
    {
      rule: 'items that share a key all come into an empty list',
      live: { ports: [] },
      patch: {
        ports: [
          { port: 53, p: 'TCP' },
          { port: 53, p: 'UDP' },
        ],
      },
      result: {
        ports: [
          { port: 53, p: 'TCP' },
          { port: 53, p: 'UDP' },
        ],
      },
    },
    {
      rule: 'items of a patch that share a key are one item of a list that is not empty',
      live: { parts: named('z') },
      patch: {
        parts: [
          { name: 'a', x: 1 },
          { name: 'a', y: 1 },
        ],
      },
      result: { parts: [{ name: 'a', x: 1, y: 1 }, { name: 'z' }] },
    },
    {
      rule: 'live items without the key stay where they are',
      live: { parts: [{ x: 1 }, { name: 'a' }] },
      patch: { parts: [{ name: 'a', y: 1 }] },
      result: { parts: [{ x: 1 }, { name: 'a', y: 1 }] },
    },
    { rule: 'null removes the list', live: { parts: named('a') }, patch: { parts: null }, result: {} },
    { rule: 'an empty list adds nothing', live: { parts: named('a') }, patch: { parts: [] }, result: { parts: named('a') } },
    {
      rule: 'new items have no nulls and no directives',
      live: { parts: named('a') },
      patch: { parts: [{ name: 'b', x: null, y: { $patch: 'replace', z: 1 }, '$setElementOrder/tags': ['t'], tags: ['t'] }] },
      result: { parts: [{ name: 'b', tags: ['t'] }, { name: 'a' }] },
    },
  ])
})

describe('$patch in items', () => {
  rows([
    {
      rule: 'delete removes the item with the key',
      live: { parts: named('a', 'b') },
      patch: { parts: [{ $patch: 'delete', name: 'a' }] },
      result: { parts: named('b') },
    },
    {
      rule: 'delete removes all items with the key',
      live: {
        ports: [
          { port: 53, p: 'TCP' },
          { port: 53, p: 'UDP' },
        ],
      },
      patch: { ports: [{ port: 53, $patch: 'delete' }] },
      result: { ports: [] },
    },
    {
      rule: 'delete from an empty list leaves it there',
      live: { parts: [] },
      patch: { parts: [{ $patch: 'delete', name: 'a' }] },
      result: { parts: [] },
    },
    {
      rule: 'delete from a list that is not there makes none',
      live: {},
      patch: { parts: [{ $patch: 'delete', name: 'a' }] },
      result: {},
    },
    {
      rule: 'delete and add of one key make it new',
      live: { parts: [{ name: 'a', x: 1 }, { name: 'b' }] },
      patch: {
        parts: [
          { $patch: 'delete', name: 'a' },
          { name: 'a', y: 1 },
        ],
      },
      result: { parts: [{ name: 'a', y: 1 }, { name: 'b' }] },
    },
    { rule: 'delete from nothing is nothing', live: {}, patch: { parts: [{ $patch: 'delete', name: 'a' }] }, result: {} },
    {
      rule: 'replace leaves the other items of the patch alone',
      live: { parts: named('a', 'b') },
      patch: { parts: [...named('c'), { $patch: 'replace' }, { $patch: 'delete', name: 'a' }, { name: 'b', x: null }] },
      result: { parts: named('c', 'b') },
    },
    {
      rule: 'replace alone empties',
      live: { parts: named('a') },
      patch: { parts: [{ $patch: 'replace' }] },
      result: { parts: [] },
    },
    {
      rule: 'merge says what is so anyway',
      live: { parts: [{ name: 'a', x: 1 }] },
      patch: { parts: [{ $patch: 'merge', name: 'a', y: 1 }] },
      result: { parts: [{ name: 'a', x: 1, y: 1 }] },
    },
    {
      rule: 'replace works on scalars',
      live: { tags: ['a'] },
      patch: { tags: [{ $patch: 'replace' }, 'b'] },
      result: { tags: ['b'] },
    },
    {
      rule: 'directives in a list that is replaced are no items of it',
      live: { pulls: named('a') },
      patch: { pulls: [{ $patch: 'replace' }, { name: 'b' }] },
      result: { pulls: named('b') },
    },
  ])
})

describe('lists of scalars', () => {
  rows([
    {
      rule: 'those that merge are sets',
      live: { tags: ['a', 'b'] },
      patch: { tags: ['c', 'a'] },
      result: { tags: ['c', 'a', 'b'] },
    },
    {
      rule: 'live doubles end with the first merge',
      live: { tags: ['a', 'a', 'b'] },
      patch: { tags: ['b'] },
      result: { tags: ['a', 'b'] },
    },
    { rule: 'numbers and texts are different', live: { tags: [1] }, patch: { tags: ['1'] }, result: { tags: ['1', 1] } },
    { rule: 'other lists are replaced', live: { args: ['a', 'b'] }, patch: { args: ['c', 'c'] }, result: { args: ['c', 'c'] } },
    { rule: 'unknown lists are replaced', live: { x: ['a'] }, patch: { x: [{ y: null }] }, result: { x: [{}] } },
    { rule: 'nulls in lists are data', live: { x: [1] }, patch: { x: [null] }, result: { x: [null] } },
    {
      rule: 'scalars are deleted by value',
      live: { tags: ['a', 'b', 'a', 1] },
      patch: { '$deleteFromPrimitiveList/tags': ['a', 'z', '1'] },
      result: { tags: ['b', 1] },
    },
    {
      rule: 'deleting comes after merging and ordering',
      live: { tags: ['a', 'b'] },
      patch: { '$deleteFromPrimitiveList/tags': ['a', 'c'], '$setElementOrder/tags': ['d', 'c', 'b'], tags: ['d', 'c'] },
      result: { tags: ['d', 'b'] },
    },
    {
      rule: 'scalars are deleted from any list',
      live: { args: ['a', 'b'], x: [{ y: 1 }, 'a'] },
      patch: { '$deleteFromPrimitiveList/args': ['a'], '$deleteFromPrimitiveList/x': ['a'] },
      result: { args: ['b'], x: [{ y: 1 }] },
    },
    {
      rule: 'deleting from what is no list changes nothing',
      live: { a: { tags: 'a' } },
      patch: {
        a: { '$deleteFromPrimitiveList/tags': ['a'], '$deleteFromPrimitiveList/none': ['a'] },
        b: { '$deleteFromPrimitiveList/tags': ['a'] },
      },
      result: { a: { tags: 'a' }, b: {} },
    },
  ])
})

describe('$setElementOrder', () => {
  rows([
    {
      rule: 'it sorts what it names, new items too',
      live: { parts: named('a', 'b') },
      patch: { '$setElementOrder/parts': named('b', 'c', 'a'), parts: named('c') },
      result: { parts: named('b', 'c', 'a') },
    },
    {
      rule: 'it sorts a list that does not change otherwise',
      live: { parts: named('a', 'b', 'c') },
      patch: { '$setElementOrder/parts': named('c', 'a', 'b') },
      result: { parts: named('c', 'a', 'b') },
    },
    {
      rule: 'others keep their order, in front of what they stood in front of',
      live: { parts: named('x', 'a', 'y', 'b', 'z') },
      patch: { '$setElementOrder/parts': named('b', 'a') },
      result: { parts: named('x', 'y', 'b', 'a', 'z') },
    },
    {
      rule: 'it may name what is not there',
      live: { tags: ['a', 'b'] },
      patch: { '$setElementOrder/tags': ['q', 'b', 'a'], '$setElementOrder/args': ['a'] },
      result: { tags: ['b', 'a'] },
    },
    {
      rule: 'deleted items need not be in it',
      live: { parts: named('a', 'b', 'c') },
      patch: { '$setElementOrder/parts': named('c', 'b'), parts: [{ $patch: 'delete', name: 'a' }] },
      result: { parts: named('c', 'b') },
    },
    {
      rule: 'an empty order orders nothing',
      live: { tags: ['a'] },
      patch: { '$setElementOrder/tags': [], tags: ['b'] },
      result: { tags: ['b', 'a'] },
    },
    {
      rule: 'of a new list it says nothing',
      live: {},
      patch: { '$setElementOrder/tags': ['a', 'b'], tags: ['a', 'b'] },
      result: { tags: ['a', 'b'] },
    },
    {
      rule: 'a list that is removed needs no order',
      live: { tags: ['a'] },
      patch: { '$setElementOrder/tags': ['a'], tags: null },
      result: {},
    },
    {
      rule: 'a list that is replaced may be ordered too',
      live: { args: ['a', 'b'] },
      patch: { '$setElementOrder/args': ['b', 'a'] },
      result: { args: ['b', 'a'] },
    },
  ])
})

describe('refusals', () => {
  test.each([
    ['a list', []],
    ['text', 'x'],
    ['null', null],
    ['an unknown directive', { a: { $patch: 'frob' } }],
    ['a directive that is null', { $patch: null }],
    ['an unknown directive in an item', { parts: [{ $patch: 'frob', name: 'a' }] }],
    ['an unknown directive in a new part', { new: [{ deep: { $patch: 7 } }] }],
    ['members to retain that are no list', { $retainKeys: 'a' }],
    ['members to retain that are no names', { $retainKeys: [1] }],
    ['a member that is not to be retained', { a: { $retainKeys: ['b'], c: 1 } }],
    ['an order that is no list', { '$setElementOrder/tags': 'a' }],
    ['an order that lacks an item', { '$setElementOrder/tags': ['a'], tags: ['b'] }],
    ['an order that is not that of the items', { '$setElementOrder/parts': named('a', 'b'), parts: named('b', 'a') }],
    ['a deletion that is no list', { '$deleteFromPrimitiveList/tags': null }],
    ['a deletion of objects', { '$deleteFromPrimitiveList/tags': [{}] }],
  ])('%s is not a patch: 400', (_name, patch) => {
    expectRefusal(() => patchPart({ a: { c: 1 }, tags: ['a'], parts: named('a') }, patch), 400)
  })

  test.each([
    ['an item without its key', { parts: [{ x: 1 }] }],
    ['an item whose key is null', { parts: [{ name: null }] }],
    ['an item whose key is an object', { parts: [{ name: {} }] }],
    ['an item that is text', { parts: ['a'] }],
    ['an item that is a list', { parts: [[]] }],
    ['a deletion without the key', { parts: [{ $patch: 'delete' }] }],
    ['an object in a list of scalars', { tags: [{ name: 'a' }] }],
    ['an order without the key', { '$setElementOrder/parts': [{ x: 1 }] }],
    ['an order of objects in a list without a merge key', { '$setElementOrder/pulls': named('a') }],
  ])('%s does not fit: 422 with empty details', (_name, patch) => {
    const status = expectRefusal(() => patchPart({ tags: ['a'], parts: named('a'), pulls: named('a') }, patch), 422)
    expect(status).toMatchObject({ reason: 'Invalid', details: {} })
  })
})

describe('hostile input', () => {
  test('keys such as __proto__ are data, as members, names of lists and keys of items', () => {
    const live = parse('{"__proto__":{"a":1,"tags":["x"]},"parts":[{"name":"__proto__","v":1}]}')
    const patch = parse(
      '{"__proto__":{"b":2,"tags":["y"]},"parts":[{"name":"__proto__","constructor":{"z":1}}],"$setElementOrder/__proto__":["a"]}',
    )
    expect(JSON.stringify(patchPart(deepFreeze(live), deepFreeze(patch)))).toBe(
      '{"__proto__":{"a":1,"tags":["y"],"b":2},"parts":[{"name":"__proto__","v":1,"constructor":{"z":1}}]}',
    )
    expect(patchPart(live, parse('{"__proto__":null,"parts":null,"constructor":{"$retainKeys":[]}}'))).toEqual({
      constructor: {},
    })
    expect(({} as Record<string, unknown>).b).toBeUndefined()
  })

  test('a patch may nest as deep as values may, and no deeper', () => {
    const nested = (depth: number, leaf: string) => parse(`${'{"options":'.repeat(depth)}${leaf}${'}'.repeat(depth)}`)
    expect(() => patchPart(nested(MAX_JSON_DEPTH - 1, '{"a":1}'), nested(MAX_JSON_DEPTH - 1, '{"b":1}'))).not.toThrow()
    expect(() => patchPart({}, nested(MAX_JSON_DEPTH - 1, '{"b":1}'))).not.toThrow()
    expectRefusal(() => patchPart({}, nested(MAX_JSON_DEPTH + 1, '1')), 413)
  })

  test('a result that is too large is refused with 413', () => {
    const patch = { b: 'x'.repeat(60) }
    expectRefusal(() => applyStrategicMergePatch({ a: 'x'.repeat(60) }, patch, partType, { maxResultSize: 100 }), 413)
  })

  test('a patch that changes one great item again and again is refused with 413', () => {
    const great = Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`k${i}`, 1]))
    const live = { parts: [{ ...great, name: 'a' }] }
    const patch = { parts: Array.from({ length: 1000 }, (_, i) => ({ name: 'a', x: i })) }
    const limits = { maxResultSize: 100_000 }
    expectRefusal(() => applyStrategicMergePatch(live, patch, partType, limits), 413)
    expect(() => applyStrategicMergePatch(live, { parts: patch.parts.slice(0, 50) }, partType, limits)).not.toThrow()
  })

  test('great lists merge in one walk', () => {
    const items = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => ({ name: `n${from + i}` }))
    const result = patchPart({ parts: items(0, 10_000) }, { parts: items(5_000, 15_000) }) as { parts: unknown[] }
    expect(result.parts).toHaveLength(15_000)
  })
})

test('a document that is no object counts as an empty one', () => {
  expect(patchPart(undefined, { a: 1 })).toEqual({ a: 1 })
  expect(patchPart([1], {})).toEqual({})
})
