import { describe, expect, test } from '@jest/globals'
import { z } from 'zod'
import { z as z3 } from 'zod/v3'
import { dialects, type JsonObject } from '../../src/meta/index.js'
import { createControlPlane } from '../../src/plane/index.js'
import { atomic, intOrString, listMap, listSet, preserveUnknown, quantity, withRules } from '../../src/public/zod.js'
import { defineResource } from '../../src/resources/index.js'

/** The schema that a type gets as the field `part` of a spec. */
function schemaOf(part: z.ZodType, dialect = dialects[0]) {
  const spec = z.object({ part })
  const definition = defineResource(
    { group: 'shop.example.com', kind: 'Widget', versions: [{ name: 'v1', schema: { spec } }] },
    dialect ? { dialect } : {},
  )
  const { schema } = definition.versions[0] ?? {}
  if (!schema) throw new Error('no schema')
  const { properties } = (schema.document as { properties: { spec: { properties: { part: object } } } }).properties.spec
  const widget = (value: unknown) => ({
    apiVersion: 'shop.example.com/v1',
    kind: 'Widget',
    metadata: { name: 'w' },
    spec: { part: value },
  })
  return {
    document: properties.part,
    wrong: async (value: unknown) => {
      await schema.prepare?.()
      return schema.validate(widget(value)).map(({ field, reason }) => `${field}: ${reason}`)
    },
    prune: (value: unknown) => schema.prune(widget(value)).unknownFields,
  }
}

describe('markers of a type', () => {
  const port = z.object({ name: z.string(), port: z.int() })

  test('a list with keys refuses an entry with the key of another', async () => {
    const { document, wrong } = schemaOf(listMap(port, ['name']))
    expect(document).toMatchObject({ 'x-platform-list-type': 'map', 'x-platform-list-map-keys': ['name'] })
    expect(
      await wrong([
        { name: 'a', port: 1 },
        { name: 'a', port: 2 },
      ]),
    ).toEqual(['spec.part[1]: FieldValueDuplicate'])
    // @ts-expect-error the key is no field of the entries
    listMap(port, ['key'])
  })

  test('a set refuses duplicate values', async () => {
    const { document, wrong } = schemaOf(listSet(z.string()))
    expect(document).toMatchObject({ 'x-platform-list-type': 'set' })
    expect(await wrong(['a', 'a'])).toEqual(['spec.part[1]: FieldValueDuplicate'])
  })

  test.each([
    ['list', atomic(z.array(z.string())), { 'x-platform-list-type': 'atomic' }],
    ['object', atomic(port), { 'x-platform-map-type': 'atomic' }],
  ])('an atomic %s has the marker', (_what, type, mark) => {
    expect(schemaOf(type).document).toMatchObject(mark)
  })

  test.each([
    [intOrString(), 80, []],
    [intOrString(), 'http', []],
    [intOrString(), true, ['spec.part: FieldValueTypeInvalid']],
    [quantity(), '1.5Gi', []],
    [quantity(), 2, []],
    [quantity(), 'much', ['spec.part: FieldValueInvalid']],
  ])('int-or-string and quantity judge values (%#)', async (type, value, problems) => {
    expect(await schemaOf(type).wrong(value)).toEqual(problems)
  })

  test('an open object keeps undeclared fields', () => {
    expect(schemaOf(preserveUnknown(port)).prune({ name: 'a', port: 1, more: 2 })).toEqual([])
    expect(schemaOf(port).prune({ name: 'a', port: 1, more: 2 })).toEqual(['spec.part.more'])
  })

  test('rules are evaluated', async () => {
    const range = withRules(z.object({ low: z.int(), high: z.int() }), { rule: 'self.low <= self.high', message: 'upside down' })
    expect(await schemaOf(range).wrong({ low: 1, high: 2 })).toEqual([])
    expect(await schemaOf(range).wrong({ low: 3, high: 2 })).toEqual(['spec.part: FieldValueInvalid'])
  })

  test.each(dialects)('markers have the prefix of the dialect: $name', (dialect) => {
    expect(schemaOf(listSet(z.string()), dialect).document).toHaveProperty([`${dialect.schemaPrefix}list-type`], 'set')
  })
})

