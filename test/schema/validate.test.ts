import { beforeAll, describe, expect, test } from '@jest/globals'
import { ApiError, deepFreeze, type JsonObject } from '../../src/meta/index.js'
import { compileSchema } from '../../src/schema/index.js'
import { preparePatterns } from '../../src/text/index.js'

beforeAll(() => preparePatterns())

/** Judges a value as the member `spec.v` of a resource. */
function judge(schema: JsonObject, value: unknown): string[] {
  const document = { type: 'object', properties: { spec: { type: 'object', properties: { v: schema } } } }
  const errors = compileSchema(deepFreeze(document)).validate(deepFreeze({ spec: { v: value } }))
  return errors.map(({ reason, field, message }) => `${reason} ${field}: ${message}`)
}

const typeError = (field: string, is: string, wanted: string) =>
  `FieldValueTypeInvalid ${field}: Invalid value: "${is}": ${field} in body must be of type ${wanted}: "${is}"`
const invalid = (field: string, value: string, rule: string) => `FieldValueInvalid ${field}: Invalid value: ${value}: ${rule}`

describe('types', () => {
  test.each<[JsonObject, unknown, string[]]>([
    [{ type: 'integer' }, 5, []],
    [{ type: 'integer' }, 1e3, []],
    [{ type: 'integer' }, 'big', [typeError('spec.v', 'string', 'integer')]],
    [{ type: 'integer' }, true, [typeError('spec.v', 'boolean', 'integer')]],
    [{ type: 'integer' }, 1.5, [typeError('spec.v', 'number', 'integer')]],
    [{ type: 'number' }, 1.5, []],
    [{ type: 'number' }, 1, []],
    [{ type: 'string' }, 5, [typeError('spec.v', 'integer', 'string')]],
    [{ type: 'string' }, null, [typeError('spec.v', 'null', 'string')]],
    [{ type: 'string', nullable: true, enum: ['a', null] }, null, []],
    [
      { type: 'string', nullable: true, enum: ['a'] },
      null,
      ['FieldValueNotSupported spec.v: Unsupported value: "null": supported values: "a"'],
    ],
    [
      { 'x-platform-preserve-unknown-fields': true, enum: ['a', 1] },
      null,
      ['FieldValueNotSupported spec.v: Unsupported value: "null": supported values: "a", "1"'],
    ],
    [{ type: ['string', 'null'] }, null, []],
    [{ type: 'array', items: { type: 'string' } }, {}, [typeError('spec.v', 'object', 'array')]],
    [{ type: 'array', items: { type: 'integer' } }, [1, 'x'], [typeError('spec.v[1]', 'string', 'integer')]],
    [
      { type: 'array', items: { type: 'array', items: { type: 'integer' } } },
      [[1], ['x']],
      [typeError('spec.v[1][0]', 'string', 'integer')],
    ],
    [{ type: 'object', additionalProperties: { type: 'integer' } }, { a: 'x' }, [typeError('spec.v.a', 'string', 'integer')]],
    [{ type: 'integer' }, 2 ** 63, [typeError('spec.v', 'number', 'integer')]],
    [{ type: 'boolean' }, 1e100, [typeError('spec.v', 'number', 'boolean')]],
    // With a format, formats are compared, except for texts and lists.
    [{ type: 'integer', format: 'int64' }, 2 ** 63, [typeError('spec.v', 'float64', 'int64')]],
    [{ type: 'integer', format: 'int32' }, 1.5, [typeError('spec.v', 'float64', 'int32')]],
    [{ type: 'integer', format: 'int32' }, {}, [typeError('spec.v', '', 'int32')]],
    [{ type: 'integer', format: 'int32' }, 'x', [typeError('spec.v', 'string', 'integer')]],
    [{ type: 'string', format: 'date' }, true, [typeError('spec.v', '', 'date')]],
    [{ type: 'string', format: 'date' }, 3, [typeError('spec.v', 'int64', 'date')]],
    [{ type: 'string', format: 'date' }, [], [typeError('spec.v', 'array', 'string')]],
    [{ type: 'string', format: 'date' }, null, [typeError('spec.v', 'null', 'string')]],
    [{ type: 'string', format: 'own' }, 3, [typeError('spec.v', 'integer', 'string')]],
    [{ type: 'boolean' }, 'yes', [typeError('spec.v', 'string', 'boolean')]],
    [{ 'x-platform-int-or-string': true }, 80, []],
    [{ 'x-platform-int-or-string': true }, 'http', []],
    [{ 'x-platform-int-or-string': true }, true, [typeError('spec.v', 'boolean', 'integer,string')]],
    [{ 'x-platform-int-or-string': true }, [1], [typeError('spec.v', 'array', 'integer,string')]],
    [{ 'x-platform-preserve-unknown-fields': true }, [1, { x: null }], []],
    [{ 'x-platform-int-or-string': true }, 1.5, [typeError('spec.v', 'number', 'integer,string')]],
    [{ 'x-platform-int-or-string': true }, null, [typeError('spec.v', 'null', 'integer,string')]],
    [{ 'x-platform-int-or-string': true, nullable: true }, null, []],
    [{ type: 'array', items: { type: 'string', nullable: true } }, ['a', null], []],
    [{ type: 'array', items: { type: 'string' } }, ['a', null], [typeError('spec.v[1]', 'null', 'string')]],
    [{ type: 'object', additionalProperties: { type: 'object' } }, { a: [] }, [typeError('spec.v.a', 'array', 'object')]],
    [{ type: 'object', 'x-platform-preserve-unknown-fields': true, properties: { a: { type: 'integer' } } }, { b: {}, a: 1 }, []],
    [
      { type: 'object', 'x-platform-preserve-unknown-fields': true, properties: { a: { type: 'integer' } } },
      { b: {}, a: 'x' },
      [typeError('spec.v.a', 'string', 'integer')],
    ],
  ])('%j validates %j', (schema, value, expected) => expect(judge(schema, value)).toEqual(expected))
})

