import { describe, expect, test } from '@jest/globals'
import { atOnce, platformDialect } from '../../../src/meta/index.js'
import { validateStructure } from '../../../src/resources/apiextensions/structural.js'
import { validateDefaults } from '../../../src/resources/apiextensions/validate-defaults.js'

const faults = (schema: Readonly<Record<string, unknown>>) =>
  atOnce(validateStructure(schema, 's', platformDialect)).map(({ field }) => field)
const within = (a: unknown) => ({ type: 'object', properties: { a } })

describe('a schema is structural when', () => {
  test.each<{ rule: string; schema: Readonly<Record<string, unknown>>; fields: readonly string[] }>([
    { rule: 'the root has a type', schema: { properties: {} }, fields: ['s.type'] },
    { rule: 'the root is an object', schema: { type: 'array', items: { type: 'string' } }, fields: ['s.type'] },
    { rule: 'each place has a type', schema: within({}), fields: ['s.properties[a].type'] },
    { rule: 'the type is one of JSON', schema: within({ type: 'strong' }), fields: ['s.properties[a].type'] },
    { rule: 'lists have items', schema: within({ type: 'array' }), fields: ['s.properties[a].items'] },
    {
      rule: 'items are a schema',
      schema: within({ type: 'array', items: [{ type: 'string' }] }),
      fields: ['s.properties[a].items'],
    },
    {
      rule: 'a place has properties or additional ones',
      schema: within({ type: 'object', properties: { b: { type: 'string' } }, additionalProperties: { type: 'string' } }),
      fields: ['s.properties[a].additionalProperties'],
    },
    {
      rule: 'a place with properties is not closed',
      schema: within({ type: 'object', properties: { b: { type: 'string' } }, additionalProperties: false }),
      fields: ['s.properties[a].additionalProperties'],
    },
    {
      rule: 'the root is no map',
      schema: { type: 'object', additionalProperties: { type: 'string' } },
      fields: ['s.additionalProperties'],
    },
    {
      rule: 'items may repeat',
      schema: within({ type: 'array', items: { type: 'string' }, uniqueItems: true }),
      fields: ['s.properties[a].uniqueItems'],
    },
    { rule: 'it refers to nothing', schema: within({ type: 'string', $ref: '#/x' }), fields: ['s.properties[a].$ref'] },
    {
      rule: 'types stand outside of junctions',
      schema: within({ type: 'string', anyOf: [{ type: 'string' }, { maxLength: 3 }] }),
      fields: ['s.properties[a].anyOf[0].type'],
    },
    {
      rule: 'junctions inside of junctions judge alone too',
      schema: within({ type: 'object', allOf: [{ properties: { b: { type: 'string' } } }, { not: { default: 1 } }] }),
      fields: [
        's.properties[a].allOf[0].properties[b].type',
        's.properties[a].allOf[1].not.default',
        's.properties[a].properties[b]',
      ],
    },
    {
      rule: 'list types are of lists',
      schema: within({ type: 'object', 'x-platform-list-type': 'map' }),
      fields: ['s.properties[a].type', 's.properties[a].x-platform-list-map-keys', 's.properties[a].items'],
    },
    {
      rule: 'keyed lists have keys that their items have',
      schema: within({
        type: 'array',
        items: within({ type: 'string' }),
        'x-platform-list-type': 'map',
        'x-platform-list-map-keys': ['b'],
      }),
      fields: ['s.properties[a].x-platform-list-map-keys'],
    },
    {
      rule: 'keys of lists are there, scalar and never null',
      schema: within({
        type: 'array',
        items: {
          type: 'object',
          properties: { k: { type: 'string' }, l: { type: 'object' }, n: { type: 'string', nullable: true } },
          required: ['l', 'n'],
        },
        'x-platform-list-type': 'map',
        'x-platform-list-map-keys': ['l', 'n', 'k', 'n'],
      }),
      fields: [
        's.properties[a].items.properties[l].type',
        's.properties[a].x-platform-list-map-keys',
        's.properties[a].items.properties[n].nullable',
        's.properties[a].items.properties[k].default',
        's.properties[a].items.properties[n].nullable',
      ],
    },
    {
      rule: 'keyed lists hold objects',
      schema: within({
        type: 'array',
        items: { type: 'string' },
        'x-platform-list-type': 'map',
        'x-platform-list-map-keys': ['k'],
      }),
      fields: ['s.properties[a].items.type'],
    },
    {
      rule: 'what is in a set is atomic',
      schema: within({ type: 'array', items: { type: 'object', properties: {} }, 'x-platform-list-type': 'set' }),
      fields: ['s.properties[a].items.x-platform-map-type'],
    },
    {
      rule: 'what is in a set is never null',
      schema: within({ type: 'array', items: { type: 'string', nullable: true }, 'x-platform-list-type': 'set' }),
      fields: ['s.properties[a].items.nullable'],
    },
    {
      rule: 'list types are known',
      schema: within({ type: 'array', items: { type: 'string' }, 'x-platform-list-type': 'bag' }),
      fields: ['s.properties[a].x-platform-list-type'],
    },
    {
      rule: 'map types are known',
      schema: within({ type: 'object', 'x-platform-map-type': 'bag' }),
      fields: ['s.properties[a].x-platform-map-type'],
    },
    {
      rule: 'map types are of objects',
      schema: within({ type: 'string', 'x-platform-map-type': 'atomic' }),
      fields: ['s.properties[a].type'],
    },
    { rule: 'the root is never null', schema: { type: 'object', nullable: true }, fields: ['s.nullable'] },
    {
      rule: 'freedom is not denied',
      schema: within({ type: 'object', 'x-platform-preserve-unknown-fields': false }),
      fields: ['s.properties[a].x-platform-preserve-unknown-fields'],
    },
    {
      rule: 'a number or text is no object',
      schema: within({ 'x-platform-int-or-string': true, 'x-platform-preserve-unknown-fields': true }),
      fields: ['s.properties[a].x-platform-preserve-unknown-fields'],
    },
    {
      rule: 'an embedded resource says what it holds',
      schema: within({ type: 'object', 'x-platform-embedded-resource': true }),
      fields: ['s.properties[a].properties'],
    },
    {
      rule: 'of the metadata only names are judged',
      schema: { type: 'object', properties: { metadata: { type: 'object', properties: { labels: { type: 'object' } } } } },
      fields: ['s.properties[metadata]'],
    },
    {
      rule: 'kinds are text',
      schema: { type: 'object', properties: { kind: { type: 'integer' } } },
      fields: ['s.properties[kind].type'],
    },
    {
      rule: 'rules say something',
      schema: within({ type: 'string', 'x-platform-validations': [{ rule: '' }] }),
      fields: ['s.properties[a].x-platform-validations[0].rule'],
    },
    {
      rule: 'markers stand outside of junctions',
      schema: within({ type: 'object', allOf: [{ 'x-platform-preserve-unknown-fields': true }] }),
      fields: ['s.properties[a].allOf[0].x-platform-preserve-unknown-fields'],
    },
    {
      rule: 'what junctions speak of is said outside of them',
      schema: within({
        type: 'object',
        properties: { b: { type: 'string' } },
        oneOf: [{ required: ['b'] }, { properties: { c: { minLength: 1 } } }],
      }),
      fields: ['s.properties[a].properties[c]'],
    },
  ])('$rule', ({ schema, fields }) => {
    expect(faults(schema)).toEqual(fields)
  })

  test.each<{ rule: string; schema: Readonly<Record<string, unknown>> }>([
    { rule: 'a free form needs no type', schema: within({ 'x-platform-preserve-unknown-fields': true }) },
    {
      rule: 'a number or text needs no type',
      schema: within({ 'x-platform-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] }),
    },
    {
      rule: 'maps and lists go on below',
      schema: within({ type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } }),
    },
    { rule: 'any value of a map is fine', schema: within({ type: 'object', additionalProperties: true }) },
  ])('$rule: structural', ({ schema }) => {
    expect(faults(schema)).toEqual([])
  })

  test('a schema of too many levels is refused, and the number of errors is bounded', () => {
    let deep: Readonly<Record<string, unknown>> = { type: 'object' }
    for (let i = 0; i < 5000; i++) deep = within(deep)
    expect(faults(deep)).toHaveLength(1)
    const wide = { type: 'object', properties: Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`p${i}`, {}])) }
    expect(faults(wide)).toHaveLength(100)
  })
})

