import { describe, expect, test } from '@jest/globals'
import { deepFreeze, type JsonObject } from '../../src/meta/index.js'
import { compileSchema } from '../../src/schema/index.js'

const schemaOf = (properties: JsonObject) =>
  compileSchema(deepFreeze({ type: 'object', properties: { spec: { type: 'object', properties } } }))

const prune = (properties: JsonObject, spec: unknown) => {
  const { value, unknownFields } = schemaOf(properties).prune(deepFreeze({ spec }))
  return { spec: value.spec, unknownFields }
}

const strict = { type: 'object', properties: { k: { type: 'string' } } }

describe('values that were stored when the schema was another', () => {
  const text = { type: 'string' }
  const open: JsonObject = { type: 'object', 'x-platform-preserve-unknown-fields': true }
  test.each<[string, JsonObject, unknown, unknown]>([
    ['an object in the place of a scalar is emptied', { x: text }, { x: { y: 'z' } }, { x: {} }],
    ['so is one in the place of a list', { x: { type: 'array', items: text } }, { x: { y: { z: 1 } } }, { x: {} }],
    ['objects in a list in the place of a scalar', { x: text }, { x: ['a', { y: 1 }, [{ z: 1 }]] }, { x: ['a', {}, [{}]] }],
    ['objects in a list of scalars', { x: { type: 'array', items: text } }, { x: [{ y: 1 }, 'a'] }, { x: [{}, 'a'] }],
    [
      'objects among the values of a map',
      { x: { type: 'object', additionalProperties: text } },
      { x: { k: { y: 1 } } },
      { x: { k: {} } },
    ],
    ['scalars are what they are', { x: { type: 'object' }, l: { type: 'integer' } }, { x: 1, l: 'a' }, { x: 1, l: 'a' }],
    ['so is what fits', { x: text, o: open }, { x: 'a', o: { a: { b: 1 } } }, { x: 'a', o: { a: { b: 1 } } }],
  ])('%s', (_name, properties, spec, expected) => {
    const schema = schemaOf(properties)
    expect(schema.prune(deepFreeze({ spec }), { emptyMisfits: true }).value).toEqual({ spec: expected })
  })

  test('are validated when they are sent', () => {
    expect(prune({ x: text }, { x: { y: 'z' } })).toEqual({ spec: { x: { y: 'z' } }, unknownFields: [] })
  })
})