describe('numbers', () => {
  const range = { type: 'integer', minimum: 1, maximum: 10 }
  const open = { type: 'number', minimum: 0, exclusiveMinimum: true, maximum: 1, exclusiveMaximum: true }
  test.each<[JsonObject, unknown, string | undefined]>([
    [range, 1, undefined],
    [range, 10, undefined],
    [range, 0, 'should be greater than or equal to 1'],
    [range, 11, 'should be less than or equal to 10'],
    [open, 0.5, undefined],
    [open, 0, 'should be greater than 0'],
    [open, 1, 'should be less than 1'],
    [{ type: 'number', exclusiveMinimum: 3 }, 3, 'should be greater than 3'],
    [{ type: 'number', exclusiveMaximum: 3 }, 3, 'should be less than 3'],
    [{ type: 'integer', multipleOf: 5 }, 15, undefined],
    [{ type: 'integer', multipleOf: 5 }, 7, 'should be a multiple of 5'],
    [{ type: 'number', multipleOf: 0.1 }, 0.3, undefined],
    [{ type: 'integer', format: 'int32' }, 2 ** 31 - 1, undefined],
    // Beyond the precision of a quotient.
    [{ type: 'number', multipleOf: 3 }, 10_000_000_000, 'should be a multiple of 3'],
    // Kubernetes does not check the range of a format in a custom resource.
    [{ type: 'integer', format: 'int32' }, 2 ** 31, undefined],
    [{ type: 'number', format: 'float' }, 1e39, undefined],
    [{ type: 'integer', minimum: 0, exclusiveMinimum: false }, 0, undefined],
  ])('%j validates %j', (schema, value, rule) => {
    expect(judge(schema, value)).toEqual(
      rule === undefined ? [] : [invalid('spec.v', JSON.stringify(value), `spec.v in body ${rule}`)],
    )
  })
})

