import { beforeAll, describe, expect, test } from '@jest/globals'
import * as z from 'zod'
import { atOnce, type JsonObject, platformDialect } from '../../src/meta/index.js'
import { compileJsonSchema, fromJsonSchema } from '../../src/public/schema.js'
import { validateStructure } from '../../src/resources/apiextensions/structural.js'
import { JsonSchemaError } from '../../src/schema/index.js'
import { preparePatterns } from '../../src/text/index.js'

beforeAll(() => preparePatterns())

const MAX = Number.MAX_SAFE_INTEGER
const keep = { 'x-platform-preserve-unknown-fields': true }
const mixed = { 'x-platform-int-or-string': true }

const WAYS = [{}, { io: 'input' }, { target: 'openapi-3.0' }, { target: 'openapi-3.0', io: 'input' }] as const

describe('a structural schema from a zod type', () => {
  const a = z.strictObject({ kind: z.literal('a'), x: z.string().min(1) })
  const b = z.strictObject({ kind: z.literal('b'), y: z.int32() })
  const int32 = { type: 'integer', minimum: -(2 ** 31), maximum: 2 ** 31 - 1 }
  test.each<[string, z.ZodType, JsonObject]>([
    ['a literal', z.literal('x'), { type: 'string', enum: ['x'] }],
    ['literals of two types', z.literal(['x', 1, null]), { ...mixed, nullable: true, enum: ['x', 1, null] }],
    ['an enumeration or null', z.enum(['a', 'b']).nullable(), { type: 'string', nullable: true, enum: ['a', 'b', null] }],
    ['excluded bounds', z.number().gt(1).lte(5), { type: 'number', minimum: 1, exclusiveMinimum: true, maximum: 5 }],
    ['a whole number above zero', z.int().positive(), { type: 'integer', minimum: 0, exclusiveMinimum: true, maximum: MAX }],
    [
      'a tuple of one kind',
      z.tuple([z.string(), z.string()]),
      { type: 'array', minItems: 2, maxItems: 2, items: { type: 'string' } },
    ],
    ['a tuple and more', z.tuple([z.string()], z.string()), { type: 'array', minItems: 1, items: { type: 'string' } }],
    ['a record', z.record(z.string(), z.boolean()), { type: 'object', additionalProperties: { type: 'boolean' } }],
    [
      'an object that is open',
      z.looseObject({ a: z.string() }),
      { type: 'object', ...keep, properties: { a: { type: 'string' } }, required: ['a'] },
    ],
    [
      'anything',
      z.object({ a: z.unknown() }),
      { type: 'object', properties: { a: { nullable: true, ...keep } }, required: ['a'] },
    ],
    [
      'all of JSON',
      z.object({ a: z.json() }),
      { type: 'object', properties: { a: { nullable: true, ...keep } }, required: ['a'] },
    ],
    ['a whole number or text', z.union([z.string(), z.int32()]), { ...mixed, minimum: -(2 ** 31), maximum: 2 ** 31 - 1 }],
    [
      'a word or a whole number',
      z.union([z.literal('auto'), z.int32()]),
      { ...mixed, pattern: '^(?:auto)$', minimum: -(2 ** 31), maximum: 2 ** 31 - 1 },
    ],
    ['literals one by one', z.union([z.literal('a'), z.literal('b')]), { type: 'string', enum: ['a', 'b'] }],
    [
      'a discriminated union',
      z.discriminatedUnion('kind', [a, b]),
      {
        type: 'object',
        properties: { kind: { type: 'string', enum: ['a', 'b'] }, x: { type: 'string' }, y: { type: 'integer' } },
        oneOf: [
          { required: ['kind', 'x'], properties: { kind: { enum: ['a'] }, x: { minLength: 1 } } },
          {
            required: ['kind', 'y'],
            properties: { kind: { enum: ['b'] }, y: { minimum: int32.minimum, maximum: int32.maximum } },
          },
        ],
      },
    ],
    ['an intersection of rules', z.string().min(2).and(z.string().max(3)), { type: 'string', minLength: 2, maxLength: 3 }],
    ['several patterns', z.string().regex(/^a/).regex(/z$/), { type: 'string', allOf: [{ pattern: 'z$' }], pattern: '^a' }],
    [
      'a default and a description',
      z.boolean().default(true).describe('on'),
      { type: 'boolean', default: true, description: 'on' },
    ],
    [
      'markers of any vendor',
      z.array(z.string()).meta({ 'x-elsewhere-list-type': 'set', title: 'T', examples: [[]], deprecated: true, id: 'Names' }),
      { type: 'array', items: { type: 'string' }, 'x-elsewhere-list-type': 'set', title: 'T', deprecated: true },
    ],
    [
      'a number or text, marked',
      z.union([z.number(), z.string()]).meta({ 'x-elsewhere-int-or-string': true }),
      { 'x-elsewhere-int-or-string': true },
    ],
  ])('%s', (_name, type, expected) => {
    for (const way of WAYS) expect(fromJsonSchema(z.toJSONSchema(type, way)).document).toEqual(expected)
  })
})