describe('unknown fields', () => {
  test.each<[string, JsonObject, unknown, unknown, string[]]>([
    ['a member', { known: { type: 'string' } }, { known: 'x', unknown: 'y' }, { known: 'x' }, ['spec.unknown']],
    ['a nested member', { n: strict }, { n: { k: 1, l: 2 } }, { n: { k: 1 } }, ['spec.n.l']],
    [
      'a member of an item',
      { l: { type: 'array', items: strict } },
      { l: [{ k: 'a', x: 1 }, { y: 1 }] },
      { l: [{ k: 'a' }, {}] },
      ['spec.l[0].x', 'spec.l[1].y'],
    ],
    [
      'a member of a map value',
      { m: { type: 'object', additionalProperties: strict } },
      { m: { a: { k: 'x', w: 1 }, b: {} } },
      { m: { a: { k: 'x' }, b: {} } },
      ['spec.m.a.w'],
    ],
    ['everything in an object without properties', { o: { type: 'object' } }, { o: { a: 1 } }, { o: {} }, ['spec.o.a']],
    ['a member named __proto__', {}, JSON.parse('{"__proto__":{"x":1}}'), {}, ['spec.__proto__']],
    ['a member that objects inherit', { known: {} }, { constructor: 1 }, {}, ['spec.constructor']],
  ])('%s is dropped', (_name, properties, spec, expected, unknownFields) => {
    expect(prune(properties, spec)).toEqual({ spec: expected, unknownFields })
  })

  test.each<[string, JsonObject, unknown]>([
    [
      'an object that preserves all',
      { o: { type: 'object', 'x-platform-preserve-unknown-fields': true } },
      { o: { any: [{ thing: null }] } },
    ],
    ['a value without type', { o: {} }, { o: { a: [1, { b: null }] } }],
    ['a map of values of any kind', { m: { type: 'object', additionalProperties: true } }, { m: { a: { b: 1 } } }],
    ['a value of the wrong type', { s: { type: 'string' } }, { s: { a: 1 } }],
    ['a declared member named __proto__', JSON.parse('{"__proto__":{"type":"object"}}'), JSON.parse('{"__proto__":{}}')],
  ])('%s is kept as it is', (_name, properties, spec) => {
    const object = deepFreeze({ spec })
    const { value, unknownFields } = schemaOf(properties).prune(object)
    expect(value).toBe(object)
    expect(unknownFields).toEqual([])
  })

  test('inside an object that preserves unknown fields, declared objects are still pruned', () => {
    const half = { type: 'object', 'x-platform-preserve-unknown-fields': true, properties: { strict } }
    expect(prune({ half }, { half: { other: { deep: 1 }, strict: { k: 'x', l: 'y' } } })).toEqual({
      spec: { half: { other: { deep: 1 }, strict: { k: 'x' } } },
      unknownFields: ['spec.half.strict.l'],
    })
  })

  test('an embedded resource keeps its apiVersion, kind and metadata', () => {
    const embedded = { type: 'object', 'x-platform-embedded-resource': true, properties: { spec: strict } }
    const object = { apiVersion: 'v1', kind: 'Inner', metadata: { name: 'x', labels: { a: 'b' } } }
    expect(prune({ embedded }, { embedded: { ...object, spec: {}, status: {} } })).toEqual({
      spec: { embedded: { ...object, spec: {} } },
      unknownFields: ['spec.embedded.status'],
    })
  })

  test('apiVersion, kind and metadata of the object itself are left alone; unknown fields come in order', () => {
    const object = { apiVersion: 'v1', kind: 'Widget', metadata: { nonsense: 1 }, spec: { x: 1 }, other: 1 }
    const { value, unknownFields } = schemaOf({}).prune(object)
    expect(value).toEqual({ apiVersion: 'v1', kind: 'Widget', metadata: { nonsense: 1 }, spec: {} })
    expect(unknownFields).toEqual(['other', 'spec.x'])
  })
})

