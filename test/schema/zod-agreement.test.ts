import { beforeAll, describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import * as z from 'zod'
import { atOnce, deepFreeze, jsonEqual, platformDialect } from '../../src/meta/index.js'
import { validateStructure } from '../../src/resources/apiextensions/structural.js'
import { compileJsonSchema, fromJsonSchema } from '../../src/schema/index.js'
import { preparePatterns } from '../../src/text/index.js'

beforeAll(() => preparePatterns())

/** A zod type and values for it, most of which fit. */
interface Typed {
  readonly type: z.ZodType
  readonly values: fc.Arbitrary<unknown>
  /** Members that only some alternatives have are kept by the schema, and left out by zod. */
  readonly hasAlternatives?: boolean
  /** OpenAPI 3.0 does not say which keys a map may have. */
  readonly hasListedKeys?: boolean
}

const words = fc.constantFrom('', 'a', 'b', 'ab', 'abc', 'abcd', 'zz', 'x1')
const numbers = fc.constantFrom(-1, 0, 0.5, 1, 1.5, 2, 3, 4, 2 ** 31, 2 ** 53)
const whatever = fc.oneof(words, numbers, fc.constantFrom(true, null, [], {}, ['a'], { a: 1 }))
const texts = (...samples: string[]) => fc.constantFrom(...samples, '', 'x', '2024-02-30', '10.0.0.256')
const of = (type: z.ZodType, values: fc.Arbitrary<unknown>): fc.Arbitrary<Typed> => fc.constant({ type, values })

const scalars: fc.Arbitrary<Typed> = fc.oneof(
  of(z.string(), words),
  of(z.string().min(1).max(3), words),
  of(
    z
      .string()
      .length(2)
      .regex(/^[a-z]+$/),
    words,
  ),
  of(z.string().regex(/a/).regex(/b/).startsWith('a'), words),
  of(z.string().includes('b').endsWith('c'), words),
  of(z.enum(['a', 'b']), words),
  of(z.literal(['a', 1]), fc.oneof(words, numbers)),
  of(z.literal(2), numbers),
  of(z.literal(true), fc.boolean()),
  of(z.boolean(), fc.boolean()),
  of(z.int(), numbers),
  of(z.int32().positive(), numbers),
  of(z.number(), numbers),
  of(z.number().gt(0).lt(3), numbers),
  of(z.number().gte(0.5).lte(2).multipleOf(0.5), numbers),
  of(z.union([z.string(), z.int()]), fc.oneof(words, numbers)),
  of(z.union([z.literal('auto'), z.int().min(1).max(3)]), fc.oneof(texts('auto', 'autox'), numbers)),
  of(z.union([z.literal(1), z.literal(3), z.string().min(2)]), fc.oneof(words, numbers)),
  of(z.union([z.string().min(3), z.enum(['a', 'b'])]), words),
  of(z.union([z.int(), z.number().gt(2)]), numbers),
  of(z.unknown(), whatever),
  of(z.json(), whatever),
  of(z.uuid(), texts('123e4567-e89b-12d3-a456-426614174000', '123e4567-e89b-92d3-a456-426614174000')),
  of(z.email(), texts('a.b@example.com', '.a@example.com', 'a..b@example.com', 'a@example')),
  of(z.iso.datetime(), texts('2024-01-02T03:04:05Z', '2023-02-29T00:00:00Z', '2024-01-02T03:04:05+01:00')),
  of(
    z.iso.datetime({ offset: true, local: true }),
    texts('2024-01-02T03:04:05', '2024-01-02T03:04:05.5+01:00', '2024-01-02T25:00:00'),
  ),
  of(z.iso.datetime({ precision: -1 }), texts('2024-01-02T03:04Z', '2024-01-02T03:04:05Z')),
  of(z.iso.date(), texts('2024-02-29', '2023-02-29')),
  of(z.iso.time(), texts('03:04:05', '24:00:00')),
  of(z.iso.duration(), texts('P1D', 'PT1H30M', 'P1Y2M3DT4H5M6.5S', 'P2W', 'P', 'PT', 'P1DT', 'P1W2D', 'P1.5D', '1h30m')),
  of(z.ipv4(), texts('10.0.0.1', '010.0.0.1')),
  of(z.ipv6(), texts('::1', 'fe80::1:2', '1::2::3')),
  of(z.cidrv4(), texts('10.0.0.0/8', '10.0.0.0/33')),
  of(z.base64(), texts('QUFB', 'QQ==', 'QQ')),
  of(z.mac(), texts('01:23:45:67:89:ab', '01-23-45-67-89-ab')),
  of(z.ulid(), texts('01ARZ3NDEKTSV4RRFFQ69G5FAV')),
  of(z.e164(), texts('+15551234567', '+0555')),
  of(z.templateLiteral(['n-', z.int()]), texts('n-1', 'n--1', 'n-1.5')),
)

// No `constructor`: zod takes the inherited one for a member.
const names = fc.constantFrom('a', 'b', 'c', 'd')

/** Whether a type takes a value as it is: zod does not look for defaults inside a default, as schemas do. */
const isComplete = (type: z.ZodType, value: unknown): boolean => jsonEqual(type.safeParse(value).data ?? null, value)

/** An object type from its members, some of which may be missing. */
const objects = (members: fc.Arbitrary<Typed>): fc.Arbitrary<Typed> =>
  fc
    .record({
      members: fc.dictionary(names, fc.record({ member: members, presence: fc.constantFrom('must', 'may', 'default', 'null') }), {
        maxKeys: 3,
        noNullPrototype: true,
      }),
      openness: fc.constantFrom('plain', 'strict', 'loose'),
    })
    .chain(({ members, openness }) =>
      // One value of each member serves as its default, when it fits.
      fc.record(Object.fromEntries(Object.entries(members).map(([key, { member }]) => [key, member.values]))).map((samples) => {
        const shape = Object.fromEntries(
          Object.entries(members).map(([key, { member, presence }]) => {
            const sample = samples[key]
            const fits = presence === 'default' && sample !== null && !member.hasAlternatives && isComplete(member.type, sample)
            const type = fits ? member.type.default(sample as never) : presence === 'null' ? member.type.nullable() : member.type
            return [key, presence === 'may' ? type.optional() : type]
          }),
        )
        const make = { plain: z.object, strict: z.strictObject, loose: z.looseObject }[openness] as typeof z.object
        const values = fc.record(
          Object.fromEntries(
            Object.entries(members).map(([key, { member, presence }]) => [
              key,
              presence === 'null' ? fc.option(member.values) : member.values,
            ]),
          ),
          {
            requiredKeys: Object.keys(members).filter(
              (key) => members[key]?.presence !== 'may' && members[key]?.presence !== 'default',
            ),
          },
        )
        return {
          type: make(shape),
          values,
          hasAlternatives: Object.values(members).some(({ member }) => member.hasAlternatives === true),
        }
      }),
    )

const { type: types } = fc.letrec<{ type: Typed }>((tie) => ({
  type: fc.oneof(
    { maxDepth: 3 },
    { weight: 3, arbitrary: scalars },
    { weight: 2, arbitrary: objects(tie('type')) },
    tie('type').map(({ type, values, ...rest }) => ({
      ...rest,
      type: z.array(type).min(1).max(2),
      values: fc.array(values, { maxLength: 3 }),
    })),
    tie('type').map(({ type, values, ...rest }) => ({
      ...rest,
      type: z.tuple([type, type]),
      values: fc.array(values, { maxLength: 3 }),
    })),
    tie('type').map(({ type, values, ...rest }) => ({
      ...rest,
      type: z.record(z.string(), type),
      values: fc.dictionary(names, values, { maxKeys: 2, noNullPrototype: true }),
    })),
    tie('type').map(({ type, values, ...rest }) => ({
      ...rest,
      hasListedKeys: true,
      // Members that may be anything may be missing to zod, but not to the JSON schema that it makes.
      type: (type.safeParse(undefined).success ? z.partialRecord : z.record)(z.enum(['a', 'b']), type),
      values: fc.record({ a: values, b: values }, { requiredKeys: ['a'] }),
    })),
    tie('type').map(({ type, values, ...rest }) => ({ ...rest, type: type.nullable(), values: fc.option(values) })),
    fc.tuple(tie('type'), scalars).map(([first, second]) => alternatives(first, second)),
  ),
}))

/** Two alternatives that are told apart by a word; members of one are no members of the other. */
const alternatives = (first: Typed, second: Typed): Typed => ({
  type: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('one'), one: first.type, shared: z.string().min(1) }),
    z.object({ kind: z.literal('two'), two: second.type.optional(), shared: z.string().min(2) }),
  ]),
  values: fc.oneof(
    fc.record({ kind: fc.constant('one'), one: first.values, shared: words }),
    fc.record({ kind: fc.constantFrom('two', 'three'), two: second.values, shared: words }, { requiredKeys: ['kind'] }),
  ),
  hasAlternatives: true,
})