describe('what becomes of references', () => {
  const Tree = z.object({
    value: z.int32(),
    get kids() {
      return z.array(Tree).optional()
    },
  })

  test.each(WAYS)('recursive ones are kept, with names of their own: %j', (way) => {
    const { document, definitions } = fromJsonSchema(z.toJSONSchema(z.object({ tree: Tree, more: Tree.nullable() }), way), {
      name: 'Shop',
    })
    expect(document.properties).toEqual({
      tree: { $ref: '#/components/schemas/Shop.__schema0' },
      more: { nullable: true, allOf: [{ $ref: '#/components/schemas/Shop.__schema0' }] },
    })
    expect(Object.keys(definitions)).toEqual(['Shop.__schema0'])
  })

  test.each(WAYS)('a recursive type validates and prunes to any depth: %j', (way) => {
    const schema = compileJsonSchema(z.toJSONSchema(Tree, way), { root: 'value' })
    const { value, unknownFields } = schema.prune({ value: 1, kids: [{ value: 2, kids: [{ value: 3, extra: 1 }] }] })
    expect(unknownFields).toEqual(['kids[0].kids[0].extra'])
    expect(schema.validate(value)).toEqual([])
    expect(
      schema.validate({ value: 1, kids: [{ kids: [] }, { value: 1, kids: [{ value: 'x' }] }] }).map(({ field }) => field),
    ).toEqual(['kids[0].value', 'kids[1].kids[0].value'])
  })

  test('what one alternative lists may be null there as well, where the member may', () => {
    const size = z.enum(['S', 'L']).nullable()
    const type = z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('shirt'), size, sizes: z.array(size) }),
      z.object({ kind: z.literal('bag') }),
    ])
    const schema = compileJsonSchema(z.toJSONSchema(type), { root: 'value' })
    expect(schema.validate({ kind: 'shirt', size: null, sizes: ['S', null] })).toEqual([])
    expect(schema.validate({ kind: 'shirt', size: 'XL', sizes: [] })).not.toEqual([])
  })

  test('definitions used in alternatives are written out there', () => {
    const A = z.object({ kind: z.literal('a'), n: z.int32() }).meta({ id: 'A' })
    const B = z.object({ kind: z.literal('b') }).meta({ id: 'B' })
    const { document, definitions } = fromJsonSchema(z.toJSONSchema(z.object({ either: z.discriminatedUnion('kind', [A, B]) })))
    expect(atOnce(validateStructure(document, '', platformDialect))).toEqual([])
    expect(definitions).toEqual({})
  })
})