describe('text', () => {
  const sized = { type: 'string', minLength: 2, maxLength: 4 }
  test.each<[JsonObject, unknown, string | undefined]>([
    [sized, 'äöü', undefined],
    [sized, '😀😀😀😀', undefined],
    [sized, '😀', invalid('spec.v', '"😀"', 'spec.v in body should be at least 2 chars long')],
    [sized, 'a', invalid('spec.v', '"a"', 'spec.v in body should be at least 2 chars long')],
    [sized, 'abcde', 'FieldValueTooLong spec.v: Too long: may not be more than 4 bytes'],
    // A text of the wrong length is not matched as well.
    [{ ...sized, pattern: '^[a-z]+$' }, 'ABCDE', 'FieldValueTooLong spec.v: Too long: may not be more than 4 bytes'],
    [{ ...sized, pattern: '^[a-z]+$' }, 'A', invalid('spec.v', '"A"', 'spec.v in body should be at least 2 chars long')],
    [{ ...sized, pattern: '^[a-z]+$' }, 'ABC', invalid('spec.v', '"ABC"', "spec.v in body should match '^[a-z]+$'")],
    [{ type: 'string', pattern: '^[a-z]+$' }, 'abc', undefined],
    [{ type: 'string', pattern: '^[a-z]+$' }, 'ABC', invalid('spec.v', '"ABC"', "spec.v in body should match '^[a-z]+$'")],
    [{ type: 'string', pattern: 'b' }, 'abc', undefined],
    [{ type: 'string', pattern: '(?=a)' }, 'a', invalid('spec.v', '"a"', "spec.v in body should match '(?=a)'")],
    [{ 'x-platform-int-or-string': true, pattern: '^\\d+%$' }, 5, undefined],
    [
      { 'x-platform-int-or-string': true, pattern: '^\\d+%$' },
      'five',
      invalid('spec.v', '"five"', "spec.v in body should match '^\\d+%$'"),
    ],
    [{ type: 'string', enum: ['one', 'two'] }, 'two', undefined],
    [
      { type: 'string', enum: ['one', 'two'] },
      '',
      'FieldValueNotSupported spec.v: Unsupported value: "": supported values: "one", "two"',
    ],
    [{ type: 'object', enum: [{ a: 1 }] }, { a: 1 }, undefined],
  ])('%j validates %j', (schema, value, expected) =>
    expect(judge(schema, value)).toEqual(expected === undefined ? [] : [expected]),
  )
})

describe('lists and maps', () => {
  const set = { type: 'array', items: { type: 'string' }, 'x-platform-list-type': 'set' }
  const entry = {
    type: 'object',
    properties: { name: { type: 'string' }, port: { type: 'integer', default: 80 } },
    required: ['name'],
  }
  const keyed = { type: 'array', items: entry, 'x-platform-list-type': 'map', 'x-platform-list-map-keys': ['name', 'port'] }
  const duplicate = (index: number, value: string) => `FieldValueDuplicate spec.v[${index}]: Duplicate value: ${value}`
  test.each<[JsonObject, unknown, string[]]>([
    [{ type: 'array', minItems: 1 }, [], [invalid('spec.v', '0', 'spec.v in body should have at least 1 items')]],
    [{ type: 'array', maxItems: 2 }, [1, 2, 3], ['FieldValueTooMany spec.v: Too many: 3: must have at most 2 items']],
    [{ type: 'object', minProperties: 1 }, {}, [invalid('spec.v', '0', 'spec.v in body should have at least 1 properties')]],
    [{ type: 'object', maxProperties: 1 }, { a: 1, b: 2 }, ['FieldValueTooMany spec.v: Too many: 2: must have at most 1 items']],
    // Fields of an object of the wrong size have no further errors.
    [
      { type: 'object', maxProperties: 1, required: ['c'], properties: { a: { type: 'string' } } },
      { a: 1, b: 2 },
      ['FieldValueTooMany spec.v: Too many: 2: must have at most 1 items'],
    ],
    [
      { type: 'object', minProperties: 1, required: ['c'] },
      {},
      [invalid('spec.v', '0', 'spec.v in body should have at least 1 properties')],
    ],
    [{ type: 'object', required: ['must'] }, {}, ['FieldValueRequired spec.v.must: Required value']],
    [{ type: 'object', required: ['constructor'] }, {}, ['FieldValueRequired spec.v.constructor: Required value']],
    [
      { type: 'object', properties: { a: {} }, additionalProperties: false },
      { a: 1, b: 1 },
      ['FieldValueForbidden spec.v.b: Forbidden: spec.v.b in body is a forbidden property'],
    ],
    [set, ['a', 'b'], []],
    [set, ['a', 'b', 'a'], [duplicate(2, '"a"')]],
    [set, ['a', 'a', 'a'], [duplicate(1, '"a"')]],
    [
      { ...set, items: { type: 'object' } },
      [
        { a: 1, b: 2 },
        { b: 2, a: 1 },
      ],
      [duplicate(1, '{"b":2,"a":1}')],
    ],
    [{ ...set, 'x-platform-list-type': 'atomic' }, ['a', 'a'], []],
    [
      keyed,
      [
        { name: 'a', port: 80 },
        { name: 'a', port: 81 },
        { name: 'b', port: 80 },
      ],
      [],
    ],
    [keyed, [{ name: 'a' }, { name: 'a', port: 80 }], [duplicate(1, '{"name":"a","port":80}')]],
    [keyed, [{ name: 'a', port: 1 }, { name: 'b' }, { name: 'a', port: 1 }], [duplicate(2, '{"name":"a","port":1}')]],
    [keyed, [{ port: 1 }], ['FieldValueRequired spec.v[0].name: Required value']],
    [{ type: 'array', uniqueItems: true }, [1, 1], [invalid('spec.v', '2', "spec.v in body shouldn't contain duplicates")]],
  ])('%j validates %j', (schema, value, expected) => expect(judge(schema, value)).toEqual(expected))

  test('markers are recognised with any vendor prefix', () => {
    const other = { type: 'array', items: { type: 'string' }, 'x-elsewhere-list-type': 'set' }
    expect(judge(other, ['a', 'a'])).toEqual([duplicate(1, '"a"')])
  })
})