/** Values with one place changed: dropped, replaced, or with an unknown member beside it. */
const mutated = (value: unknown): fc.Arbitrary<unknown> => {
  if (typeof value !== 'object' || value === null) return whatever
  const list = Array.isArray(value)
  const entries = Object.entries(value)
  const here = fc.oneof(
    whatever,
    list
      ? whatever.map((item) => [...(value as unknown[]), item])
      : fc.tuple(names, whatever).map(([key, item]) => ({ ...value, ...Object.fromEntries([[key, item]]) })),
  )
  if (entries.length === 0) return here
  const below = fc.constantFrom(...entries).chain(([key, member]) =>
    fc.oneof(
      mutated(member).map((changed) =>
        rebuild(
          list,
          entries.map(([name, old]) => [name, name === key ? changed : old]),
        ),
      ),
      fc.constant(
        rebuild(
          list,
          entries.filter(([name]) => name !== key),
        ),
      ),
    ),
  )
  return fc.oneof({ weight: 1, arbitrary: here }, { weight: 3, arbitrary: below })
}
const rebuild = (list: boolean, entries: (readonly [string, unknown])[]): unknown =>
  list ? entries.map(([, item]) => item) : Object.fromEntries(entries)

const cases = types
  .filter(({ type }) => isSayable(type))
  .chain((typed) =>
    fc.record({ typed: fc.constant(readable(typed)), value: fc.oneof(typed.values, typed.values.chain(mutated)) }),
  )