describe('built-in kinds', () => {
  const definitions = deepFreeze({
    'io.example.Quantity': { type: 'string' },
    'io.example.Raw': { type: 'object' },
    'io.example.Json': { description: 'any value' },
    'io.example.Thing': {
      type: 'object',
      required: ['spec'],
      properties: {
        metadata: { type: 'object', properties: {} },
        spec: {
          type: 'object',
          required: ['list', 'name', 'count'],
          properties: {
            list: { type: 'array', items: { type: 'string' }, default: [] },
            name: { type: 'string', default: '' },
            size: { $ref: '#/definitions/io.example.Quantity', description: 'how much' },
            sizes: { type: 'object', additionalProperties: { $ref: '#/definitions/io.example.Quantity' } },
            raw: { allOf: [{ $ref: '#/definitions/io.example.Raw' }], default: {} },
            json: { $ref: '#/definitions/io.example.Json' },
            port: { type: 'string', format: 'int-or-string' },
            count: { type: 'integer', format: 'int32' },
            data: { type: 'object', additionalProperties: { type: 'string', format: 'byte' } },
            mode: { type: 'string', enum: ['A', 'B'], default: 'A' },
            at: { type: 'string', format: 'date-time' },
            taints: { type: 'array', items: { type: 'object', properties: { key: { type: 'string' } } } },
            ports: { type: 'array', items: { type: 'integer' } },
            values: { type: 'array', items: { $ref: '#/definitions/io.example.Json' } },
          },
        },
        status: { type: 'object', required: ['phase'], properties: { phase: { type: 'string' } } },
      },
    },
  })
  const schema = compileSchema({ $ref: '#/definitions/io.example.Thing' }, { definitions, style: 'builtin' })

  test('nulls are dropped, save inside free-form values', () => {
    const spec = { name: null, list: null, raw: { x: null }, json: null, nope: null }
    const { value, unknownFields } = schema.prune(deepFreeze({ spec, status: null }))
    expect(value).toEqual({ spec: { raw: { x: null } } })
    expect(unknownFields).toEqual(['spec.nope'])
  })

  test('a null in a map is the zero value of its type, as the key is there', () => {
    const spec = { data: { a: null, b: 'QQ==' }, sizes: { cpu: null } }
    expect(schema.prune(deepFreeze({ spec })).value).toEqual({ spec: { data: { a: '', b: 'QQ==' }, sizes: { cpu: '0' } } })
  })

  test('a null in a list is the zero value of its items, save inside free-form values', () => {
    const spec = { list: ['a', null], taints: [null, { key: 'b' }], ports: [null], values: [null] }
    const { value } = schema.prune(deepFreeze({ spec }))
    expect(value).toEqual({ spec: { list: ['a', ''], taints: [{}, { key: 'b' }], ports: [0], values: [null] } })
  })

  test('defaults that are zero values have no effect', () => {
    expect(schema.applyDefaults({ spec: {} })).toEqual({ spec: { mode: 'A' } })
  })

  test.each<[string, unknown, string[]]>([
    ['quantities as text or number', { name: 'x', size: '1.5Gi' }, []],
    ['a number for a quantity', { name: 'x', size: 2 }, []],
    ['no other text for a quantity', { name: 'x', size: 'much' }, ['FieldValueTypeInvalid spec.size']],
    ['a number for int-or-string', { name: 'x', port: 80 }, []],
    ['a whole number that does not fit its field', { name: 'x', count: 2 ** 32 }, ['FieldValueTypeInvalid spec.count']],
    ['a fraction', { name: 'x', count: 1.5 }, ['FieldValueTypeInvalid spec.count']],
    ['bytes', { name: 'x', data: { a: '***' } }, ['FieldValueTypeInvalid spec.data.a']],
    ['missing members, but not missing lists and numbers', {}, ['FieldValueRequired spec.name']],
    ['an enumeration', { name: 'x', mode: 'C' }, ['FieldValueNotSupported spec.mode']],
    ['empty text as absent', { name: 'x', mode: '', at: '' }, []],
  ])('%s', (_name, spec, expected) => {
    expect(schema.validate({ spec }).map((error) => `${error.reason} ${error.field}`)).toEqual(expected)
  })

  test.each<[string, object, string[]]>([
    ['a missing spec is an empty one, and what that lacks is said', {}, ['FieldValueRequired spec.name']],
    ['nothing is said of what a missing struct lacks that may be missing', { spec: { name: 'x' } }, []],
    [
      'one that has to be there is an empty one',
      { spec: { name: 'x', outer: {} } },
      ['FieldValueRequired spec.outer.inner.kind'],
    ],
    ['nothing is said when all is there', { spec: { name: 'x', outer: { inner: { kind: 'k' } } } }, []],
  ])('%s', (_name, object, expected) => {
    const text = { type: 'string' }
    const inner = { type: 'object', required: ['kind'], properties: { kind: text } }
    const outer = { type: 'object', required: ['inner'], properties: { inner } }
    const spec = { type: 'object', required: ['name'], properties: { name: text, outer } }
    const schemaOfKind = compileSchema({ type: 'object', properties: { spec } }, { style: 'builtin' })
    expect(schemaOfKind.validate(object).map(({ reason, field }) => `${reason} ${field}`)).toEqual(expected)
  })

  test('status may be incomplete', () => {
    expect(schema.validate({ spec: { name: 'x' }, status: {} })).toEqual([])
  })

  test('the published document has its components, with our references and prefix', () => {
    const source = { $ref: '#/definitions/A', 'x-elsewhere-list-type': 'map', default: { 'x-elsewhere-list-type': 'data' } }
    const part = { type: 'object', properties: { 'x-elsewhere-list-type': { $ref: '#/definitions/A' } } }
    const published = compileSchema(source, { definitions: { A: part, B: {} } })
    expect(published.document).toEqual({
      $ref: '#/components/schemas/A',
      'x-platform-list-type': 'map',
      default: { 'x-elsewhere-list-type': 'data' },
    })
    expect(published.components).toEqual({
      A: { type: 'object', properties: { 'x-elsewhere-list-type': { $ref: '#/components/schemas/A' } } },
    })
  })
})