describe('schemas inside a schema', () => {
  const logic = (rule: string) => invalid('spec.v', '""', `"spec.v" must ${rule}`)
  const all = { type: 'integer', allOf: [{ minimum: 2 }, { maximum: 4 }] }
  const any = { type: 'integer', anyOf: [{ maximum: 2 }, { minimum: 8 }] }
  const one = { type: 'object', oneOf: [{ required: ['a'] }, { required: ['b'] }] }
  test.each<[JsonObject, unknown, string[]]>([
    [all, 3, []],
    [
      all,
      5,
      [invalid('spec.v', '5', 'spec.v in body should be less than or equal to 4'), logic('validate all the schemas (allOf)')],
    ],
    [
      all,
      1,
      [invalid('spec.v', '1', 'spec.v in body should be greater than or equal to 2'), logic('validate all the schemas (allOf)')],
    ],
    [
      { type: 'integer', allOf: [{ minimum: 2 }] },
      1,
      [
        invalid('spec.v', '1', 'spec.v in body should be greater than or equal to 2'),
        logic('validate all the schemas (allOf). None validated'),
      ],
    ],
    [any, 9, []],
    [
      any,
      5,
      [logic('validate at least one schema (anyOf)'), invalid('spec.v', '5', 'spec.v in body should be less than or equal to 2')],
    ],
    [one, { a: 1 }, []],
    [
      one,
      {},
      [logic('validate one and only one schema (oneOf). Found none valid'), 'FieldValueRequired spec.v.a: Required value'],
    ],
    [one, { a: 1, b: 1 }, [logic('validate one and only one schema (oneOf). Found 2 valid alternatives')]],
    [{ type: 'string', not: { enum: ['forbidden'] } }, 'fine', []],
    [{ type: 'string', not: { enum: ['forbidden'] } }, 'forbidden', [logic('not validate the schema (not)')]],
  ])('%j validates %j', (schema, value, expected) => expect(judge(schema, value)).toEqual(expected))
})

describe('resources', () => {
  test('all that is wrong is reported at once', () => {
    const properties = {
      n: { type: 'integer', minimum: 1 },
      s: { type: 'string', minLength: 2 },
      e: { type: 'string', enum: ['one'] },
    }
    const schema = compileSchema({ type: 'object', properties: { spec: { type: 'object', properties } } })
    expect(schema.validate({ spec: { n: 0, s: '', e: '' } }).map((error) => error.field)).toEqual(['spec.n', 'spec.s', 'spec.e'])
  })

  test('apiVersion, kind and metadata are validated elsewhere, but a schema may restrict the name', () => {
    const name = { type: 'object', properties: { name: { type: 'string', maxLength: 3 } } }
    const schema = compileSchema({ type: 'object', properties: { apiVersion: { type: 'integer' }, metadata: name } })
    const object = { apiVersion: 'v1', kind: 'Widget', metadata: { name: 'abcd' } }
    expect(schema.validate(object).map((error) => error.field)).toEqual(['metadata.name'])
  })

  test('an embedded resource needs apiVersion and kind', () => {
    const embedded = { type: 'object', 'x-platform-embedded-resource': true, 'x-platform-preserve-unknown-fields': true }
    expect(judge(embedded, { apiVersion: 'v1', kind: 'ConfigMap', metadata: {}, data: {} })).toEqual([])
    expect(judge(embedded, { kind: '' })).toEqual([
      'FieldValueRequired spec.v.apiVersion: Required value',
      'FieldValueRequired spec.v.kind: Required value: must not be empty',
    ])
  })
})

