import { describe, expect, test } from '@jest/globals'
import { z } from 'zod'
import { type FieldError, invalidField } from '../../../src/meta/index.js'
import { type Created, convertObject, defineResource, ResourceSpecError, type Stored } from '../../../src/resources/index.js'

const Widget = defineResource({
  group: 'shop.example.com',
  kind: 'Widget',
  versions: [
    {
      name: 'v1',
      schema: {
        spec: z.object({
          color: z.enum(['red', 'green']),
          replicas: z.int().min(0).max(10).default(1),
          ports: z.array(z.object({ name: z.string(), port: z.int() })).optional(),
        }),
        status: z.object({ ready: z.boolean(), replicas: z.int() }),
      },
      subresources: { status: true, scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' } },
      printerColumns: [
        { name: 'Color', type: 'string', jsonPath: '.spec.color' },
        { name: 'Port', type: 'integer', jsonPath: '.spec.ports[0].port' },
        { name: 'Since', type: 'date', jsonPath: '.metadata.creationTimestamp' },
      ],
      selectableFields: ['.spec.color'],
    },
  ],
})

const schema = Widget.versions[0]?.schema
const widget = (spec: object) => ({ apiVersion: 'shop.example.com/v1', kind: 'Widget', metadata: { name: 'w' }, spec })

describe('a type defined by a zod schema', () => {
  test('fills in the defaults of the type', () => {
    expect(schema?.applyDefaults(widget({ color: 'red' })).spec).toEqual({ color: 'red', replicas: 1 })
  })

  test('drops unknown fields', () => {
    expect(schema?.prune(widget({ color: 'red', size: 3 }))).toMatchObject({ unknownFields: ['spec.size'] })
  })

  test.each([
    ['another value than the type lists', { color: 'blue' }, ['spec.color']],
    ['too much', { color: 'red', replicas: 11 }, ['spec.replicas']],
    ['a missing field', {}, ['spec.color']],
    ['a wrong type in a list', { color: 'red', ports: [{ name: 'a', port: 'x' }] }, ['spec.ports[0].port']],
  ])('refuses %s', async (_what, spec, fields) => {
    await schema?.prepare?.()
    expect(schema?.validate(widget(spec)).map(({ field }) => field)).toEqual(fields)
  })

  test('refuses an object without its spec', () => {
    const { spec: _spec, ...bare } = widget({})
    expect(schema?.validate(bare).map(({ field }) => field)).toEqual(['spec'])
  })
})

describe('the compiler', () => {
  test('knows objects as they are stored and as they are written', () => {
    const stored: Stored<typeof Widget>['spec'] = { color: 'red', replicas: 1 }
    const created: Created<typeof Widget> = { metadata: { name: 'w' }, spec: { color: 'red' } }
    expect([stored.color, created.spec.color]).toEqual(['red', 'red'])
    // @ts-expect-error what has a default is there when the object is stored
    const incomplete: Stored<typeof Widget>['spec'] = { color: 'red' }
    // @ts-expect-error a wrong field
    const wrong: Created<typeof Widget> = { metadata: {}, spec: { color: 'red', colour: 'red' } }
    // @ts-expect-error a missing field
    const missing: Created<typeof Widget> = { metadata: {}, spec: {} }
    // @ts-expect-error a status has a path of its own
    const early: Created<typeof Widget> = { metadata: {}, spec: { color: 'red' }, status: { ready: true, replicas: 1 } }
    expect([incomplete, wrong, missing, early]).toHaveLength(4)
  })

  test('refuses assignments to stored objects', () => {
    const spec = Object.freeze({ color: 'red', replicas: 1 }) as Stored<typeof Widget>['spec']
    expect(() => {
      // @ts-expect-error stored objects are frozen
      spec.replicas = 2
    }).toThrow(TypeError)
  })

  test('finds the fields of the storage version in the definition alone, so that editors show them once', () => {
    type Repeated<Name extends string> = Name extends keyof NonNullable<(typeof Widget)['versionTypes']>['v1'] ? true : false
    const isRepeated: readonly [Repeated<'stored'>, Repeated<'new'>, Repeated<'subresources'>] = [false, false, true]
    expect(isRepeated).toEqual([false, false, true])
  })

  test('refuses an unknown member of a version', () => {
    const names = { group: 'shop.example.com', kind: 'Gadget' } as const
    const schema = { spec: z.object({ size: z.int() }) }
    // @ts-expect-error a misspelt member
    expect(() => defineResource({ ...names, versions: [{ name: 'v1', schema, selectedFields: [] }] })).toThrow('selectedFields')
  })

  test('follows paths', () => {
    const names = { group: 'shop.example.com', kind: 'Gadget' } as const
    const spec = {
      spec: z.object({ size: z.int(), box: z.object({ id: z.string() }), parts: z.array(z.object({ id: z.string() })) }),
    }
    const column = { name: 'X', type: 'string' } as const
    const good = [{ ...column, jsonPath: '.spec.size' } as const, { ...column, jsonPath: '.spec.parts[*].id' } as const]
    defineResource({ ...names, versions: [{ name: 'v1', schema: spec, printerColumns: good }] })
    const wrong = [{ ...column, jsonPath: '.spec.sise' } as const]
    // @ts-expect-error no such field
    expect(() => defineResource({ ...names, versions: [{ name: 'v1', schema: spec, printerColumns: wrong }] })).toThrow(
      '.spec.sise',
    )
    const key = () =>
      // @ts-expect-error no such field in the part
      defineResource({ ...names, versions: [{ name: 'v1', schema: spec, selectableFields: ['.spec.box.key'] }] })
    expect(key).toThrow('.spec.box.key')
    const scale = { specReplicasPath: '.spec.size', statusReplicasPath: '.status.size' } as const
    // @ts-expect-error there is no status
    expect(() => defineResource({ ...names, versions: [{ name: 'v1', schema: spec, subresources: { scale } }] })).toThrow(
      '.status.size',
    )
  })
})

describe('versions with other fields', () => {
  const Box = defineResource({
    group: 'shop.example.com',
    kind: 'Box',
    versions: [
      { name: 'v1', schema: { spec: z.object({ width: z.int(), height: z.int(), unit: z.string().default('mm') }) } },
      { name: 'v1beta1', schema: { spec: z.object({ size: z.string() }) } },
    ],
    conversions: {
      v1beta1: {
        toStorage: ({ spec }) => {
          const [width = 0, height = 0] = spec.size.split('x').map(Number)
          return { spec: { width, height } }
        },
        fromStorage: ({ spec }) => ({ spec: { size: `${spec.width}x${spec.height}` } }),
      },
    },
  })
  const box = (version: string, spec: object) => ({
    apiVersion: `shop.example.com/${version}`,
    kind: 'Box',
    metadata: { name: 'b', labels: { keep: 'me' } },
    spec,
  })

  test('are converted by the functions given, defaults included, metadata untouched', () => {
    expect(convertObject(Box, box('v1beta1', { size: '3x4' }), 'shop.example.com/v1')).toEqual(
      box('v1', { width: 3, height: 4, unit: 'mm' }),
    )
    expect(convertObject(Box, box('v1', { width: 5, height: 6, unit: 'mm' }), 'shop.example.com/v1beta1')).toEqual(
      box('v1beta1', { size: '5x6' }),
    )
  })

  test('are the only ones that may be named', () => {
    const versions = [{ name: 'v1' }, { name: 'v2' }] as const
    const same = { toStorage: (fields: object) => fields, fromStorage: (fields: object) => fields }
    const define = (conversions: object) => () =>
      defineResource({ group: 'a.example.com', kind: 'Box', versions, conversions: conversions as { v2: typeof same } })
    expect(define({ v2: same })).not.toThrow()
    expect(define({ v3: same })).toThrow('conversions: there is no version "v3"')
    expect(define({ v1: same })).toThrow('conversions: "v1" is the storage version, which needs none')
  })
})

describe('a type that structural schemas cannot express', () => {
  const define = (schema: object) => () =>
    defineResource({ group: 'shop.example.com', kind: 'Box', versions: [{ name: 'v1', schema }] as never })
  const mixed = z.union([z.string(), z.boolean()])
  const ONE_TYPE =
    'a whole number or text may be (intOrString of binnacle/zod); otherwise write an object with an optional field for each, or z.unknown() with .refine()'

  test.each<[string, object, string]>([
    ['in the spec', { spec: z.object({ a: mixed }) }, `spec.a: type string, boolean: a value has one type; ${ONE_TYPE}`],
    [
      'in the status',
      { spec: z.object({}), status: z.object({ a: z.array(mixed) }) },
      `status.a[]: type string, boolean: a value has one type; ${ONE_TYPE}`,
    ],
    ['as the whole spec', { spec: mixed }, `spec: type string, boolean: a value has one type; ${ONE_TYPE}`],
    [
      'in a list that is the spec',
      { spec: z.array(z.object({ a: z.union([z.string(), z.object({})]) })) },
      `spec[].a: anyOf: alternatives are of one type, not string, object; ${ONE_TYPE}`,
    ],
    [
      'in keys of a record',
      { spec: z.object({ a: z.record(z.string().regex(/^a/), z.int()) }) },
      'spec.a: propertyNames: structural schemas judge values only; write z.record(z.string(), …) and check the keys by .refine() or a rule, or list them as z.partialRecord(z.enum([…]), …)',
    ],
  ])('is refused with its place and a way out: %s', (_what, schema, line) => {
    expect(define(schema)).toThrow(new ResourceSpecError('Box', [`version "v1": JSON schema: ${line}`]))
  })

  test('can be written as the error says', () => {
    const words = z.record(z.string(), z.int()).refine((value) => Object.keys(value).every((key) => key.startsWith('a')))
    const free = z.unknown().refine((value) => ['string', 'boolean'].includes(typeof value))
    expect(define({ spec: z.object({ words, free, listed: z.partialRecord(z.enum(['a', 'b']), z.int()) }) })).not.toThrow()
  })
})

describe('versions without a conversion', () => {
  const text = z.string().optional()
  const define = (v1: z.ZodType, v1beta1: z.ZodType, conversions?: object) => () =>
    defineResource({
      group: 'shop.example.com',
      kind: 'Box',
      versions: [
        { name: 'v1', schema: { spec: v1 } },
        { name: 'v1beta1', schema: { spec: v1beta1 } },
      ],
      ...(conversions && { conversions: conversions as object }),
    })
  const refused = (fields: string) =>
    `resource Box: version "v1beta1" has fields that the storage version "v1" drops (${fields}): ` +
    'add them to its schema, or write conversions: { v1beta1: { toStorage, fromStorage } }'

  test.each<[string, z.ZodType, z.ZodType, string]>([
    ['a field', z.object({ a: text }), z.object({ a: text, b: text }), 'spec.b'],
    ['another name', z.object({ color: text }), z.object({ colour: text }), 'spec.colour'],
    [
      'a field of an item',
      z.object({ ports: z.array(z.object({ name: text })) }),
      z.object({ ports: z.array(z.object({ name: text, port: z.int() })) }),
      'spec.ports[].port',
    ],
    [
      'a field of a value of a map',
      z.object({ parts: z.record(z.string(), z.object({ a: text })) }),
      z.object({ parts: z.record(z.string(), z.object({ b: text })) }),
      'spec.parts.*.b',
    ],
    [
      'many fields',
      z.object({}),
      z.object({ a: text, b: text, c: text, d: text, e: text, f: text }),
      'spec.a, spec.b, spec.c, spec.d, spec.e, …',
    ],
  ])('may not have %s that the storage version drops', (_what, v1, v1beta1, fields) => {
    expect(define(v1, v1beta1)).toThrow(new ResourceSpecError('Box', [refused(fields).slice('resource Box: '.length)]))
    const same = (fields: object) => fields
    expect(define(v1, v1beta1, { v1beta1: { toStorage: same, fromStorage: same } })).not.toThrow()
  })

  test.each<[string, z.ZodType, z.ZodType]>([
    ['the same fields', z.object({ a: text }), z.object({ a: text })],
    ['fewer fields, as the storage version got another one', z.object({ a: text, b: text }), z.object({ a: text })],
    ['fields where the storage version takes any', z.looseObject({}), z.object({ a: text })],
    ['fields where the storage version has a map', z.record(z.string(), text), z.object({ a: text })],
  ])('may have %s', (_what, v1, v1beta1) => {
    expect(define(v1, v1beta1)).not.toThrow()
  })

  test('may be recursive', () => {
    const tree = (fields: object): z.ZodType => {
      const Tree: z.ZodType = z.object({
        ...fields,
        get below() {
          return z.array(Tree).optional()
        },
      })
      return Tree
    }
    expect(define(tree({ a: text }), tree({ a: text }))).not.toThrow()
    expect(define(tree({ a: text }), tree({ a: text, b: text }))).toThrow('spec.b')
  })

  test('lose no status, either', () => {
    const spec = z.object({ a: text })
    const versions = [
      { name: 'v1', schema: { spec } },
      { name: 'v2', schema: { spec, status: z.object({ n: z.int() }) } },
    ] as const
    expect(() => defineResource({ group: 'shop.example.com', kind: 'Box', versions })).toThrow('drops (status)')
  })
})

describe('a validation of the type', () => {
  const Range = defineResource({
    group: 'shop.example.com',
    kind: 'Range',
    versions: [{ name: 'v1', schema: { spec: z.object({ low: z.int(), high: z.int() }) } }],
    validate: function* ({ spec }, live): Iterable<FieldError> {
      if (spec.low > spec.high) yield invalidField('spec.low', spec.low, 'must not be above high')
      if (live && live.spec.high > spec.high) yield invalidField('spec.high', spec.high, 'must not shrink')
    },
  })
  const about = {} as never
  const range = (low: number, high: number) => ({
    apiVersion: 'shop.example.com/v1',
    kind: 'Range',
    metadata: { name: 'r' },
    spec: { low, high },
  })

  test('is called for new objects', () => {
    expect(Range.strategy.validateCreate?.(range(3, 2), about).map(({ field }) => field)).toEqual(['spec.low'])
    expect(Range.strategy.validateCreate?.(range(1, 2), about)).toEqual([])
  })

  test('compares an update with the old object', () => {
    expect(Range.strategy.validateUpdate?.(range(0, 1), range(0, 2), about).map(({ field }) => field)).toEqual(['spec.high'])
  })
})
