import { beforeAll, describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { deepFreeze, type JsonObject, type JsonValue } from '../../src/meta/index.js'
import { compileSchema } from '../../src/schema/index.js'
import { preparePatterns } from '../../src/text/index.js'

beforeAll(() => preparePatterns())

const keys = fc.constantFrom('a', 'b', 'c', 'kind', '__proto__', 'constructor')

const scalarSchemas: fc.Arbitrary<JsonObject> = fc.constantFrom<JsonObject>(
  { type: 'string' },
  { type: 'string', default: 'd' },
  { type: 'string', nullable: true, maxLength: 1, pattern: '^x' },
  { type: 'integer', minimum: 0, default: 1 },
  { type: 'number', format: 'float', nullable: true, default: 0.5 },
  { type: 'boolean' },
  { 'x-platform-int-or-string': true },
  { 'x-platform-preserve-unknown-fields': true },
  { $ref: '#/definitions/Node' },
  { allOf: [{ $ref: '#/definitions/Node' }], default: {} },
  {},
)

const { schema: schemas } = fc.letrec<{ schema: JsonObject }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    scalarSchemas,
    fc.record(
      {
        type: fc.constant('object'),
        properties: fc.dictionary(keys, tie('schema'), { maxKeys: 4 }),
        nullable: fc.boolean(),
        default: fc.constant({}),
        required: fc.array(keys, { maxLength: 2 }),
        'x-platform-preserve-unknown-fields': fc.boolean(),
        'x-platform-embedded-resource': fc.boolean(),
        oneOf: fc.array(tie('schema'), { maxLength: 2 }),
      },
      { requiredKeys: ['type'] },
    ),
    fc.record({ type: fc.constant('object'), additionalProperties: tie('schema') }),
    fc.record(
      {
        type: fc.constant('array'),
        items: tie('schema'),
        'x-platform-list-type': fc.constantFrom('set', 'map', 'atomic'),
        'x-platform-list-map-keys': fc.array(keys, { maxLength: 2 }),
        uniqueItems: fc.boolean(),
      },
      { requiredKeys: ['type'] },
    ),
  ) as fc.Arbitrary<JsonObject>,
}))

const definitions = deepFreeze<Record<string, JsonObject>>({
  Node: {
    type: 'object',
    properties: {
      a: { $ref: '#/definitions/Node' },
      b: { type: 'array', items: { $ref: '#/definitions/Node' } },
      c: { type: 'string' },
    },
  },
})

const values: fc.Arbitrary<JsonValue> = fc
  .object({
    maxDepth: 4,
    maxKeys: 4,
    key: keys,
    withNullPrototype: false,
    values: [fc.constantFrom('x', '', 1, -1, 0.5, true, null)],
  })
  .map((value) => deepFreeze(JSON.parse(JSON.stringify(value)) as JsonValue))

const cases = fc.record({
  document: schemas.map((schema) => deepFreeze(JSON.parse(JSON.stringify(schema)) as JsonObject)),
  value: values,
  style: fc.constantFrom('structural', 'builtin'),
  root: fc.constantFrom('resource', 'value'),
})
const compile = ({ document, style, root }: { document: JsonObject; style: string; root: string }) =>
  compileSchema(document, { definitions, style: style as 'structural', root: root as 'value' })

describe('whatever the schema and the value', () => {
  test('pruning twice is pruning once', () => {
    fc.assert(
      fc.property(cases, (given) => {
        const schema = compile(given)
        const { value } = schema.prune(given.value)
        const again = schema.prune(value)
        expect(again.unknownFields).toEqual([])
        expect(again.value).toBe(value)
      }),
      { numRuns: 1000 },
    )
  })

  test('filling in defaults twice is doing it once', () => {
    fc.assert(
      fc.property(cases, (given) => {
        const schema = compile(given)
        const filled = schema.applyDefaults(given.value)
        expect(schema.applyDefaults(filled)).toBe(filled)
      }),
      { numRuns: 1000 },
    )
  })

  test('what was pruned and filled in has no unknown fields', () => {
    fc.assert(
      fc.property(cases, (given) => {
        const schema = compile(given)
        const { value } = schema.prune(schema.applyDefaults(schema.prune(given.value).value))
        expect(schema.prune(value).unknownFields).toEqual([])
        expect(schema.prune(schema.applyDefaults(value)).unknownFields).toEqual([])
      }),
      { numRuns: 500 },
    )
  })

  test('validation terminates, has paths, and is deterministic', () => {
    fc.assert(
      fc.property(cases, (given) => {
        const schema = compile(given)
        const errors = schema.validate(given.value)
        for (const error of errors) expect(typeof error.field).toBe('string')
        expect(schema.validate(given.value)).toEqual(errors)
      }),
      { numRuns: 1000 },
    )
  })

  test('publishing a published document changes nothing', () => {
    fc.assert(
      fc.property(cases, (given) => {
        const { document, components } = compile(given)
        const again = compileSchema(document, { definitions: components })
        expect(again.document).toEqual(document)
        expect(again.components).toEqual(components)
      }),
    )
  })
})

describe('compiling', () => {
  test('is lazy: definitions are not read until a schema is used', () => {
    const untouchable = new Proxy<Record<string, JsonObject>>(
      {},
      {
        get: () => {
          throw new Error('looked at')
        },
      },
    )
    expect(() => compileSchema({ $ref: '#/definitions/A' }, { definitions: untouchable })).not.toThrow()
  })

  test('schemas without patterns load no further modules', () => {
    expect(compileSchema({ properties: { pattern: { type: 'string' } } }).prepare?.()).toBeUndefined()
  })
})