describe('what structural schemas cannot express is refused in one line', () => {
  const of = (type: z.ZodType) => z.toJSONSchema(z.object({ spec: z.object({ list: z.array(z.object({ x: type })) }) }))
  const at = 'spec.list[].x'
  const Knot = z.union([z.string(), z.lazy((): z.ZodType => Knot)])
  test.each<[string, unknown, string, string]>([
    ['a tuple of several kinds', of(z.tuple([z.string(), z.int()])), at, 'prefixItems'],
    ['text or truth', of(z.union([z.string(), z.boolean()])), at, 'type string, boolean'],
    ['text with a rule or truth', of(z.union([z.string().min(1), z.boolean()])), at, 'anyOf'],
    ['text or a list', of(z.union([z.string(), z.array(z.string())])), at, 'anyOf'],
    ['a fraction or text', of(z.union([z.string().min(1), z.number()])), at, 'anyOf'],
    ['two types of one member', of(z.union([z.object({ a: z.string() }), z.object({ a: z.int() })])), `${at}.a`, 'anyOf'],
    [
      'null in one alternative',
      of(z.union([z.object({ a: z.string().nullable() }), z.object({ a: z.string().min(1) })])),
      `${at}.a`,
      'anyOf',
    ],
    [
      'a default in one alternative',
      of(z.union([z.object({ k: z.literal(1), a: z.string().default('x') }), z.object({ k: z.literal(2) })])),
      `${at}.a`,
      'default',
    ],
    ['members and other values', of(z.object({ a: z.string() }).catchall(z.int())), at, 'additionalProperties'],
    ['rules for keys', of(z.record(z.string().regex(/^a/), z.int())), at, 'propertyNames'],
    ['members by pattern', of(z.looseRecord(z.string().regex(/^a/), z.int())), at, 'patternProperties'],
    ['nothing at all', of(z.never()), at, 'not'],
    ['only null', of(z.null()), at, 'type null'],
    ['lookaround', of(z.string().regex(/^(?!x)/)), at, 'pattern "^(?!x)"'],
    ['an alternative of itself', of(Knot), at, '$ref "#/$defs/__schema0"'],
    ['items once each', { type: 'array', items: { type: 'string' }, uniqueItems: true }, '', 'uniqueItems'],
    ['conditions', { type: 'object', if: {} }, '', 'if'],
    ['a reference to nowhere', { $ref: '#/$defs/None' }, '', '$ref "#/$defs/None"'],
    ['a reference to elsewhere', { $ref: 'https://example.com/schema' }, '', '$ref "https://example.com/schema"'],
    ['no value', { type: 'object', properties: { a: false } }, 'a', 'false'],
    ['no schema', 'text', '', 'text'],
    ['rules without a type', { properties: { a: { minimum: 1 } }, type: 'object' }, 'a', 'minimum'],
    ['types that exclude each other', { allOf: [{ type: 'string' }, { type: 'boolean' }] }, '', 'allOf'],
  ])('%s', (_name, schema, path, construct) => {
    let error: unknown
    try {
      fromJsonSchema(schema)
    } catch (thrown) {
      error = thrown
    }
    expect(error).toBeInstanceOf(JsonSchemaError)
    expect(error).toMatchObject({ path, construct })
    expect(String(error)).not.toContain('\n')
  })

  test('a thousand levels', () => {
    const deep = JSON.parse(`${'{"type":"array","items":'.repeat(1000)}{"type":"string"}${'}'.repeat(1000)}`)
    expect(() => fromJsonSchema(deep)).toThrow('nesting: schemas are read 100 levels deep')
  })

  test('definitions that double a hundred times', () => {
    const $defs: Record<string, JsonObject> = { d0: { type: 'string', minLength: 1 } }
    for (let n = 1; n <= 90; n++) {
      const $ref = `#/$defs/d${n - 1}`
      $defs[`d${n}`] = { type: 'object', properties: { a: { $ref }, b: { $ref } } }
    }
    expect(compileJsonSchema({ $ref: '#/$defs/d90', $defs }, { root: 'value' }).validate({ a: { b: { a: 1 } } })).toHaveLength(1)
    for (let n = 0; n <= 90; n++) $defs[`e${n}`] = JSON.parse(JSON.stringify($defs[`d${n}`]).replaceAll('/d', '/e'))
    expect(() => fromJsonSchema({ anyOf: [{ $ref: '#/$defs/d90' }, { $ref: '#/$defs/e90' }], $defs })).toThrow(
      'at most 100000 places',
    )
  })
})
