import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import {
  cloneJson,
  deepFreeze,
  equalExcept,
  getKey,
  isDeeperThan,
  isRecord,
  jsonEqual,
  MAX_JSON_DEPTH,
  quoteJson,
  setKey,
} from '../../../src/meta/index.js'

/** JSON values with keys that bite: `__proto__`, `constructor` and the like. */
const json = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<unknown>(null, true, false, 0, 1, -1.5, '', 'a'),
    fc.string(),
    fc.array(tie('value'), { maxLength: 4 }),
    fc
      .array(fc.tuple(fc.constantFrom('a', 'b', '__proto__', 'constructor', 'toString', ''), tie('value')), { maxLength: 4 })
      .map((entries) => {
        const object = {}
        for (const [key, value] of entries) setKey(object, key, value)
        return object
      }),
  ),
})).value

const nested = (depth: number): unknown => {
  let value: unknown = 1
  for (let i = 0; i < depth; i++) value = i % 2 ? [value] : { a: value }
  return value
}

describe('isRecord', () => {
  test.each([
    [{}, true],
    [{ a: 1 }, true],
    [Object.create(null), true],
    [[], false],
    [null, false],
    [undefined, false],
    ['text', false],
    [7, false],
  ])('%j is a JSON object: %s', (value, expected) => {
    expect(isRecord(value)).toBe(expected)
  })
})

describe('isDeeperThan', () => {
  test.each([
    ['text', 0, false],
    [{}, 0, true],
    [{ a: 1, b: [] }, 1, true],
    [{ a: 1, b: [] }, 2, false],
    [[[{}]], 2, true],
  ])('%j has more than %i levels: %s', (value, levels, expected) => {
    expect(isDeeperThan(value, levels)).toBe(expected)
  })

  test('descends no deeper than it has to', () => {
    let deep: unknown = 0
    for (let level = 0; level < 100_000; level++) deep = [deep]
    expect(isDeeperThan(deep, MAX_JSON_DEPTH)).toBe(true)
  })
})

describe('setKey and getKey', () => {
  test('a value under any key is read back, and the prototype is unchanged', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor', 'hasOwnProperty')), json, (key, value) => {
        const object = {}
        setKey(object, key, value)
        expect(getKey(object, key)).toBe(value)
        expect(Object.keys(object)).toEqual([key])
        expect(Object.getPrototypeOf(object)).toBe(Object.prototype)
      }),
    )
  })

  test('inherited members are absent', () => {
    for (const key of ['constructor', 'toString', '__proto__', 'hasOwnProperty']) expect(getKey({}, key)).toBeUndefined()
  })

  test('values other than objects have no members', () => {
    for (const value of [null, undefined, 'text', 3, ['a']]) expect(getKey(value, 'length')).toBeUndefined()
  })
})

describe('jsonEqual', () => {
  test('a value equals its copy, whatever its keys', () => {
    fc.assert(fc.property(json, (value) => jsonEqual(value, cloneJson(value))))
  })

  test('it is symmetric and agrees with the canonical text', () => {
    const canonical = (value: unknown): string => {
      if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
      if (!isRecord(value)) return JSON.stringify(value)
      const members = Object.entries(value).map(([key, member]) => `${JSON.stringify(key)}:${canonical(member)}`)
      return `{${members.sort().join()}}`
    }
    fc.assert(
      fc.property(json, json, (left, right) => {
        expect(jsonEqual(left, right)).toBe(canonical(left) === canonical(right))
        expect(jsonEqual(right, left)).toBe(jsonEqual(left, right))
      }),
    )
  })

  test.each([
    [{ a: 1, b: 2 }, { b: 2, a: 1 }, true],
    [{ a: undefined }, {}, true],
    [{}, { a: undefined }, true],
    [{ a: undefined, b: 1 }, { b: 1, c: undefined }, true],
    [{ a: 1 }, { a: 1, b: null }, false],
    [[1, 2], [2, 1], false],
    [[1], [1, 1], false],
    [[], {}, false],
    [{}, [], false],
    [{ 0: 'a' }, ['a'], false],
    [null, {}, false],
    [{}, null, false],
    [0, '0', false],
    [0, false, false],
    ['', null, false],
  ])('%j and %j are equal: %s', (left, right, expected) => {
    expect(jsonEqual(left, right)).toBe(expected)
  })

  test('an inherited member does not pass for an own one', () => {
    const own = JSON.parse('{"constructor":null}') as unknown
    expect(jsonEqual(own, {})).toBe(false)
    expect(jsonEqual(JSON.parse('{"__proto__":{}}'), {})).toBe(false)
    expect(jsonEqual(JSON.parse('{"__proto__":{}}'), JSON.parse('{"a":{}}'))).toBe(false)
  })
})

describe('equalExcept', () => {
  const record = fc.dictionary(fc.constantFrom('a', 'b', 'c', '__proto__', 'toString'), fc.option(json, { nil: undefined }))
  const without = (object: object, ...keys: readonly string[]) =>
    Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)))

  test('compares all members but the named ones', () => {
    fc.assert(
      fc.property(record, record, (left, right) => {
        expect(equalExcept(left, right, 'a', '__proto__')).toBe(
          jsonEqual(without(left, 'a', '__proto__'), without(right, 'a', '__proto__')),
        )
        expect(equalExcept({ ...left, a: 1 }, { ...left, a: 2 }, 'a')).toBe(true)
      }),
    )
  })
})

describe('cloneJson', () => {
  test('the copy shares nothing that can be written to', () => {
    fc.assert(
      fc.property(json, (value) => {
        const frozen = deepFreeze(cloneJson(value))
        const copy = cloneJson(frozen)
        const visit = (node: unknown): void => {
          if (typeof node !== 'object' || node === null) return
          expect(Object.isFrozen(node) && Object.keys(node).length > 0).toBe(false)
          Object.values(node).forEach(visit)
        }
        visit(copy)
      }),
    )
  })

  test('a key named __proto__ is copied as a key', () => {
    const copy = cloneJson(JSON.parse('{"__proto__":{"polluted":true},"a":1}') as Record<string, unknown>)
    expect(JSON.stringify(copy)).toBe('{"__proto__":{"polluted":true},"a":1}')
    expect('polluted' in copy).toBe(false)
    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype)
  })
})

describe('deepFreeze', () => {
  test('returns the value itself, with nothing left to write to', () => {
    const value = { list: [{ a: 1 }], text: 'x' }
    expect(deepFreeze(value)).toBe(value)
    expect(Object.isFrozen(value) && Object.isFrozen(value.list) && Object.isFrozen(value.list[0])).toBe(true)
    expect(deepFreeze(null)).toBeNull()
  })
})

test('values as deep as decoders let through are handled', () => {
  expect(jsonEqual(nested(MAX_JSON_DEPTH), nested(MAX_JSON_DEPTH))).toBe(true)
  expect(jsonEqual(cloneJson(nested(MAX_JSON_DEPTH)), deepFreeze(nested(MAX_JSON_DEPTH)))).toBe(true)
})

test('quoting writes a text as JSON does, whatever is in it', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 80 }),
    fc.constantFrom('', '"', '\\', '\u0000', '\u001f', '\u2028', '\ud800'),
  )
  fc.assert(fc.property(text, (value) => expect(quoteJson(value)).toBe(JSON.stringify(value))))
})
