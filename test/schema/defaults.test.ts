import { describe, expect, test } from '@jest/globals'
import { deepFreeze, type JsonObject } from '../../src/meta/index.js'
import { compileSchema } from '../../src/schema/index.js'

const properties: JsonObject = {
  size: { type: 'integer', default: 3 },
  mode: { type: 'string', enum: ['fast', 'slow'], default: 'slow' },
  deep: { type: 'object', properties: { flag: { type: 'boolean', default: true } } },
  filled: { type: 'object', properties: { n: { type: 'integer', default: 1 }, m: { type: 'integer' } }, default: {} },
  items: { type: 'array', items: { type: 'object', properties: { weight: { type: 'integer', default: 10 } } } },
  map: { type: 'object', additionalProperties: { type: 'object', properties: { v: { type: 'string', default: 'd' } } } },
}
const schema = compileSchema(deepFreeze({ type: 'object', properties: { spec: { type: 'object', properties } } }))
const base = { filled: { n: 1 }, mode: 'slow', size: 3 }

describe('defaults', () => {
  test.each([
    ['fill an object that is there', {}, base],
    ['leave what is set', { size: 5, mode: 'fast' }, { ...base, size: 5, mode: 'fast' }],
    ['fill nested objects that are there', { deep: {} }, { ...base, deep: { flag: true } }],
    ['leave false alone', { deep: { flag: false } }, { ...base, deep: { flag: false } }],
    ['complete a default object', { filled: { m: 2 } }, { ...base, filled: { m: 2, n: 1 } }],
    ['fill items', { items: [{}, { weight: 1 }] }, { ...base, items: [{ weight: 10 }, { weight: 1 }] }],
    ['fill values of maps', { map: { one: {}, two: { v: 'x' } } }, { ...base, map: { one: { v: 'd' }, two: { v: 'x' } } }],
    ['take the place of a null that does not fit', { size: null, filled: null }, base],
    [
      'are not there for other nulls, which go',
      { deep: null, map: { a: null }, items: [{ weight: null }] },
      { ...base, map: {}, items: [{ weight: 10 }] },
    ],
  ])('%s', (_name, spec, expected) => {
    expect(schema.applyDefaults(deepFreeze({ spec }))).toEqual({ spec: expected })
  })

  test('add up to a bound, which the caller may set', () => {
    const spec = { items: new Array(1_000).fill({}) }
    const length = JSON.stringify({ spec: schema.applyDefaults({ spec }).spec }).length - JSON.stringify({ spec }).length
    expect(schema.applyDefaults({ spec }, length + 20)).toHaveProperty('spec.items.999', { weight: 10 })
    expect(() => schema.applyDefaults({ spec }, length / 2)).toThrow(/too large with the defaults/)
  })

  test('that multiply inside defaults are refused, each time', () => {
    const level = (below: object): object => ({
      type: 'object',
      properties: { list: { type: 'array', items: below, default: new Array(1_000).fill({}) } },
    })
    const bomb = compileSchema({ ...level(level(level(level({})))) } as JsonObject)
    for (let i = 0; i < 3; i++) expect(() => bomb.applyDefaults({})).toThrow(/too large with the defaults/)
  })

  test('do not create the object that would contain them', () => {
    const object = deepFreeze({ kind: 'Widget' })
    expect(schema.applyDefaults(object)).toBe(object)
  })

  test('leave a null that fits', () => {
    const nullable = compileSchema({ type: 'object', properties: { a: { type: 'string', nullable: true, default: 'x' } } })
    expect(nullable.applyDefaults({ a: null })).toEqual({ a: null })
    expect(nullable.applyDefaults({})).toEqual({ a: 'x' })
  })

  test('leave nulls inside free-form values, and drop a free-form null that is declared', () => {
    const free = compileSchema({ type: 'object', properties: { any: { 'x-platform-preserve-unknown-fields': true } } })
    expect(free.applyDefaults({ any: { x: null } })).toEqual({ any: { x: null } })
    expect(free.applyDefaults({ any: null })).toEqual({})
  })

  test('a null default has no effect', () => {
    const schema = compileSchema({ type: 'object', properties: { a: { type: 'string', nullable: true, default: null } } })
    expect(schema.applyDefaults({})).toEqual({})
  })

  test('leave apiVersion, kind and metadata to the registry', () => {
    const schema = compileSchema({
      type: 'object',
      properties: { kind: { type: 'string', default: 'X' }, metadata: { default: {} } },
    })
    expect(schema.applyDefaults({})).toEqual({})
  })

  test('are frozen copies of those in the document', () => {
    const filled = { type: 'object', properties: {}, default: { a: [1] } }
    const { filled: value } = compileSchema({ type: 'object', properties: { filled } }).applyDefaults({} as { filled?: unknown })
    expect(value).toEqual({ a: [1] })
    expect(Object.isFrozen(value)).toBe(true)
    expect(Object.isFrozen(filled.default)).toBe(false)
  })

  test('of a recursive schema terminate', () => {
    const definitions = { Node: { type: 'object', properties: { next: { $ref: '#/definitions/Node', default: { n: 1 } } } } }
    const schema = compileSchema({ $ref: '#/definitions/Node' }, { definitions })
    expect(schema.applyDefaults({})).toEqual({ next: { n: 1, next: { n: 1 } } })
  })
})

test('members without a default are not compiled for the defaults of their object', () => {
  const read = new Set<unknown>()
  const member = new Proxy({ type: 'string' } as JsonObject, {
    get(target, key) {
      read.add(key)
      return Reflect.get(target, key)
    },
  })
  const object = compileSchema(
    { type: 'object', properties: { a: member, b: { type: 'integer', default: 1 } } },
    { root: 'value' },
  )
  expect(object.applyDefaults({})).toEqual({ b: 1 })
  expect([...read]).not.toContain('type')
})
