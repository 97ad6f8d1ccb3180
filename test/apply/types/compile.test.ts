import { describe, expect, test } from '@jest/globals'
import { z } from 'zod'
import { compileObjectType, compileType, fieldsOf, readFieldsV1, validate, writeFieldsV1 } from '../../../src/apply/index.js'
import { ApiError, type JsonObject } from '../../../src/meta/index.js'

const text = { type: 'string' }
const struct = (properties: JsonObject): JsonObject => ({ type: 'object', properties })
const owned = (schema: JsonObject | null, object: unknown, definitions = {}) => {
  const set = fieldsOf(compileType(schema, { definitions }), object)
  return set && JSON.stringify(writeFieldsV1(set))
}

test('a schema that zod makes of a type is one', () => {
  const type = compileType(z.toJSONSchema(z.object({ image: z.string(), ports: z.array(z.int()).optional() })) as JsonObject)
  expect(validate(type, { image: 'shop:1', ports: [80] })).toEqual([])
  expect(validate(type, { image: 1, port: 80 }).map(({ text, message }) => `${text}: ${message}`)).toEqual([
    '.image: expected string, got number',
    '.port: field not declared in schema',
  ])
})

describe('merge markers', () => {
  const entries = { type: 'array', items: struct({ name: text, port: { type: 'integer', default: 80 }, v: text }) }
  const list = (markers: JsonObject) => struct({ l: { ...entries, ...markers } })
  const object = { l: [{ name: 'a', v: 'x' }] }

  test.each([
    ['no marker', {}, '{"f:l":{}}'],
    ['an atomic list', { 'x-platform-list-type': 'atomic' }, '{"f:l":{}}'],
    [
      'a list with a key',
      { 'x-platform-list-type': 'map', 'x-platform-list-map-keys': ['name'] },
      '{"f:l":{"k:{\\"name\\":\\"a\\"}":{".":{},"f:name":{},"f:v":{}}}}',
    ],
    [
      'a list with two keys, one by default',
      { 'x-platform-list-type': 'map', 'x-platform-list-map-keys': ['port', 'name'] },
      '{"f:l":{"k:{\\"name\\":\\"a\\",\\"port\\":80}":{".":{},"f:name":{},"f:v":{}}}}',
    ],
    [
      'the prefix of any vendor',
      { 'x-acme-list-type': 'map', 'x-acme-list-map-keys': ['name'] },
      '{"f:l":{"k:{\\"name\\":\\"a\\"}":{".":{},"f:name":{},"f:v":{}}}}',
    ],
    [
      'a patch strategy where there is no list type',
      { 'x-platform-patch-strategy': 'merge,retainKeys', 'x-platform-patch-merge-key': 'name' },
      '{"f:l":{"k:{\\"name\\":\\"a\\"}":{".":{},"f:name":{},"f:v":{}}}}',
    ],
    [
      'a list type above a patch strategy',
      { 'x-platform-list-type': 'atomic', 'x-platform-patch-strategy': 'merge', 'x-platform-patch-merge-key': 'name' },
      '{"f:l":{}}',
    ],
    ['a strategy that replaces', { 'x-platform-patch-strategy': 'replace', 'x-platform-patch-merge-key': 'name' }, '{"f:l":{}}'],
  ])('%s', (_name, markers, expected) => {
    expect(owned(list(markers), object)).toBe(expected)
  })

  test('the keys of an entry stand in the order of their bytes, as they are read', () => {
    const schema = { ...entries, items: struct({ '\u{1d4b3}': text, '\uff5e': text }) }
    const type = struct({ l: { ...schema, 'x-acme-list-type': 'map', 'x-acme-list-map-keys': ['\u{1d4b3}', '\uff5e'] } })
    const set = fieldsOf(compileType(type), { l: [{ '\u{1d4b3}': 'b', '\uff5e': 'a' }] })
    const written = set && writeFieldsV1(set)
    expect(written).toHaveProperty(['f:l', 'k:{"\uff5e":"a","\u{1d4b3}":"b"}'])
    expect(set?.equals(readFieldsV1(written))).toBe(true)
  })

  test('a merge strategy without a key makes a set', () => {
    const set = struct({ s: { type: 'array', items: text, 'x-platform-patch-strategy': 'merge' } })
    expect(owned(set, { s: ['b', 'a'] })).toBe('{"f:s":{"v:\\"a\\"":{},"v:\\"b\\"":{}}}')
  })

  test('maps and structs may be atomic', () => {
    const schema = struct({
      m: { type: 'object', additionalProperties: text, 'x-platform-map-type': 'atomic' },
      n: { type: 'object', additionalProperties: text, 'x-platform-map-type': 'granular' },
      s: { ...struct({ a: text }), 'x-platform-map-type': 'atomic' },
    })
    const set = owned(schema, { m: { a: '1' }, n: { a: '1' }, s: { a: '1' } })
    expect(set).toBe('{"f:m":{},"f:n":{"f:a":{}},"f:s":{}}')
  })
})

