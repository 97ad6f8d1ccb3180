import { describe, expect, test } from '@jest/globals'
import { z } from 'zod'
import type { ApiObject } from '../../../src/meta/index.js'
import { defineResource, type ResourceSpec, ResourceSpecError } from '../../../src/public/index.js'
import { NOW } from '../support.js'

const spec: ResourceSpec = { group: 'shop.example.com', kind: 'Widget', versions: [{ name: 'v1' }] }

const widget = (fields: Readonly<Record<string, unknown>>): ApiObject =>
  ({ apiVersion: 'shop.example.com/v1', kind: 'Widget', metadata: { name: 'a' }, ...fields }) as ApiObject

describe('a type from its names and schemas', () => {
  test.each([
    { kind: 'Widget', plural: 'widgets' },
    { kind: 'Policy', plural: 'policies' },
    { kind: 'Key', plural: 'keys' },
    { kind: 'Box', plural: 'boxes' },
    { kind: 'Branch', plural: 'branches' },
  ])('the kind $kind is called $plural in URLs', ({ kind, plural }) => {
    expect(defineResource({ ...spec, kind }).names).toMatchObject({
      plural,
      singular: kind.toLowerCase(),
      listKind: `${kind}List`,
    })
  })

  test('omitted options have defaults', () => {
    const definition = defineResource(spec)
    expect(definition).toMatchObject({ namespaced: true, storageVersion: 'v1', hasGeneration: true, custom: true })
    expect(definition.storedAs).toEqual({ group: 'shop.example.com', resource: 'widgets' })
    expect(definition.versions[0]?.table?.columns.map(({ name }) => name)).toEqual(['Name', 'Created At'])
  })

  test("a type cannot be changed, and the description of it stays the program's own", () => {
    const described = { ...spec, versions: [{ name: 'v1', schema: { spec: { type: 'object' } } }] }
    const definition = defineResource(described)
    const parts = [definition, definition.names, definition.storedAs, definition.versions, definition.versions[0]]
    for (const part of parts) expect(() => Object.assign(part as object, { group: 'x', length: 0 })).toThrow(TypeError)
    expect(Object.isFrozen(described)).toBe(false)
    expect(Object.isFrozen(described.versions)).toBe(false)
  })

  test('objects are stored in the version with storage, else in the first', () => {
    const versions = [{ name: 'v1' }, { name: 'v2' }]
    expect(defineResource({ ...spec, versions }).storageVersion).toBe('v1')
    expect(defineResource({ ...spec, versions: [{ name: 'v1' }, { name: 'v2', storage: true }] }).storageVersion).toBe('v2')
    expect(defineResource({ ...spec, versions }).versions.map(({ name }) => name)).toEqual(['v2', 'v1'])
  })

  test('a schema is that of the whole object, or of its spec and status', () => {
    const size = { type: 'object', properties: { size: { type: 'integer' } } }
    for (const schema of [{ spec: size }, { type: 'object', properties: { spec: size } }]) {
      const version = defineResource({ ...spec, versions: [{ name: 'v1', schema }] }).versions[0]
      expect(version?.schema?.prune(widget({ spec: { size: 1, color: 'red' } })).unknownFields).toEqual(['spec.color'])
    }
  })

  test('a status subresource takes the status and nothing else', () => {
    const [status] =
      defineResource({ ...spec, versions: [{ name: 'v1', subresources: { status: true } }] }).versions[0]?.subresources ?? []
    const live = widget({ spec: { n: 1 }, status: { ready: false } })
    const sent = { ...widget({ spec: { n: 2 }, status: { ready: true } }), metadata: { name: 'a', labels: { x: 'y' } } }
    expect(status?.merge?.(live, sent)).toEqual({ ...live, status: { ready: true } })
    expect(status?.merge?.(live, widget({ spec: { n: 2 } }))).toEqual(widget({ spec: { n: 1 } }))
  })

  test('declared columns are shown after the name', () => {
    const printerColumns = [{ name: 'Color', type: 'string', jsonPath: '.spec.color' }]
    const table = defineResource({ ...spec, versions: [{ name: 'v1', printerColumns }] }).versions[0]?.table
    expect(table?.cells(widget({ spec: { color: 'red' } }), NOW)).toEqual(['a', 'red'])
  })

  test('declared fields are selectable in their version; missing values count as empty', () => {
    const { versions } = defineResource({ ...spec, versions: [{ name: 'v1', selectableFields: ['.spec.size'] }] })
    const { selectableFields = {} } = versions[0] ?? {}
    expect(selectableFields['spec.size']?.(widget({ spec: { size: 3 } }))).toBe('3')
    expect(selectableFields['spec.size']?.(widget({}))).toBe('')
  })

  test('a deprecated version may bring its own warning', () => {
    const versions = [{ name: 'v2' }, { name: 'v1', deprecated: 'use v2' }, { name: 'v1beta1', deprecated: true }]
    const definition = defineResource({ ...spec, versions })
    expect(definition.versions.map(({ deprecated, deprecationWarning }) => [deprecated, deprecationWarning])).toEqual([
      [undefined, undefined],
      [true, 'use v2'],
      [true, undefined],
    ])
  })
})

