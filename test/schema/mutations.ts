/**
 * Random structural schemas, each with values that fit and with single changes that break one keyword of it.
 */

import fc from 'fast-check'
import type { JsonObject, JsonValue } from '../../src/meta/index.js'

/** A change of a value that fits, and the path and reason of the one error that it is to cause. */
export interface Mutation {
  readonly keyword: string
  readonly value: JsonValue
  readonly field: string
  readonly reason: string
}

/** A schema, a value that fits, and what breaks it. */
export interface Sample {
  readonly schema: JsonObject
  readonly value: JsonValue
  readonly mutations: readonly Mutation[]
}

const broken = (keyword: string, value: JsonValue, reason = 'FieldValueInvalid', field = ''): Mutation => ({
  keyword,
  value,
  field,
  reason,
})
const wrongType = (value: JsonValue): Mutation => broken('type', value, 'FieldValueTypeInvalid')
const notNull = broken('nullable', null, 'FieldValueTypeInvalid')

const texts: fc.Arbitrary<Sample> = fc.integer({ min: 1, max: 4 }).chain((min) =>
  fc.record({ more: fc.nat({ max: 3 }), spare: fc.nat({ max: 2 }) }).map(({ more, spare }) => {
    const value = 'a'.repeat(min + more)
    const maxLength = value.length + spare
    return {
      schema: { type: 'string', minLength: min, maxLength, pattern: '^a*$' },
      value,
      mutations: [
        wrongType(5),
        notNull,
        broken('minLength', 'a'.repeat(min - 1)),
        broken('maxLength', 'a'.repeat(maxLength + 1), 'FieldValueTooLong'),
        broken('pattern', `${value.slice(1)}b`),
      ],
    }
  }),
)

const numbers: fc.Arbitrary<Sample> = fc
  .record({
    min: fc.integer({ min: -50, max: 50 }),
    factor: fc.integer({ min: 2, max: 5 }),
    steps: fc.integer({ min: 1, max: 9 }),
  })
  .map(({ min, factor, steps }) => {
    const minimum = min * factor
    const maximum = minimum + steps * factor
    return {
      schema: { type: 'integer', minimum, exclusiveMinimum: true, maximum, multipleOf: factor },
      value: maximum,
      mutations: [
        wrongType('5'),
        notNull,
        broken('exclusiveMinimum', minimum),
        broken('maximum', maximum + factor),
        broken('multipleOf', maximum - 1),
      ],
    }
  })

const choices: fc.Arbitrary<Sample> = fc.subarray(['a', 'b', 'c'], { minLength: 1 }).map((values) => ({
  schema: { type: 'string', enum: values },
  value: values[0] ?? '',
  // Of another type it would not be one of the values either.
  mutations: [broken('enum', 'z', 'FieldValueNotSupported')],
}))

const others: fc.Arbitrary<Sample> = fc.constantFrom<Sample>(
  { schema: { type: 'boolean' }, value: false, mutations: [wrongType('false'), notNull] },
  {
    schema: { type: 'string', format: 'date' },
    value: '2024-02-29',
    mutations: [broken('format', '2023-02-29', 'FieldValueTypeInvalid')],
  },
  { schema: { type: 'string', nullable: true }, value: null, mutations: [wrongType(1)] },
  { schema: { 'x-platform-int-or-string': true }, value: '50%', mutations: [wrongType(0.5), wrongType(true)] },
  { schema: { type: 'string', not: { enum: ['no'] } }, value: 'yes', mutations: [broken('not', 'no')] },
)

const under = (prefix: string, { field, ...rest }: Mutation, wrap: (value: JsonValue) => JsonValue): Mutation => ({
  ...rest,
  value: wrap(rest.value),
  field: field === '' || field.startsWith('[') ? prefix + field : `${prefix}.${field}`,
})

const object = (members: Readonly<Record<string, Sample>>): Sample => {
  const value = Object.fromEntries(Object.entries(members).map(([key, member]) => [key, member.value]))
  const keys = Object.keys(members)
  const properties = Object.fromEntries(Object.entries(members).map(([key, member]) => [key, member.schema]))
  return {
    schema: { type: 'object', properties, required: keys },
    value,
    mutations: [
      wrongType([]),
      ...keys.map((key) =>
        broken('required', Object.fromEntries(Object.entries(value).filter(([name]) => name !== key)), 'FieldValueRequired', key),
      ),
      ...Object.entries(members).flatMap(([key, member]) =>
        member.mutations.map((mutation) => under(key, mutation, (changed) => ({ ...value, [key]: changed }))),
      ),
    ],
  }
}

const map = (entry: Sample): Sample => ({
  schema: { type: 'object', additionalProperties: entry.schema, minProperties: 1, maxProperties: 2 },
  value: { k: entry.value },
  mutations: [
    wrongType('{}'),
    broken('minProperties', {}),
    broken('maxProperties', { k: entry.value, l: entry.value, m: entry.value }, 'FieldValueTooMany'),
    ...entry.mutations.map((mutation) => under('k', mutation, (changed) => ({ k: changed }))),
  ],
})

const list = (item: Sample): Sample => ({
  schema: { type: 'array', items: item.schema, minItems: 1, maxItems: 2 },
  value: [item.value],
  mutations: [
    wrongType({}),
    broken('minItems', []),
    broken('maxItems', [item.value, item.value, item.value], 'FieldValueTooMany'),
    ...item.mutations.map((mutation) => under('[0]', mutation, (changed) => [changed])),
  ],
})

const set = (): Sample => ({
  schema: { type: 'array', items: { type: 'string' }, 'x-platform-list-type': 'set' },
  value: ['a', 'b'],
  mutations: [broken('list-type set', ['a', 'b', 'a'], 'FieldValueDuplicate', '[2]')],
})

const keyed = (member: Sample): Sample => ({
  schema: {
    type: 'array',
    items: { type: 'object', required: ['name'], properties: { name: { type: 'string' }, member: member.schema } },
    'x-platform-list-type': 'map',
    'x-platform-list-map-keys': ['name'],
  },
  value: [{ name: 'a', member: member.value }, { name: 'b' }],
  mutations: [
    broken('list-type map', [{ name: 'a' }, { name: 'a' }], 'FieldValueDuplicate', '[1]'),
    ...member.mutations.map((mutation) => under('[0].member', mutation, (changed) => [{ name: 'a', member: changed }])),
  ],
})

/** Samples, down to a depth of four. */
export const samples: fc.Arbitrary<Sample> = fc.letrec<{ sample: Sample }>((tie) => ({
  sample: fc.oneof(
    { maxDepth: 4 },
    fc.oneof(texts, numbers, choices, others, fc.constant(set())),
    fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('sample'), { minKeys: 1, maxKeys: 3, noNullPrototype: true }).map(object),
    tie('sample').map(map),
    tie('sample').map(list),
    tie('sample').map(keyed),
  ),
})).sample
