import fc from 'fast-check'
import { compileType, type FieldType } from '../../src/apply/index.js'
import { deepFreeze, type JsonObject, type JsonValue } from '../../src/meta/index.js'

/** A schema, and values that fit it. */
interface Typed {
  readonly schema: JsonObject
  readonly values: fc.Arbitrary<JsonValue>
}

const NAMES = ['a', 'b', 'c', '__proto__', 'constructor'] as const

const scalars: Typed[] = [
  { schema: { type: 'string' }, values: fc.constantFrom('', 'x', 'y', '"', '\u{1f600}') },
  { schema: { type: 'integer' }, values: fc.integer({ min: -1, max: 2 }) },
  { schema: { type: 'boolean' }, values: fc.boolean() },
  { schema: { 'x-platform-int-or-string': true }, values: fc.constantFrom<JsonValue[]>(1, '1', '50%') },
]

const anything: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 2 },
    fc.constantFrom<JsonValue[]>(1, 'x', true, null),
    fc.array(tie('value'), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom('a', 'b', '__proto__'), tie('value'), { maxKeys: 2, noNullPrototype: true }),
  ),
})).value

const kindOf = (atomic: boolean, name: string): JsonObject => (atomic ? { [`x-platform-${name}-type`]: 'atomic' } : {})

function typed(depth: number): fc.Arbitrary<Typed> {
  const leaf = fc.constantFrom(...scalars)
  if (depth === 0) return leaf
  return fc.oneof(
    { weight: 2, arbitrary: leaf },
    { weight: 3, arbitrary: structs(depth) },
    { weight: 2, arbitrary: maps(depth) },
    { weight: 2, arbitrary: leaf.filter(({ schema }) => schema.type !== undefined).chain(sets) },
    { weight: 3, arbitrary: keyed(depth) },
    { weight: 1, arbitrary: typed(depth - 1).map(lists) },
    { weight: 1, arbitrary: fc.constant<Typed>({ schema: { 'x-platform-preserve-unknown-fields': true }, values: anything }) },
  )
}

const fieldsOf = (depth: number): fc.Arbitrary<Record<string, Typed>> =>
  fc.dictionary(fc.constantFrom(...NAMES), typed(depth - 1), { minKeys: 1, maxKeys: 4, noNullPrototype: true })

function record(fields: Record<string, Typed>, required: string[] = []): fc.Arbitrary<JsonValue> {
  const values = Object.entries(fields).map(([name, field]) => {
    const value = field.values.map((each) => [name, each] as const)
    return required.includes(name) ? value : fc.option(value, { nil: undefined })
  })
  return fc.tuple(...values).map((pairs) => Object.fromEntries(pairs.filter((pair) => pair !== undefined)))
}

const structs = (depth: number): fc.Arbitrary<Typed> =>
  fc.tuple(fieldsOf(depth), fc.boolean(), fc.boolean()).map(([fields, first, second]) => ({
    schema: { type: 'object', properties: properties(fields), ...kindOf(first && second, 'map') },
    values: record(fields),
  }))

const properties = (fields: Record<string, Typed>): JsonObject =>
  Object.fromEntries(Object.entries(fields).map(([name, { schema }]) => [name, schema]))

const maps = (depth: number): fc.Arbitrary<Typed> =>
  fc.tuple(typed(depth - 1), fc.boolean(), fc.boolean()).map(([{ schema, values }, first, second]) => ({
    schema: { type: 'object', additionalProperties: schema, ...kindOf(first && second, 'map') },
    values: fc.dictionary(fc.constantFrom('k', 'l', '__proto__'), values, { maxKeys: 3, noNullPrototype: true }),
  }))

const lists = ({ schema, values }: Typed): Typed => ({
  schema: { type: 'array', items: schema },
  values: fc.array(values, { maxLength: 2 }),
})

const sets = ({ schema, values }: Typed): fc.Arbitrary<Typed> =>
  fc.constant({
    schema: { type: 'array', items: schema, 'x-platform-list-type': 'set' },
    values: fc.uniqueArray(values, { maxLength: 3 }),
  })

/** Lists with one key or two, of which the second may be left out: it has a default, or it counts as what the entry lacks. */
const keyed = (depth: number): fc.Arbitrary<Typed> =>
  fc.tuple(fieldsOf(depth), fc.boolean(), fc.boolean()).map(([fields, hasTwo, hasDefault]) => {
    const key: Typed = { schema: { type: 'string' }, values: fc.constantFrom('p', 'q', '\0') }
    const port: Typed = { schema: { type: 'integer', ...(hasDefault && { default: 1 }) }, values: fc.constantFrom(1, 2) }
    const all = { ...fields, name: key, ...(hasTwo && { port }) }
    return {
      schema: {
        type: 'array',
        items: { type: 'object', properties: properties(all) },
        'x-platform-list-type': 'map',
        'x-platform-list-map-keys': hasTwo ? ['port', 'name'] : ['name'],
      },
      values: fc.uniqueArray(record(all, ['name']), {
        maxLength: 3,
        selector: (entry) =>
          JSON.stringify([(entry as JsonObject).name, hasTwo ? ((entry as JsonObject).port ?? (hasDefault ? 1 : 0)) : 0]),
      }),
    }
  })

/** A type, and some frozen objects of it. */
export const typedObjects = (count: number): fc.Arbitrary<{ type: FieldType; schema: JsonObject; objects: JsonObject[] }> =>
  structs(3).chain(({ schema, values }) =>
    fc.array(values as fc.Arbitrary<JsonObject>, { minLength: count, maxLength: count }).map((objects) => {
      const { 'x-platform-map-type': _, ...granular } = schema
      return { type: compileType(granular), schema: granular, objects: deepFreeze(objects) }
    }),
  )