describe('refinements', () => {
  const Range = defineResource({
    group: 'shop.example.com',
    kind: 'Range',
    versions: [
      {
        name: 'v1',
        schema: {
          spec: z
            .object({
              low: z.int().refine((low) => low % 2 === 0, 'must be even'),
              high: z.int(),
              parts: z.array(z.object({ name: z.string().refine((name) => name !== 'bad', 'is a bad name') })).optional(),
            })
            .superRefine(({ low, high }, context) => {
              if (low > high) context.addIssue({ code: 'custom', message: 'must not be above high', path: ['low'] })
            }),
          status: z.object({}),
        },
        subresources: { status: true },
      },
    ],
  })

  test('are run on create and on update, and their issues are causes', async () => {
    const plane = await createControlPlane({ resources: [Range] })
    const ranges = plane.client().resource(Range).namespace('default')
    const causesOf = (work: Promise<unknown>) =>
      work.then(
        () => [],
        ({ status }) =>
          status.details.causes.map(({ field, message }: { field: string; message: string }) => `${field}: ${message}`),
      )
    expect(
      await causesOf(ranges.create({ metadata: { name: 'a' }, spec: { low: 1, high: 4, parts: [{ name: 'bad' }] } })),
    ).toEqual(['spec.low: Invalid value: 1: must be even', 'spec.parts[0].name: Invalid value: "bad": is a bad name'])
    await ranges.create({ metadata: { name: 'a' }, spec: { low: 2, high: 4 } })
    expect(await causesOf(ranges.patch('a', { merge: { spec: { low: 6 } } }))).toEqual([
      'spec.low: Invalid value: 6: must not be above high',
    ])
    // What does not fit the schema is not for them.
    expect(await causesOf(ranges.patch('a', { merge: { spec: { low: 'x' as never } } }))).toEqual([
      'spec.low: Invalid value: "string": spec.low in body must be of type integer: "string"',
    ])
    await plane.close()
  })

  test.each([
    { what: 'transform', type: z.string().transform((text) => text.length), says: 'spec.part is transformed' },
    { what: 'preprocess', type: z.preprocess(String, z.string()), says: 'spec.part is transformed' },
    { what: 'catch', type: z.string().catch('x'), says: 'spec.part has .catch()' },
    { what: 'coerce', type: z.coerce.number(), says: 'spec.part is coerced' },
    { what: 'trim', type: z.string().trim(), says: 'spec.part is changed by .trim()' },
    { what: 'a date', type: z.date(), says: 'spec.part is of the type date, which JSON does not have: write z.iso.datetime()' },
    { what: 'a map', type: z.array(z.map(z.string(), z.int())), says: 'spec.part[] is of the type map' },
    { what: 'a large number', type: z.bigint().optional(), says: 'spec.part is of the type bigint' },
    { what: 'a file', type: z.file(), says: 'spec.part is of the type file' },
    { what: 'a flag of a pattern', type: z.string().regex(/^a$/i), says: 'spec.part has a regular expression with the flag i' },
    {
      what: 'a format with a flag',
      type: z.stringFormat('a', /^a$/m),
      says: 'spec.part has a regular expression with the flag m',
    },
    { what: 'a random default', type: z.string().default(() => crypto.randomUUID()), says: 'spec.part has a default that is' },
    { what: 'an instance', type: z.instanceof(URL), says: 'spec.part is of the type custom' },
    { what: 'overwrite', type: z.int().overwrite((n) => n + 1), says: 'spec.part is changed by .trim(), .overwrite()' },
    { what: 'a transform in a list', type: z.array(z.object({ a: z.string().toLowerCase() })), says: 'spec.part[].a is changed' },
    {
      what: 'a transform in a map',
      type: z.record(z.string(), z.string().catch('')).optional(),
      says: 'spec.part.* has .catch()',
    },
  ])('$what is refused, with its place', ({ type, says }) => {
    expect(() => schemaOf(type)).toThrow(`resource Widget: version "v1": ${says}`)
  })

  /** As compilers write an async function for runtimes that know none. */
  const promising = () => Promise.reject(new Error('not awaited'))
  test.each([
    { what: 'refine', type: z.string().refine(async () => true) },
    { what: 'refine with a function that gives a promise', type: z.string().refine(promising) },
    { what: 'superRefine', type: z.string().superRefine(async () => {}) },
    { what: 'check', type: z.string().check(async () => {}) },
    {
      what: 'refine of a wrapped type',
      type: z
        .string()
        .refine(async () => true)
        .optional(),
    },
  ])('an asynchronous $what is refused, with its place and what to write instead', ({ type }) => {
    expect(() => schemaOf(type)).toThrow(
      'resource Widget: version "v1": spec.part has an asynchronous refinement, and a write waits for none: check what needs waiting for in an admission plugin (resourcePlugin of binnacle/admission)',
    )
  })

  test.each([
    {
      what: 'an asynchronous refinement that did not look so',
      refine: (part: string) => part.length < 3 || Promise.resolve(true),
      says: 'spec has an asynchronous refinement',
    },
    {
      what: 'a refinement that throws',
      refine: (part: string) => {
        if (part.length < 3) return true
        throw new Error('unknown part')
      },
      says: 'a refinement of spec threw an error',
    },
  ])('$what is a 500 that stores nothing, and the log says why', async ({ refine, says }) => {
    const errors: unknown[] = []
    const Widget = defineResource({
      group: 'shop.example.com',
      kind: 'Widget',
      versions: [{ name: 'v1', schema: { spec: z.object({ part: z.string().refine(refine as (part: string) => boolean) }) } }],
    })
    const logger = { info: () => {}, error: (_text: string, details?: unknown) => void errors.push(details) }
    const plane = await createControlPlane({ resources: [Widget], logger })
    const widgets = plane.client().resource(Widget).namespace('default')
    await widgets.create({ metadata: { name: 'short' }, spec: { part: 'ab' } })
    await expect(widgets.create({ metadata: { name: 'long' }, spec: { part: 'abc' } })).rejects.toMatchObject({
      status: { code: 500 },
    })
    expect(errors).toMatchObject([{ error: { message: expect.stringContaining(says) } }])
    expect((await widgets.list()).items.map(({ metadata }) => metadata.name)).toEqual(['short'])
    await plane.close()
  })

  test.each([
    { what: 'refine', part: z.string().refine((part) => part.length < 3 || (promising() as unknown as boolean)) },
    {
      what: 'superRefine of an optional type',
      part: z
        .string()
        .superRefine((part) => (part.length < 3 ? undefined : (promising() as unknown as undefined)))
        .optional(),
    },
  ])('a promise that a $what gives for some values, and that is rejected, does not end the process', async ({ part }) => {
    const unhandled: unknown[] = []
    const note = (reason: unknown) => void unhandled.push(reason)
    process.on('unhandledRejection', note)
    const Widget = defineResource({
      group: 'shop.example.com',
      kind: 'Widget',
      versions: [{ name: 'v1', schema: { spec: z.object({ parts: z.array(z.object({ part })) }) } }],
    })
    const plane = await createControlPlane({ resources: [Widget], logger: { info: () => {}, error: () => {} } })
    const widgets = plane.client().resource(Widget).namespace('default')
    const long = { metadata: { name: 'long' }, spec: { parts: [{ part: 'ab' }, { part: 'abc' }] } }
    await expect(widgets.create(long)).rejects.toMatchObject({ status: { code: 500 } })
    // Unhandled rejections are reported at the end of an event-loop iteration.
    await new Promise((resolve) => setImmediate(resolve))
    process.off('unhandledRejection', note)
    expect(unhandled).toEqual([])
    await plane.close()
  })

  test.each([
    { schema: z.object({ size: z.int() }), says: 'schema is a type: write { spec: type }' },
    { schema: { spec: z.object({}), statos: z.object({}) }, says: 'schema.statos is unknown: expected spec and status' },
    { schema: { status: z.object({}) }, says: 'schema has no spec: write { spec: type, status: type }' },
    { schema: { size: z.int() }, says: 'schema.size is a type inside a JSON schema: write { spec: type }' },
    { schema: { spec: { size: z.int() } }, says: 'schema.spec.size is a type inside a JSON schema: write { spec: type }' },
    {
      schema: { type: 'object', properties: { spec: z.object({}) } },
      says: 'schema.properties.spec is a type inside a JSON schema: write { spec: type }',
    },
    { schema: { spec: z.object({}), status: { type: 'object' } }, says: 'schema.status is no type, and the other part is one' },
    { schema: { spec: { type: 'object' }, status: z.object({}) }, says: 'schema.spec is no type, and the other part is one' },
    { schema: () => z.object({}), says: 'schema is a function: expected { spec: type } or a JSON schema' },
  ])('a schema of another shape is refused: $says', ({ schema, says }) => {
    const define = () =>
      defineResource({ group: 'shop.example.com', kind: 'Widget', versions: [{ name: 'v1', schema: schema as never }] })
    expect(define).toThrow(`resource Widget: version "v1": ${says}`)
  })

  test('the compiler and defineResource name the fix for a zod type instead of a schema', () => {
    const names = { group: 'shop.example.com', kind: 'Widget' } as const
    // @ts-expect-error '~standard': write { spec: type }, and { spec, status } where there is a status
    expect(() => defineResource({ ...names, versions: [{ name: 'v1', schema: z.object({}) }] })).toThrow('write { spec: type }')
    expect(() => defineResource(z.object({}) as never)).toThrow(
      'a type belongs into versions: [{ name: "v1", schema: { spec: type } }]',
    )
    expect(() => defineResource({ ...names, versions: { v1: {} } as never })).toThrow('versions must be a list')
  })

  test('a JSON schema that zod makes of a type can be part of another one', () => {
    const spec = z.toJSONSchema(z.object({ size: z.int() })) as JsonObject
    const schema = { type: 'object', properties: { spec } }
    const { versions } = defineResource({ group: 'shop.example.com', kind: 'Widget', versions: [{ name: 'v1', schema }] })
    expect(versions[0]?.schema?.validate({ spec: { size: 'x' } } as never)).toMatchObject([{ field: 'spec.size' }])
  })

  test('a type that structural schemas cannot express is refused with the kind and the version', () => {
    const spec = z.object({ pair: z.tuple([z.string(), z.int()]) })
    const define = () =>
      defineResource({ group: 'shop.example.com', kind: 'Widget', versions: [{ name: 'v1', schema: { spec } }] })
    expect(define).toThrow(/^resource Widget: version "v1": JSON schema: spec.pair: /)
  })

  test('a type of zod 3 is refused by its name', () => {
    const spec = z3.object({ a: z3.string() })
    const define = () =>
      defineResource({
        group: 'shop.example.com',
        kind: 'Widget',
        versions: [{ name: 'v1', schema: { spec } as never }],
      })
    expect(define).toThrow(
      'resource Widget: version "v1": spec is a type of zod 3, which tells no JSON schema: write it with zod 4',
    )
  })
})
