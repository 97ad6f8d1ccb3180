import { describe, expect, test } from '@jest/globals'
import { type ApiObject, kubernetesDialect, platformDialect } from '../../../src/meta/index.js'
import { builtinResources } from '../../../src/resources/index.js'
import { create, pick, update } from '../support.js'
import { definition, version } from './support.js'

const crds = pick(builtinResources(platformDialect), 'customresourcedefinitions', 'apiextensions.platform.io')
const fieldsOf = (sent: ApiObject) => create(crds, sent).causes.map((cause) => cause.slice(0, cause.indexOf(': ')))

/** A schema with one text in its spec. */
const withFields = {
  openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties: { a: { type: 'string' } } } } },
}

describe('a new definition', () => {
  test('gets the names that are not given, a conversion, and an empty status', () => {
    const { object, causes } = create(crds, definition({ names: { plural: 'widgets', kind: 'Widget' } }))
    expect(causes).toEqual([])
    expect(object.spec).toMatchObject({
      names: { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' },
      conversion: { strategy: 'None' },
    })
    expect(object.status).toEqual({ conditions: null, acceptedNames: { plural: '', kind: '' }, storedVersions: ['v1'] })
  })

  test('has no flags that say no, except for those that Kubernetes tells from absence', () => {
    const column = { name: 'a', type: 'string', jsonPath: '.a' }
    const part = { type: 'string', default: '', 'x-platform-preserve-unknown-fields': false }
    const schema = (flags: object) => ({
      openAPIV3Schema: { type: 'object', properties: { nullable: { ...part, ...flags } } },
    })
    const flags = { nullable: false, uniqueItems: false, 'x-platform-int-or-string': false, format: '' }
    const sent = version({
      deprecated: false,
      additionalPrinterColumns: [{ ...column, priority: 0 }],
      schema: schema(flags),
    })
    const kept = version({ additionalPrinterColumns: [column], schema: schema({}) })
    const stored = (one: object) => create(crds, definition({ versions: [one] })).object.spec
    expect(stored(sent)).toEqual(stored(kept))
    expect(JSON.stringify(stored(kept))).toContain(JSON.stringify(part))
  })

  test('preserveUnknownFields false has no effect', () => {
    expect(create(crds, definition({ preserveUnknownFields: false })).object.spec).not.toHaveProperty('preserveUnknownFields')
  })

  const names = { plural: 'widgets', singular: 'widget', kind: 'Widget', listKind: 'WidgetList' }
  test.each<{ spec: Readonly<Record<string, unknown>>; fields: readonly string[]; name?: string }>([
    { spec: {}, fields: ['metadata.name'], name: 'wrong' },
    { spec: { group: 'nodots' }, fields: ['spec.group'], name: 'widgets.nodots' },
    { spec: { group: '' }, fields: ['spec.group'], name: 'widgets.' },
    { spec: { group: 'Upper.example.com' }, fields: ['spec.group'], name: 'widgets.Upper.example.com' },
    { spec: { names: { ...names, plural: 'Widgets' } }, fields: ['metadata.name', 'spec.names.plural'] },
    { spec: { names: { ...names, kind: undefined } }, fields: ['spec.names.kind'] },
    { spec: { names: { plural: 'widgets' } }, fields: ['spec.names.kind', 'spec.names.listKind'] },
    { spec: { names: { ...names, kind: 'A_b' } }, fields: ['spec.names.kind'] },
    { spec: { names: { ...names, listKind: 'Widget' } }, fields: ['spec.names.listKind'] },
    { spec: { names: { ...names, singular: 'Wid_get' } }, fields: ['spec.names.singular'] },
    { spec: { names: { ...names, shortNames: ['ok', 'UPPER'] } }, fields: ['spec.names.shortNames[1]'] },
    { spec: { names: { ...names, categories: ['bad category'] } }, fields: ['spec.names.categories[0]'] },
    { spec: { scope: 'Galaxy' }, fields: ['spec.scope'] },
    { spec: { scope: undefined }, fields: ['spec.scope'] },
    { spec: { preserveUnknownFields: true }, fields: ['spec.preserveUnknownFields'] },
    { spec: { conversion: { strategy: 'Magic' } }, fields: ['spec.conversion.strategy'] },
    {
      spec: { conversion: { strategy: 'Webhook' } },
      fields: ['spec.conversion.webhookClientConfig', 'spec.conversion.conversionReviewVersions'],
    },
    { spec: { conversion: { strategy: 'None', webhook: {} } }, fields: [] },
    {
      spec: { conversion: { strategy: 'None', webhook: { clientConfig: {}, conversionReviewVersions: ['v1'] } } },
      fields: ['spec.conversion.webhookClientConfig', 'spec.conversion.conversionReviewVersions'],
    },
    { spec: { conversion: webhook({}) }, fields: ['spec.conversion.webhookClientConfig'] },
    { spec: { conversion: webhook({ url: 'http://a.example' }) }, fields: ['spec.conversion.webhookClientConfig.url'] },
    { spec: { conversion: webhook({ url: 'https://a.example/convert' }) }, fields: [] },
    { spec: { conversion: webhook({ url: 'https://a.example', caBundle: 'eA==' }) }, fields: [] },
    {
      spec: { conversion: webhook({ service: { path: '//', port: 0 } }) },
      fields: ['name', 'namespace', 'port', 'path'].map((field) => `spec.conversion.webhookClientConfig.service.${field}`),
    },
    { spec: { conversion: webhook({ service: { name: 's', namespace: 'n', path: '/a/b' } }) }, fields: [] },
    ...['evil.example/', 'user@evil.example', 'a.b', 'a:1', '..', 'A', 'a%2f', `${'a'.repeat(64)}`, 'a\n'].flatMap((text) =>
      (['name', 'namespace'] as const).map((field) => ({
        spec: { conversion: webhook({ service: { name: 's', namespace: 'n', [field]: text } }) },
        fields: [`spec.conversion.webhookClientConfig.service.${field}`],
      })),
    ),
    ...['//evil.example', '/../a', '/@evil.example', '/a?b', '/%2e%2e', '/\\evil.example', 'evil.example'].map((path) => ({
      spec: { conversion: webhook({ service: { name: 's', namespace: 'n', path } }) },
      fields: ['spec.conversion.webhookClientConfig.service.path'],
    })),
    ...['https://u@a.example', 'https://:p@a.example', 'https:\\\\a.example', ' https://a.example', 'https://a\t.example'].map(
      (url) => ({
        spec: { conversion: webhook({ url }) },
        fields: ['spec.conversion.webhookClientConfig.url'],
      }),
    ),
    { spec: { conversion: webhook({ url: 'https://a.example' }, ['v9']) }, fields: ['spec.conversion.conversionReviewVersions'] },
    {
      spec: { conversion: webhook({ url: 'https://a.example' }, ['v1', 'v1']) },
      fields: ['spec.conversion.conversionReviewVersions[1]'],
    },
    {
      spec: { group: 'stable.platform.io' },
      name: 'widgets.stable.platform.io',
      fields: ['metadata.annotations[api-approved.platform.io]'],
    },
    { spec: { versions: [] }, fields: ['spec.versions', 'status.storedVersions'] },
    { spec: { versions: [version({ storage: false })] }, fields: ['spec.versions', 'status.storedVersions'] },
    { spec: { versions: [version(), version({ name: 'v2' })] }, fields: ['spec.versions', 'status.storedVersions'] },
    { spec: { versions: [version(), version({ storage: false })] }, fields: ['spec.versions'] },
    { spec: { versions: [version({ name: 'v1.0' })] }, fields: ['spec.versions[0].name', 'spec.version'] },
    { spec: { versions: [version({ schema: undefined })] }, fields: ['spec.versions[0].schema.openAPIV3Schema'] },
  ])('$spec is refused at $fields', ({ spec, fields, name }) => {
    const sent = definition(spec)
    expect(fieldsOf(name === undefined ? sent : { ...sent, metadata: { name } })).toEqual(fields)
  })

  test.each<{ change: Readonly<Record<string, unknown>>; fields: readonly string[] }>([
    { change: { deprecationWarning: 'x' }, fields: ['deprecationWarning'] },
    { change: { deprecated: true, deprecationWarning: 'x' }, fields: [] },
    { change: { deprecated: true, deprecationWarning: 'a\u0007b' }, fields: ['deprecationWarning'] },
    { change: { additionalPrinterColumns: [{ name: 'A', type: 'string', jsonPath: '.spec.a[0]' }] }, fields: [] },
    {
      change: { additionalPrinterColumns: [{ type: 'text', jsonPath: 'a' }] },
      fields: ['additionalPrinterColumns[0].name', 'additionalPrinterColumns[0].type', 'additionalPrinterColumns[0].JSONPath'],
    },
    {
      change: { additionalPrinterColumns: ['a', '{.a}', '$.a'].map((jsonPath) => ({ name: 'A', type: 'string', jsonPath })) },
      fields: [0, 1, 2].map((i) => `additionalPrinterColumns[${i}].JSONPath`),
    },
    // Whatever begins with a dot may be a path.
    {
      change: { additionalPrinterColumns: ['.', '.a[', '.a..b'].map((jsonPath) => ({ name: 'A', type: 'string', jsonPath })) },
      fields: [],
    },
    {
      change: { subresources: { scale: { specReplicasPath: '.status.n', statusReplicasPath: 'status.n' } } },
      fields: ['subresources.scale.specReplicasPath', 'subresources.scale.statusReplicasPath'],
    },
    {
      change: { subresources: { scale: { specReplicasPath: '.spec.n[0].m', statusReplicasPath: '.status.n' } } },
      fields: [],
    },
    {
      change: { subresources: { scale: {} } },
      fields: ['subresources.scale.specReplicasPath', 'subresources.scale.statusReplicasPath'],
    },
    {
      change: { schema: withFields, selectableFields: [{ jsonPath: '.spec.a' }, { jsonPath: '.spec.a' }] },
      fields: ['selectableFields[1].jsonPath'],
    },
    { change: { selectableFields: [{ jsonPath: '.metadata.name' }] }, fields: ['selectableFields[0].jsonPath'] },
    { change: { schema: withFields, selectableFields: [{ jsonPath: '.spec' }] }, fields: ['selectableFields[0].jsonPath'] },
    { change: { schema: withFields, selectableFields: [{ jsonPath: '.spec.b' }] }, fields: ['selectableFields[0].jsonPath'] },
    { change: { selectableFields: [{ jsonPath: '.spec.list[0]' }] }, fields: ['selectableFields[0].jsonPath'] },
    {
      change: { selectableFields: Array.from({ length: 9 }, (_, i) => ({ jsonPath: `.spec.a${i}` })) },
      fields: ['selectableFields'],
    },
  ])('a version with $change is refused at $fields', ({ change, fields }) => {
    const sent = definition({ versions: [version(change)] })
    expect(fieldsOf(sent)).toEqual(
      fields.map((field) => (field === 'deprecationWarning' ? `spec.versions[0].${field}` : `spec.${field}`)),
    )
  })

  test('defaults in schemas keep what they say, empty or not', () => {
    const openAPIV3Schema = {
      type: 'object',
      properties: { a: { type: 'string', default: '' }, b: { type: 'array', items: { type: 'string' }, default: [] } },
    }
    const { object } = create(crds, definition({ versions: [version({ schema: { openAPIV3Schema } })] }))
    expect(object).toHaveProperty('spec.versions.0.schema.openAPIV3Schema', openAPIV3Schema)
  })
})

describe('a definition that changes', () => {
  const live = create(crds, definition()).object
  const established = {
    ...live,
    status: { ...(live.status as object), conditions: [{ type: 'Established', status: 'True' }] },
  }
  const withSpec = (change: Readonly<Record<string, unknown>>): ApiObject => ({
    ...live,
    spec: { ...(live.spec as object), ...change },
  })

  test('readable certificates of a conversion webhook cannot be replaced by unreadable ones, which may stay', () => {
    const bundle = (text: string) => btoa(text)
    const readable = bundle('-----BEGIN CERTIFICATE-----')
    const causesOf = (before: string, after: string) => {
      const of = (caBundle: string) => definition({ conversion: webhook({ url: 'https://a.example', caBundle }) })
      return update(crds, create(crds, of(before)).object, of(after)).causes
    }
    expect(causesOf(readable, bundle('x'))).toEqual([
      `spec.conversion.webhookClientConfig.caBundle: Invalid value: "${bundle('x')}": unable to load root certificates: unable to parse bytes as PEM block`,
    ])
    expect(causesOf(bundle('x'), bundle('y'))).toEqual([])
    expect(causesOf(bundle('x'), readable)).toEqual([])
  })

  test('the group stays, and the scope once the type is established', () => {
    expect(update(crds, live, withSpec({ scope: 'Cluster' })).causes).toEqual([])
    expect(update(crds, established, withSpec({ scope: 'Cluster' })).causes).toEqual([
      'spec.scope: Invalid value: "Cluster": field is immutable',
    ])
    expect(update(crds, live, withSpec({ group: 'other.example.com' })).causes).toEqual([
      'spec.group: Invalid value: "other.example.com": field is immutable',
    ])
  })

  test('the versions that objects were stored in are remembered', () => {
    const both = withSpec({ versions: [version({ storage: false }), version({ name: 'v2' })] })
    expect(update(crds, live, both)).toMatchObject({ object: { status: { storedVersions: ['v1', 'v2'] } }, causes: [] })
    const gone = withSpec({ versions: [version({ name: 'v2' })] })
    expect(update(crds, live, gone).causes).toEqual([
      expect.stringMatching(/^status\.storedVersions\[0\]: Invalid value: "v1": missing/),
    ])
  })

  test('the status changes through /status alone, which takes nothing else', () => {
    const sent = { ...withSpec({ scope: 'Cluster' }), status: { storedVersions: ['v2'] } }
    expect(update(crds, live, sent).object.status).toEqual(live.status)
    expect(update(crds, live, sent, 'status').object).toEqual({ ...live, status: { storedVersions: ['v2'] } })
  })

  test('an update names the version that it is based on', () => {
    expect(crds.strategy.allowUnconditionalUpdate).toBe(false)
  })
})

test('extensions of schemas have the prefix of the dialect', () => {
  const theirs = pick(
    builtinResources(kubernetesDialect),
    'customresourcedefinitions',
    `apiextensions.${kubernetesDialect.groupDomain}`,
  )
  const properties = { a: { [`${kubernetesDialect.schemaPrefix}preserve-unknown-fields`]: true } }
  const sent = definition({ versions: [version({ schema: { openAPIV3Schema: { type: 'object', properties } } })] })
  expect(create(theirs, { ...sent, apiVersion: `${theirs.group}/v1` }).causes).toEqual([])
})

function webhook(clientConfig: Readonly<Record<string, unknown>>, conversionReviewVersions = ['v1']) {
  return { strategy: 'Webhook', webhook: { clientConfig, conversionReviewVersions } }
}

describe('empty values are validated as they are', () => {
  const causes = (sent: ApiObject) => create(crds, sent).causes
  test.each<{ about: string; sent: ApiObject; causes: readonly string[] }>([
    {
      about: 'keywords of schemas that are not supported',
      sent: definition({
        versions: [
          version({
            schema: {
              openAPIV3Schema: { type: 'object', definitions: {}, patternProperties: {}, dependencies: {}, additionalItems: {} },
            },
          }),
        ],
      }),
      causes: ['additionalItems', 'dependencies'].map(
        (key) => `spec.validation.openAPIV3Schema.${key}: Forbidden: ${key} is not supported`,
      ),
    },
    {
      about: 'a service without a name',
      sent: definition({ conversion: webhook({ service: {} }) }),
      causes: ['name', 'namespace'].map((key) => `spec.conversion.webhookClientConfig.service.${key}: Required value`),
    },
    {
      about: 'versions of reviews, of which none is known',
      sent: definition({ conversion: webhook({ url: 'https://a.example' }, ['v9']) }),
      causes: ['spec.conversion.conversionReviewVersions: Invalid value: ["v9"]: must include at least one of v1, v1beta1'],
    },
    { about: 'a conversion', sent: definition({ conversion: {} }), causes: ['spec.conversion.strategy: Required value'] },
    { about: 'a conversion of null', sent: definition({ conversion: null }), causes: [] },
    {
      about: 'a warning',
      sent: definition({ versions: [version({ deprecated: true, deprecationWarning: '' })] }),
      causes: ['spec.versions[0].deprecationWarning: Invalid value: "": must not be an empty string'],
    },
    {
      about: 'the type of a column',
      sent: definition({ versions: [version({ additionalPrinterColumns: [{ name: 'x', type: '', jsonPath: '.a' }] })] }),
      causes: ['spec.additionalPrinterColumns[0].type: Required value: must be one of boolean,date,integer,number,string'],
    },
    {
      about: 'an unknown type of a column',
      sent: definition({ versions: [version({ additionalPrinterColumns: [{ name: 'x', type: 'text', jsonPath: '.a' }] })] }),
      causes: ['spec.additionalPrinterColumns[0].type: Invalid value: "text": must be one of boolean,date,integer,number,string'],
    },
  ])('$about', ({ sent, causes: expected }) => {
    expect(causes(sent)).toEqual(expected)
  })

  test('objects may be selected by the values of a map', () => {
    const labels = { type: 'object', additionalProperties: { type: 'string' } }
    const lists = { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } }
    const schema = { openAPIV3Schema: { type: 'object', properties: { labels, lists } } }
    const selecting = (jsonPath: string) => definition({ versions: [version({ schema, selectableFields: [{ jsonPath }] })] })
    expect(causes(selecting('.labels.color'))).toEqual([])
    expect(causes(selecting('.lists.color'))).toHaveLength(1)
    expect(causes(selecting('.labels.color.deeper'))).toHaveLength(1)
  })
})