describe('bounds', () => {
  test('members of Object.prototype count as absent', () => {
    Object.defineProperty(Object.prototype, 'polluted', { value: 1, enumerable: true, configurable: true })
    try {
      const schema = compileSchema({ type: 'object', properties: { a: { type: 'string' }, b: { type: 'string', default: 'x' } } })
      const { value, unknownFields } = schema.prune({ a: 'y', c: 1 })
      expect(unknownFields).toEqual(['c'])
      expect(Object.keys(value)).toEqual(['a'])
      expect(Object.keys(schema.applyDefaults(value))).toEqual(['a', 'b'])
      expect(schema.validate(value)).toEqual([])
    } finally {
      Reflect.deleteProperty(Object.prototype, 'polluted')
    }
  })

  test('at most a hundred errors are collected', () => {
    expect(judge({ type: 'array', items: { type: 'string' } }, Array(500).fill(1))).toHaveLength(100)
  })

  test('a long value is cut short in messages', () => {
    const [error] = judge({ type: 'string', pattern: '^a$' }, 'b'.repeat(100_000))
    expect(error?.length).toBeLessThan(2000)
  })

  test('a recursive schema follows a value to its end, and refuses one that is too deep', () => {
    const definitions = { Node: { type: 'object', properties: { next: { $ref: '#/definitions/Node' }, n: { type: 'integer' } } } }
    const schema = compileSchema({ $ref: '#/definitions/Node' }, { definitions })
    const nested = (depth: number): unknown => JSON.parse(`${'{"next":'.repeat(depth)}{"n":"x","m":1}${'}'.repeat(depth)}`)
    expect(schema.validate(nested(3)).map((error) => error.field)).toEqual(['next.next.next.n'])
    expect(schema.prune(nested(3)).unknownFields).toEqual(['next.next.next.m'])
    for (const run of [
      () => schema.validate(nested(5000)),
      () => schema.prune(nested(5000)),
      () => schema.applyDefaults(nested(5000)),
    ]) {
      expect(run).toThrow(ApiError)
    }
  })

  test('schemas that refer to themselves in circles terminate', () => {
    const definitions = {
      Self: { $ref: '#/definitions/Self' },
      Ping: { allOf: [{ $ref: '#/definitions/Pong' }] },
      Pong: { allOf: [{ $ref: '#/definitions/Ping' }] },
      Any: { anyOf: [{ not: { allOf: [{ type: 'object', not: {} }, { type: 'string' }] } }] },
      Trap: { type: 'object', not: { not: { type: 'object', properties: { a: { $ref: '#/definitions/Trap' } } } } },
    }
    for (const name of Object.keys(definitions)) {
      const schema = compileSchema({ $ref: `#/definitions/${name}` }, { definitions, root: 'value' })
      expect(schema.validate({ a: { a: {} } })).toEqual([])
    }
  })

  test('alternatives that multiply are validated within the budget', () => {
    const branch = { type: 'object', properties: { a: { $ref: '#/definitions/Tree' } } }
    const definitions = { Tree: { type: 'object', properties: { stop: { type: 'string' } }, allOf: Array(8).fill(branch) } }
    const schema = compileSchema({ $ref: '#/definitions/Tree' }, { definitions })
    const deep: unknown = JSON.parse(`${'{"a":'.repeat(30)}{}${'}'.repeat(30)}`)
    expect(() => schema.validate(deep)).toThrow('too large to be checked')
  })
})

describe('findings under a key as long as a body', () => {
  const key = 'k'.repeat(500_000)
  const items = (item: JsonObject) => ({ type: 'object', additionalProperties: { type: 'array', items: item } })
  const lengths = (texts: readonly string[]) => [texts.length, Math.max(...texts.map((text) => text.length)) < 5000]

  test('are the first hundred errors, with the beginning of their paths', () => {
    const errors = judge(items({ type: 'integer' }), { [key]: Array(50_000).fill('x') })
    expect(lengths(errors)).toEqual([100, true])
    const repeated = judge(
      { type: 'object', additionalProperties: { type: 'array', 'x-platform-list-type': 'set', items: { type: 'integer' } } },
      { [key]: Array.from({ length: 50_000 }, (_, i) => i >> 1) },
    )
    expect(lengths(repeated)).toEqual([100, true])
  })

  test('are the first 10,000 unknown fields and a note that there are more, with shortened paths', () => {
    const v = items({ type: 'object', properties: { known: { type: 'string' } } })
    const document = { type: 'object', properties: { spec: { type: 'object', properties: { v } } } }
    const { unknownFields } = compileSchema(deepFreeze(document)).prune({ spec: { v: { [key]: Array(50_000).fill({ x: 1 }) } } })
    expect(lengths(unknownFields)).toEqual([10_001, true])
  })
})