/** A type as it is shown when a law is broken. */
const readable = (typed: Typed): Typed =>
  ({ ...typed, [fc.toStringMethod]: () => JSON.stringify(z.toJSONSchema(typed.type)) }) as Typed

const isSayable = (type: z.ZodType): boolean => {
  try {
    fromJsonSchema(z.toJSONSchema(type))
    return true
  } catch {
    return false
  }
}

const WAYS = [{}, { io: 'input' }, { target: 'openapi-3.0' }] as const

describe('whatever the zod type', () => {
  test('its schema is structural', () => {
    fc.assert(
      fc.property(types, fc.constantFrom(...WAYS), ({ type }, way) => {
        if (!isSayable(type)) return
        const { document, definitions } = fromJsonSchema(z.toJSONSchema(z.object({ spec: type }), way))
        if (Object.keys(definitions).length === 0) expect(atOnce(validateStructure(document, '', platformDialect))).toEqual([])
      }),
      { numRuns: 300 },
    )
  })

  // Where they differ on purpose: unknown members are dropped, not refused, and so are nulls that do not fit. What is left
  // after that they have to judge alike.
  test.each(WAYS)('both validate pruned and defaulted values equally, and accepted values are the same: %j', (way) => {
    fc.assert(
      fc.property(cases, ({ typed, value }) => {
        if ('target' in way && typed.hasListedKeys) return
        const schema = compileJsonSchema(z.toJSONSchema(typed.type, way), { root: 'value' })
        const filled = schema.applyDefaults(schema.prune(deepFreeze(value)).value)
        const errors = schema.validate(filled)
        expect({ accepted: errors.length === 0, errors }).toMatchObject({ accepted: typed.type.safeParse(filled).success })
        const parsed = typed.type.safeParse(value)
        if (parsed.success) expect(errors).toEqual([])
        if (parsed.success && !typed.hasAlternatives) expect(filled).toEqual(parsed.data)
      }),
      { numRuns: 300 },
    )
  })
})