describe('causes name a part of the versions', () => {
  const bad = {
    schema: { openAPIV3Schema: { type: 'object', properties: { a: {} } } },
    additionalPrinterColumns: [{ name: 'x', type: 'text', jsonPath: '.a' }],
    subresources: { scale: { specReplicasPath: 'x', statusReplicasPath: '.status.n' } },
    selectableFields: [{ jsonPath: 'x' }],
  }
  const places = (at: (part: string) => string) => [
    `${at('schema')}.openAPIV3Schema.properties[a].type`,
    `${at('additionalPrinterColumns')}[0].type`,
    `${at('subresources')}.scale.specReplicasPath`,
    `${at('selectableFields')}[0].jsonPath`,
  ]
  const common = (part: string) => `spec.${part === 'schema' ? 'validation' : part}`
  const second = { name: 'v2', storage: false }

  test.each([
    ['one version', [version(bad)]],
    ['versions that have the same', [version(bad), version({ ...bad, ...second })]],
  ])('once, beside them, in a definition of %s', (_what, versions) => {
    expect(fieldsOf(definition({ versions }))).toEqual(places(common))
  })

  test('by its version where versions differ', () => {
    const versions = [version(), version({ ...bad, ...second })]
    expect(fieldsOf(definition({ versions }))).toEqual(places((part) => `spec.versions[1].${part}`))
  })

  test('each part by itself', () => {
    const { additionalPrinterColumns, ...rest } = bad
    const versions = [version(rest), version({ ...rest, ...second, additionalPrinterColumns })]
    const at = (part: string) => (part === 'additionalPrinterColumns' ? `spec.versions[1].${part}` : common(part))
    expect([...fieldsOf(definition({ versions }))].sort()).toEqual([...places(at)].sort())
  })
})