describe('what a schema lets in', () => {
  test.each([
    ['an undeclared field', struct({ a: text }), { b: 1 }, false],
    [
      'an undeclared field where unknown ones are preserved',
      { ...struct({ a: text }), 'x-platform-preserve-unknown-fields': true },
      { b: [1] },
      true,
    ],
    ['a map of no type', { type: 'object' }, { b: { c: [1] } }, true],
    ['additionalProperties: false', { type: 'object', additionalProperties: false }, { b: 1 }, false],
    ['additionalProperties: true', { type: 'object', additionalProperties: true }, { b: [{}] }, true],
    ['a number where a text belongs', struct({ a: text }), { a: 1 }, false],
    ['a fraction where an integer belongs', struct({ a: { type: 'integer' } }), { a: 1.5 }, true],
    ['null anywhere', struct({ a: text, b: struct({}) }), { a: null, b: null }, true],
    ['a list where an object belongs', struct({ a: struct({}) }), { a: [] }, false],
    ['an inherited name', struct({ a: text }), { constructor: 'x' }, false],
    ['an own __proto__', struct({ a: text }), JSON.parse('{"__proto__":1}'), false],
  ])('%s', (_name, schema, object, isValid) => {
    expect(validate(compileType(schema as JsonObject), object)).toHaveLength(isValid ? 0 : 1)
  })

  test('reports errors with their paths', () => {
    const schema = struct({
      l: { type: 'array', items: struct({ name: text }), 'x-platform-list-type': 'map', 'x-platform-list-map-keys': ['name'] },
      s: { type: 'array', items: text, 'x-platform-list-type': 'set' },
    })
    const object = { l: [{ name: 'a', b: 1 }, {}, 'x', { name: 'a' }], s: ['a', 'a', null], t: 1 }
    expect(validate(compileType(schema), object).map(({ text: path, message }) => `${path}: ${message}`)).toEqual([
      '.l[name="a"].b: field not declared in schema',
      '.l[1]: an entry omits key field "name"',
      '.l[2]: an entry of a list with keys must be an object, got string',
      '.l[name="a"]: duplicate entry',
      '.s[="a"]: duplicate entry',
      '.s[2]: an item of a set must be a scalar, got null',
      '.t: field not declared in schema',
    ])
  })
})

describe('references', () => {
  const definitions = {
    Tree: struct({
      name: text,
      children: {
        type: 'array',
        items: { $ref: '#/definitions/Tree' },
        'x-platform-list-type': 'map',
        'x-platform-list-map-keys': ['name'],
      },
    }),
    Both: { allOf: [{ $ref: '#/components/schemas/Tree' }, struct({ more: text })] },
    'a/b~c': text,
    Loop: { $ref: '#/definitions/Loop' },
    Ping: { $ref: '#/definitions/Pong' },
    Pong: { $ref: '#/definitions/Ping' },
  }

  test('may be recursive', () => {
    expect(
      owned({ $ref: '#/definitions/Tree' }, { name: 'a', children: [{ name: 'b', children: [{ name: 'c' }] }] }, definitions),
    ).toContain('"k:{\\"name\\":\\"c\\"}":{".":{},"f:name":{}}')
  })

  test('keywords beside a reference win; those of allOf are joined', () => {
    expect(
      owned(struct({ t: { $ref: '#/definitions/Tree', 'x-platform-map-type': 'atomic' } }), { t: { name: 'a' } }, definitions),
    ).toBe('{"f:t":{}}')
    expect(owned({ $ref: '#/definitions/Both' }, { name: 'a', more: 'b' }, definitions)).toBe('{"f:more":{},"f:name":{}}')
    expect(owned({ $ref: '#/definitions/a~1b~0c' }, 'x', definitions)).toBe('{}')
  })

  test.each(['Loop', 'Ping', 'Missing', 'constructor'])(
    'a reference to %s is refused, or left to objects that need it',
    (name) => {
      const schema = struct({ a: { $ref: `#/definitions/${name}` }, b: text })
      expect(() => compileType(schema, { definitions })).toThrow('the schema is wrong at #/properties/a: ')
      const type = compileType(schema, { definitions, unchecked: true })
      expect(fieldsOf(type, { b: 'x' })).toBeDefined()
      expect(() => fieldsOf(type, { a: {} })).toThrow(ApiError)
    },
  )
})

describe('API objects', () => {
  const owners = [{ apiVersion: 'v1', kind: 'Thing', name: 'x', uid: '1' }]
  const object = {
    apiVersion: 'v1',
    kind: 'Thing',
    metadata: { name: 'a', labels: { l: '1' }, finalizers: ['f'], ownerReferences: owners },
  }
  const metadata =
    '"f:metadata":{"f:finalizers":{"v:\\"f\\"":{}},"f:labels":{"f:l":{}},"f:name":{},"f:ownerReferences":{"k:{\\"uid\\":\\"1\\"}":{}}}'

  test.each([
    ['with a schema', struct({ metadata: { type: 'object' }, spec: text })],
    ['without one', null],
    ['with no fields of their own', { type: 'object' }],
  ])('%s have metadata that is owned field by field', (_name, schema) => {
    const set = fieldsOf(compileObjectType(schema), object)
    expect(set && JSON.stringify(writeFieldsV1(set))).toBe(`{"f:apiVersion":{},"f:kind":{},${metadata}}`)
  })

  test('so have objects inside others', () => {
    const schema = struct({
      spec: struct({ t: { type: 'object', 'x-platform-embedded-resource': true, 'x-platform-preserve-unknown-fields': true } }),
    })
    const set = fieldsOf(compileObjectType(schema), { spec: { t: { ...object, data: { k: [1] } } } })
    expect(JSON.stringify(set && writeFieldsV1(set))).toBe(
      `{"f:spec":{"f:t":{"f:apiVersion":{},"f:data":{".":{},"f:k":{}},"f:kind":{},${metadata}}}}`,
    )
  })
})
