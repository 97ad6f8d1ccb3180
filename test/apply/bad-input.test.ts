import { describe, expect, test } from '@jest/globals'
import {
  apply,
  applyRequest,
  compare,
  compileObjectType,
  compileType,
  explain,
  extract,
  FieldSet,
  fieldsOf,
  ManagerTable,
  merge,
  readFieldsV1,
  readManagers,
  remove,
  update,
  validate,
  whatIf,
  writeRequest,
} from '../../src/apply/index.js'
import { ApiError, deepFreeze, type JsonObject } from '../../src/meta/index.js'

const text = { type: 'string' }
const nested = (depth: number, bottom: unknown = 1): unknown =>
  JSON.parse(`${'{"a":'.repeat(depth)}${JSON.stringify(bottom)}${'}'.repeat(depth)}`)
const nestedLists = (depth: number): unknown => JSON.parse(`{"a":${'['.repeat(depth)}${']'.repeat(depth)}}`)

describe('values that are nested too deep are refused', () => {
  const recursive: JsonObject = { type: 'object', additionalProperties: { $ref: '#/definitions/R' } }
  const definitions = { R: { type: 'object', additionalProperties: { $ref: '#/definitions/R' } } }
  const type = compileType(recursive, { definitions })

  test.each([
    ['fieldsOf', () => fieldsOf(type, nested(9000, {}))],
    ['validate', () => validate(type, nested(9000, 'x'))],
    ['compare', () => compare(type, nested(9000, {}), nested(9000, null))],
    ['merge', () => merge(type, nested(9000, { b: {} }), nested(9000, { c: {} }))],
    [
      'apply',
      () => apply({ type, live: undefined, applied: nested(9000, {}), managers: new Map(), manager: 'm', version: 'v1' }),
    ],
    [
      'update',
      () => update({ type, live: undefined, object: nested(9000, {}), managers: new Map(), manager: 'm', version: 'v1' }),
    ],
    ['equal lists', () => compare(compileType(null), nestedLists(9000), nestedLists(9000))],
    ['explain', () => explain({ ...(nested(9000) as object) })],
  ])('by %s', (_name, run) => {
    expect(run).toThrow(ApiError)
  })

  test('and a path at the maximum depth of a set can be removed', () => {
    const set = FieldSet.from([Array<string>(900).fill('f:a')])
    expect(() => remove(type, nested(900, {}), set)).not.toThrow()
    expect(() => extract(type, nested(900, {}), set)).not.toThrow()
  })
})

describe('schemas', () => {
  test('that are nested deep or contain themselves are compiled', () => {
    let schema: JsonObject = text
    for (let i = 0; i < 20_000; i++) schema = { type: 'object', properties: { a: schema } }
    expect(fieldsOf(compileType(schema), { a: { a: null } })?.isEmpty).toBe(false)
    const cyclic: { type: string; properties: Record<string, unknown> } = { type: 'object', properties: { v: text } }
    cyclic.properties.self = cyclic
    expect(fieldsOf(compileType(cyclic as unknown as JsonObject), { self: { self: { v: 'x' } } })).toBeDefined()
  })

  test.each([
    ['a text', 'x'],
    ['a list', []],
    ['a number', 1],
  ])('that are %s are refused', (_name, schema) => {
    expect(() => compileType(schema as unknown as JsonObject)).toThrow(ApiError)
    const outer = { type: 'object', properties: { a: schema as never } }
    expect(() => compileType(outer)).toThrow('the schema is wrong at #/properties/a: expected an object, got ')
    expect(() => fieldsOf(compileType(outer, { unchecked: true }), { a: 1 })).toThrow(ApiError)
  })
})

test('fields that cannot be read are named with their manager', () => {
  const entry = { manager: 'bob', operation: 'Update', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: { 'f:a': 5 } }
  const line = 'the fields of "bob": a set of fields is not an object'
  expect(() => ManagerTable.read([{ ...entry, manager: 'ada', fieldsV1: {} }, entry])).toThrow(line)
  expect(() => readManagers({ ada: { fields: {} }, bob: { fields: { 'f:a': 5 } } } as never)).toThrow(line)
  expect(() => readFieldsV1({ 'f:a': 5 })).toThrow('a set of fields is not an object')
})