describe('a keyword of a schema about a member', () => {
  const open = { 'x-platform-preserve-unknown-fields': true }
  const described = { properties: { a: { type: 'string' } } }
  const inAllOf = { allOf: [{ properties: { a: { minLength: 1 } } }] }
  const faults = (spec: object) =>
    fieldsOf(
      definition({
        versions: [
          version({ schema: { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', ...spec } } } } }),
        ],
      }),
    )

  test.each([
    { ...described, ...inAllOf },
    { ...described, anyOf: [inAllOf] },
    { ...open, ...described, ...inAllOf },
  ])('is accepted where the object around it declares it: %j', (spec) => {
    expect(faults(spec)).toEqual([])
  })

  test.each([
    inAllOf,
    { properties: { b: { type: 'string' } }, ...inAllOf },
    { not: inAllOf.allOf[0] },
    { additionalProperties: { type: 'string' }, ...inAllOf },
    { ...open, ...inAllOf },
  ])('is refused where it does not: %j', (spec) => {
    expect(faults(spec)).toEqual(['spec.validation.openAPIV3Schema.properties[spec].properties[a]'])
  })

  test('is left alone in a stored definition, as long as its schema stays', () => {
    const of = (names: object) => {
      const openAPIV3Schema = { type: 'object', properties: { spec: { type: 'object', ...open, ...inAllOf } } }
      const made = definition({ versions: [version({ schema: { openAPIV3Schema } })] })
      return { ...made, spec: { ...(made.spec as object), names: { ...(made.spec as { names: object }).names, ...names } } }
    }
    const stored = create(crds, of({})).object
    expect(update(crds, stored, { ...of({ shortNames: ['ab'] }), status: stored.status }).causes).toEqual([])
  })
})

describe('the root of the schema of a type with a status', () => {
  const status = { subresources: { status: {} } }
  const of = (root: object, more: object = status) =>
    definition({ versions: [version({ schema: { openAPIV3Schema: { type: 'object', ...root } }, ...more })] })
  const where = 'spec.validation.openAPIV3Schema'

  test.each([
    { description: 'a', title: 'b', required: ['spec'], properties: { spec: { type: 'object' } } },
    { 'x-platform-preserve-unknown-fields': true, example: {} },
    { nullable: false, 'x-platform-embedded-resource': false },
  ])('may have %j', (root) => expect(create(crds, of(root)).causes).toEqual([]))

  test.each([
    { maxProperties: 5 },
    { anyOf: [{ required: ['spec'] }] },
    { not: { required: ['spec'] } },
    { 'x-platform-map-type': 'atomic' },
  ])('may not have %j, which another type may', (root) => {
    expect(create(crds, of(root)).causes).toEqual([
      `${where}: Invalid value: ${JSON.stringify(root)}: only [Description Type Format Title Maximum ExclusiveMaximum Minimum ExclusiveMinimum MaxLength MinLength Pattern MaxItems MinItems UniqueItems MultipleOf Required Items Properties ExternalDocs Example XPreserveUnknownFields XValidations] fields are allowed at the root of the schema if the status subresource is enabled`,
    ])
    expect(create(crds, of(root, {})).causes).toEqual([])
  })

  test('is an object', () => {
    expect(create(crds, of({ type: 'string' })).causes).toContain(
      `${where}.type: Invalid value: "string": only "object" is allowed as the type at the root of the schema if the status subresource is enabled`,
    )
  })

  test('is checked when the type gets a status, and left alone when it had one', () => {
    const [before, after] = [of({ maxProperties: 5 }, {}), of({ maxProperties: 5 })]
    const stored = create(crds, before).object
    expect(update(crds, stored, { ...after, status: stored.status }).causes).toHaveLength(1)
    expect(update(crds, { ...stored, spec: after.spec }, { ...after, status: stored.status }).causes).toEqual([])
  })
})

describe('a warning of a version', () => {
  const causesOf = (deprecationWarning: string) =>
    create(crds, definition({ versions: [version({ deprecated: true, deprecationWarning })] })).causes.map((cause) =>
      cause.slice(cause.lastIndexOf('": ') + 3),
    )
  const unprintable = (index: number) =>
    `must only contain printable UTF-8 characters; non-printable character found at index ${index}`

  test.each([
    ['a'.repeat(256), []],
    ['a'.repeat(257), ['must be <= 256 characters long']],
    ['é'.repeat(129), ['must be <= 256 characters long']],
    ['é😀 «e\u0301» + 1', []],
    ['é\n', [unprintable(2)]],
    ['a\u00a0b', [unprintable(1)]],
    ['a\u200bb', [unprintable(1)]],
    [`${'a'.repeat(300)}\t`, ['must be <= 256 characters long', unprintable(300)]],
  ])('%j', (text, causes) => expect(causesOf(text)).toEqual(causes))
})