describe('invalid descriptions are refused with a line for each problem', () => {
  test.each<{ change: Partial<ResourceSpec>; problem: RegExp }>([
    { change: { kind: 'widget' }, problem: /kind must be letters and digits/ },
    { change: { group: 'nodots' }, problem: /group "nodots" must be a domain name with a dot/ },
    { change: { plural: 'Widgets' }, problem: /plural "Widgets" must be a lower-case DNS label/ },
    { change: { singular: 'a b' }, problem: /singular "a b" must be/ },
    { change: { listKind: 'Widget' }, problem: /listKind must differ/ },
    { change: { shortNames: ['W'] }, problem: /shortNames: "W"/ },
    { change: { categories: ['all things'] }, problem: /categories: "all things"/ },
    { change: { versions: [] }, problem: /at least one version/ },
    { change: { versions: [{ name: 'v1' }, { name: 'v1' }] }, problem: /version "v1" is there twice/ },
    { change: { versions: [{ name: 'V1' }] }, problem: /version "V1" must be named like/ },
    { change: { versions: [{ name: '1' }] }, problem: /version "1" must be named like/ },
    { change: { versions: [null] as never }, problem: /versions must be objects, such as \{ name: "v1", schema: \{ spec \} \}/ },
    { change: { kind: Number.NaN as never }, problem: /kind must be letters and digits and start with a capital/ },
    {
      change: { versions: [{ name: 'v1', printerColumns: [{ name: 'A', type: 'string', jsonPath: 7 as never }] }] },
      problem: /printer column "A" must have a path such as ".spec.color"/,
    },
    { change: { versions: ['v1'] as never }, problem: /versions must be objects, such as \{ name: "v1", schema: \{ spec \} \}/ },
    { change: { versions: [{ name: 'v1', served: false }] }, problem: /at least one version must be served/ },
    {
      change: {
        versions: [
          { name: 'v1', storage: true },
          { name: 'v2', storage: true },
        ],
      },
      problem: /only one version/,
    },
    {
      change: {
        versions: [{ name: 'v1', subresources: { scale: { specReplicasPath: 'spec', statusReplicasPath: '.status.n' } } }],
      },
      problem: /scale path "spec" must look like/,
    },
    {
      change: { versions: [{ name: 'v1', printerColumns: [{ name: 'C', type: 'text', jsonPath: '.a' }] }] },
      problem: /type of string/,
    },
    {
      change: { versions: [{ name: 'v1', life: { introduced: 1.2 as never } }] },
      problem: /versions\[0\].life.introduced is 1.2: expected MAJOR.MINOR, such as "1.29"$/,
    },
    {
      change: { versions: [{ name: 'v1', life: { since: '1.2' } as never }] },
      problem: /versions\[0\].life.since is unknown: expected one of introduced, deprecated, removed, replacement$/,
    },
    {
      change: { strategy: { validateCreat() {} } as never },
      problem: /strategy.validateCreat is unknown: did you mean validateCreate\?$/,
    },
    { change: { strategy: { warnings: 'none' as never } }, problem: /strategy.warnings is "none": expected a function$/ },
    { change: { versions: [{ name: 'v1', selectableFields: ['.spec[0]'] }] }, problem: /selectable field ".spec\[0\]"/ },
  ])('$problem', ({ change, problem }) => {
    expect(() => defineResource({ ...spec, ...change })).toThrow(problem)
  })

  const withStatus = (schema: object) => () =>
    defineResource({ ...spec, versions: [{ name: 'v1', schema, subresources: { status: true } }] as never })
  const size = { type: 'object', properties: { size: { type: 'integer' } } }

  test('paths of fields that the schema drops are refused, those of maps, metadata and filters are not', () => {
    const given = (version: object) =>
      defineResource({
        ...spec,
        versions: [
          {
            name: 'v1',
            schema: {
              spec: z.object({ size: z.int(), tags: z.record(z.string(), z.string()) }),
              status: z.object({ size: z.int() }),
            },
            ...version,
          },
        ],
      } as never)
    const column = (jsonPath: string) => ({ name: jsonPath, type: 'string', jsonPath })
    const kept = ['.spec.size', '.spec.tags.color', '.metadata.labels', '.spec.list[0].nothing', '.status']
    expect(() => given({ printerColumns: kept.map(column), selectableFields: ['.spec.size', '.spec.tags.color'] })).not.toThrow()
    const dropped = {
      printerColumns: [column('.spec.colour')],
      selectableFields: ['.status.sise'],
      subresources: {
        scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.size', labelSelectorPath: '.spec.s' },
      },
    }
    expect(() => given(dropped)).toThrow(
      new ResourceSpecError('Widget', [
        'version "v1": printer column ".spec.colour": the schema has no field .spec.colour',
        'version "v1": selectable field: the schema has no field .status.sise',
        'version "v1": subresources.scale.specReplicasPath: the schema has no field .spec.replicas',
        'version "v1": subresources.scale.labelSelectorPath: the schema has no field .spec.s',
      ]),
    )
  })

  test('selectable fields and scale paths are refused where the type of the value does not suit them', () => {
    const given = (version: object) => () =>
      defineResource({
        ...spec,
        versions: [
          {
            name: 'v1',
            schema: {
              spec: z.looseObject({
                size: z.int(),
                weight: z.number(),
                box: z.object({}),
                list: z.array(z.string()),
                text: z.string(),
              }),
              status: z.object({ size: z.number() }),
            },
            ...version,
          },
        ],
      } as never)
    const kept = { selectableFields: ['.spec.size', '.spec.text', '.spec.undeclared'] }
    const scale = { specReplicasPath: '.spec.size', statusReplicasPath: '.status.size', labelSelectorPath: '.spec.text' }
    expect(given({ ...kept, subresources: { scale } })).not.toThrow()
    expect(given({ selectableFields: Array.from({ length: 9 }, (_, i) => `.spec.field${i}`) })).toThrow(
      'resource Widget: version "v1": selectableFields: Too many: 9: must have at most 8 items',
    )
    const wrong = ['.spec.weight', '.spec.box', '.spec.list', '.metadata.uid', '.spec.text', '.spec.text']
    const scalar =
      'must point to a field of type string, boolean or integer. Enum string fields and strings with formats are allowed.'
    const refused = [
      `version "v1": selectableFields[0]: Invalid value: ".spec.weight": ${scalar}`,
      `version "v1": selectableFields[1]: Invalid value: ".spec.box": ${scalar}`,
      `version "v1": selectableFields[2]: Invalid value: ".spec.list": ${scalar}`,
      'version "v1": selectableFields[3]: Invalid value: ".metadata.uid": must not point to fields in metadata',
      'version "v1": selectableFields[5]: Duplicate value: ".spec.text"',
    ]
    expect(given({ selectableFields: wrong })).toThrow(new ResourceSpecError('Widget', refused))
    const swapped = { specReplicasPath: '.spec.text', statusReplicasPath: '.spec.list', labelSelectorPath: '.spec.size' }
    const unsuitable = [
      'version "v1": subresources.scale.specReplicasPath: .spec.text is of type string: expected integer or number',
      'version "v1": subresources.scale.statusReplicasPath: .spec.list is of type array: expected integer or number',
      'version "v1": subresources.scale.labelSelectorPath: .spec.size is of type integer: expected string',
    ]
    expect(given({ subresources: { scale: swapped } })).toThrow(new ResourceSpecError('Widget', unsuitable))
  })

  test.each<[string, object]>([
    ['a type', { spec: z.object({ size: z.int() }) }],
    ['a JSON schema of the spec', { spec: size }],
    ['a JSON schema', { type: 'object', properties: { spec: size } }],
  ])('a status subresource is refused where %s drops the status', (_what, schema) => {
    expect(withStatus(schema)).toThrow(
      new ResourceSpecError('Widget', [
        'version "v1": subresources.status is true, and the schema drops every status, as it describes none: add the status to the schema, as in { spec, status }',
      ]),
    )
  })

  test.each<[string, object]>([
    ['a type of the status', { spec: z.object({ size: z.int() }), status: z.object({ ready: z.boolean() }) }],
    ['a JSON schema of the status', { spec: size, status: size }],
    ['a schema that takes any field', { type: 'object', 'x-platform-preserve-unknown-fields': true }],
  ])('a status subresource is accepted with %s', (_what, schema) => {
    expect(withStatus(schema)).not.toThrow()
  })

  test('values other than objects are refused, too', () => {
    expect(() => defineResource(undefined as never)).toThrow(
      new ResourceSpecError('(without a kind)', ['expected an object with group, kind and versions']),
    )
  })

  test('several problems are reported together, one line each', () => {
    const attempt = () => defineResource({ ...spec, group: 'x', plural: 'X' })
    expect(attempt).toThrow(ResourceSpecError)
    expect(attempt).toThrow(/^resource Widget: group .*\nresource Widget: plural .*$/)
  })
})