describe('errors have the text of Kubernetes', () => {
  const a = 's.properties[a]'
  const part = (node: Readonly<Record<string, unknown>>) =>
    within({ type: 'object', properties: { b: { type: 'string' } }, anyOf: [{ required: ['b'] }, node] })
  const inPart = (member: string, wanted: string) => [
    `FieldValueForbidden ${a}.anyOf[1].${member}: Forbidden: must be ${wanted} to be structural`,
  ]
  const sized = { type: 'integer' }
  test.each<[Readonly<Record<string, unknown>>, readonly string[]]>([
    [part({ type: 'object' }), inPart('type', 'empty')],
    [part({ title: 'T' }), inPart('title', 'empty')],
    [part({ description: 'D' }), inPart('description', 'empty')],
    [part({ title: '', description: '', nullable: false }), []],
    [part({ default: {} }), inPart('default', 'undefined')],
    [part({ nullable: true }), inPart('nullable', 'false')],
    [part({ externalDocs: { url: 'x' } }), inPart('externalDocs', 'undefined')],
    [part({ additionalProperties: { minLength: 1 } }), inPart('additionalProperties', 'undefined')],
    [part({ 'x-platform-preserve-unknown-fields': true }), inPart('x-platform-preserve-unknown-fields', 'false')],
    [part({ 'x-platform-int-or-string': true }), inPart('x-platform-int-or-string', 'false')],
    [part({ 'x-platform-validations': [{ rule: 'true' }] }), inPart('x-platform-validations', 'empty')],
    [
      { type: 'object', properties: { metadata: { type: 'object' } }, not: { properties: { metadata: {} } } },
      ['FieldValueForbidden s.not.properties[metadata]: Forbidden: must not be specified in a nested context'],
    ],
    [
      within({ ...sized, anyOf: [{ type: 'integer' }, { type: 'string' }, { minimum: 1 }] }),
      [0, 1].map((i) => `FieldValueForbidden ${a}.anyOf[${i}].type: Forbidden: must be empty to be structural`),
    ],
    [within({ 'x-platform-int-or-string': true, allOf: [{ anyOf: [{ type: 'integer' }, { type: 'string' }] }] }), []],
    [
      within({ type: 'array', items: {} }),
      [`FieldValueRequired ${a}.items.type: Required value: must not be empty for specified array items`],
    ],
    [within({}), [`FieldValueRequired ${a}.type: Required value: must not be empty for specified object fields`]],
    [
      within({ type: 'string', 'x-platform-embedded-resource': true, 'x-platform-preserve-unknown-fields': true }),
      [`FieldValueInvalid ${a}.type: Invalid value: "string": must be object if x-platform-embedded-resource is true`],
    ],
    [
      within({ 'x-platform-embedded-resource': true, 'x-platform-preserve-unknown-fields': true }),
      [`FieldValueRequired ${a}.type: Required value: must be object if x-platform-embedded-resource is true`],
    ],
    [
      { type: 'object', additionalProperties: true },
      ['FieldValueForbidden s.additionalProperties: Forbidden: must not be used at the root'],
    ],
    [within({ type: 'object', properties: { b: { type: 'string' } }, additionalProperties: true }), []],
    [
      within({ type: 'null' }),
      [
        `FieldValueNotSupported ${a}.type: Unsupported value: "null": supported values: "array", "boolean", "integer", "number", "object", "string"`,
        `FieldValueForbidden ${a}.type: Forbidden: type cannot be set to null, use nullable as an alternative`,
      ],
    ],
    [
      within({ type: 'object', 'x-platform-list-type': 'set' }),
      [`FieldValueInvalid ${a}.type: Invalid value: "object": must be array if x-platform-list-type is specified`],
    ],
    [
      within({ type: 'array', items: { type: 'string' }, 'x-platform-list-map-keys': ['k'] }),
      [`FieldValueRequired ${a}.x-platform-list-type: Required value: must be map if x-platform-list-map-keys is non-empty`],
    ],
    [
      within({ type: 'array', items: { type: 'string' }, 'x-platform-list-type': 'bag' }),
      [`FieldValueNotSupported ${a}.x-platform-list-type: Unsupported value: "bag": supported values: "atomic", "set", "map"`],
    ],
    [
      { type: 'object', properties: { kind: { type: 'string', default: 'Widget' } } },
      ['FieldValueForbidden s.properties[kind].default: Forbidden: must not be set in top-level kind'],
    ],
    [
      { type: 'object', properties: { metadata: { type: 'object', description: 'Known.' } } },
      [
        'FieldValueForbidden s.properties[metadata]: Forbidden: must not specify anything other than name and generateName, but metadata is implicitly specified',
      ],
    ],
    [
      within({ type: 'object', anyOf: [{ uniqueItems: true }, { dependencies: {} }] }),
      [
        `FieldValueForbidden ${a}.anyOf[0].uniqueItems: Forbidden: uniqueItems cannot be set to true since the runtime complexity becomes quadratic`,
        `FieldValueForbidden ${a}.anyOf[1].dependencies: Forbidden: dependencies is not supported`,
      ],
    ],
  ])('%j', (schema, texts) => {
    const errors = atOnce(validateStructure(schema, 's', platformDialect))
    expect(errors.map(({ reason, field, message }) => `${reason} ${field}: ${message}`)).toEqual(texts)
  })

  test.each(['allOf', 'anyOf', 'oneOf'])('%s inside itself without end is refused', (junctor) => {
    let deep: Readonly<Record<string, unknown>> = { minimum: 1 }
    for (let i = 0; i < 480; i++) deep = { [junctor]: [deep] }
    expect(atOnce(validateStructure(within({ type: 'integer', ...deep }), 's', platformDialect))).toEqual([
      expect.objectContaining({
        reason: 'FieldValueForbidden',
        message: 'Forbidden: must not be nested more than 100 levels deep',
      }),
    ])
  })
})