describe('managedFields that cannot be read', () => {
  const entry = { manager: 'm', operation: 'Apply', apiVersion: 'v1', fieldsType: 'FieldsV1', fieldsV1: {} }
  const bad: readonly (readonly [string, unknown])[] = [
    ['no list', 'none'],
    ['an entry that is no object', [1]],
    ['an unknown operation', [{ ...entry, operation: 'Delete' }]],
    ['no version', [{ ...entry, apiVersion: '' }]],
    ['an unknown type of fields', [{ ...entry, fieldsType: 'FieldsV2' }]],
    ['an element without a kind', [{ ...entry, fieldsV1: { bad: {} } }]],
    ['a key that is no JSON', [{ ...entry, fieldsV1: { 'k:{': {} } }]],
    ['fields that are no object', [{ ...entry, fieldsV1: [] }]],
    ['a manager that is no text', [{ ...entry, manager: 1 }]],
    ['fields nested too deep', [{ ...entry, fieldsV1: JSON.parse(`${'{"f:a":'.repeat(9000)}{}${'}'.repeat(9000)}`) }]],
  ]
  const type = compileObjectType(null)
  const stored = deepFreeze({
    apiVersion: 'v1',
    kind: 'T',
    metadata: { name: 'a', managedFields: [{ ...entry, fieldsV1: { 'f:a': {} } }] },
    a: 1,
  })
  const request = { type, manager: 'ctl', apiVersion: 'v1', now: '2025-01-01T00:00:00Z' }

  test.each(bad)('%s: refused when stored, passed over when sent', (_name, managedFields) => {
    expect(() => ManagerTable.read(managedFields)).toThrow(ApiError)
    const live = { ...stored, metadata: { name: 'a', managedFields } }
    expect(() => applyRequest({ ...request, live, applied: { a: 2 } })).toThrow(ApiError)
    const sent = { ...stored, metadata: { name: 'a', managedFields } }
    expect(writeRequest({ ...request, live: stored, object: sent }).object).toBe(stored)
  })

  test('elements of unknown kinds are passed over, and keys that no entry has do no harm', () => {
    const fieldsV1 = { 'x:later': { 'f:a': {} }, 'f:l': { 'k:{"other":1}': { '.': {} }, 'v:1': {} } }
    const live = { l: [{ name: 'a' }], metadata: { name: 'a', managedFields: [{ ...entry, fieldsV1 }] } }
    const schema = {
      type: 'object',
      properties: {
        l: { type: 'array', items: { type: 'object' }, 'x-platform-list-type': 'map', 'x-platform-list-map-keys': ['name'] },
      },
    }
    const answer = applyRequest({ ...request, type: compileObjectType(schema), live, applied: { metadata: {} }, manager: 'm' })
    expect(answer).toMatchObject({ outcome: 'applied', managedFields: [] })
  })
})

describe('much of everything', () => {
  const type = compileObjectType({
    type: 'object',
    properties: {
      data: { type: 'object', additionalProperties: text },
      l: {
        type: 'array',
        items: { type: 'object', properties: { name: text, v: text } },
        'x-platform-list-type': 'map',
        'x-platform-list-map-keys': ['name'],
      },
    },
  })
  const now = '2025-01-01T00:00:00Z'

  test('ten thousand managers', () => {
    const data = Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`k${i}`, 'v']))
    const managedFields = Object.keys(data).map((key) => ({
      manager: `m-${key}`,
      operation: 'Apply' as const,
      apiVersion: 'v1',
      fieldsType: 'FieldsV1' as const,
      fieldsV1: { 'f:data': { [`f:${key}`]: {} } },
    }))
    const live = deepFreeze({ metadata: { name: 'a', managedFields }, data })
    const request = { type, live, manager: 'ctl', apiVersion: 'v1', now }
    const changed = { ...data, k0: 'w' }
    expect(applyRequest({ ...request, applied: { data: changed } })).toMatchObject({
      outcome: 'conflict',
      conflicts: [{ text: '.data.k0' }],
    })
    expect(writeRequest({ ...request, object: { ...live, data: changed } }).managedFields).toHaveLength(10_000)
    expect(whatIf({ ...request, applied: { data: {} } }).conflicts).toEqual([])
    expect(explain(live)).toHaveLength(10_001)
  })

  test('an object of three mebibytes, and conflicts about each of its entries', () => {
    const entries = (v: string) => Array.from({ length: 30_000 }, (_, i) => ({ name: `entry-${i}`, v: v.repeat(80) }))
    const applied = deepFreeze({ metadata: { name: 'a' }, l: entries('a') })
    const first = applyRequest({ type, live: undefined, applied, manager: 'one', apiVersion: 'v1', now })
    if (first.outcome !== 'applied') throw new Error(first.outcome)
    const second = deepFreeze({ metadata: { name: 'a' }, l: entries('b').reverse() })
    const answer = applyRequest({ type, live: deepFreeze(first.object), applied: second, manager: 'two', apiVersion: 'v1', now })
    expect(answer.outcome === 'conflict' && answer.conflicts).toHaveLength(30_000)
  })

  test('of a million problems a few are listed', () => {
    const data = Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`k${i}`, i]))
    expect(validate(type, { data })).toHaveLength(50)
  })
})