describe('a default fits its place when', () => {
  const messages = (a: Readonly<Record<string, unknown>>) =>
    atOnce(validateDefaults(within(a), 's', platformDialect)).map(({ field }) => field)
  test.each<{ rule: string; schema: Readonly<Record<string, unknown>>; fields: readonly string[] }>([
    { rule: 'it has the type', schema: { type: 'integer', default: 'x' }, fields: ['s.properties[a].default'] },
    {
      rule: 'it is one of the values',
      schema: { type: 'string', enum: ['a'], default: 'c' },
      fields: ['s.properties[a].default'],
    },
    { rule: 'it is not too long', schema: { type: 'string', maxLength: 2, default: 'abc' }, fields: ['s.properties[a].default'] },
    {
      rule: 'nothing of it would be dropped',
      schema: { type: 'object', properties: { b: { type: 'string' } }, default: { c: 'x' } },
      fields: ['s.properties[a].default'],
    },
    {
      rule: 'the values inside fit too',
      schema: { type: 'object', properties: { b: { type: 'string' } }, default: { b: 1 } },
      fields: ['s.properties[a].default.b'],
    },
    {
      rule: 'items have their own',
      schema: { type: 'array', items: { type: 'string', default: 1 } },
      fields: ['s.properties[a].items.default'],
    },
    { rule: 'it is null and thereby none', schema: { type: 'string', nullable: true, default: null }, fields: [] },
    { rule: 'it fits', schema: { type: 'string', default: 'x' }, fields: [] },
  ])('$rule', ({ schema, fields }) => {
    expect(messages(schema)).toEqual(fields)
  })
})
