import { describe, expect, test } from '@jest/globals'
import { getKey, isRecord, type JsonObject, kubernetesDialect, platformDialect } from '../../../src/meta/index.js'
import { createOpenApi } from '../../../src/server/openapi/index.js'
import { ask, define, FakeCatalog, PART, refusal, request, schemaOf } from '../discovery/fake-plane.js'

const object = (properties: JsonObject, more: JsonObject = {}): JsonObject => ({ type: 'object', properties, ...more })
const GVK = 'x-platform-group-version-kind'
const ASKED = 'application/com.github.proto-openapi.spec.v2@v1.0+protobuf'
// Clients ask with @ and refuse an answer that has it.
const PROTOBUF = 'application/com.github.proto-openapi.spec.v2.v1.0+protobuf'

const V3_FORMS = [
  'application/com.github.proto-openapi.spec.v3@v1.0+protobuf',
  'application/com.github.proto-openapi.spec.v3.v1.0+protobuf',
]

const configMaps = define({
  plural: 'configmaps',
  kind: 'ConfigMap',
  schema: schemaOf(
    object({
      apiVersion: { type: 'string' },
      kind: { type: 'string' },
      metadata: { $ref: '#/components/schemas/org.example.Meta', description: 'Its metadata.' },
      data: { type: 'object', additionalProperties: { type: 'string' } },
    }),
    { 'org.example.Meta': object({ name: { type: 'string' } }) },
    'org.example.v1.ConfigMap',
  ),
})
const nodes = define({ plural: 'nodes', kind: 'Node', namespaced: false, subresources: [{ name: 'status', verbs: PART }] })
const reviews = define({ group: 'reviews', plural: 'reviews', kind: 'Review', verbs: ['create'], namespaced: false })
const trees = define({
  group: 'a.example.com',
  plural: 'trees',
  kind: 'Tree',
  versions: ['v1', 'v1beta1'],
  deprecated: ['v1beta1'],
  schema: schemaOf(
    { $ref: '#/components/schemas/tree' },
    { tree: object({ children: { type: 'array', items: { $ref: '#/components/schemas/tree' } } }, { [GVK]: [] }) },
  ),
})
const widgetSchema = object(
  {
    metadata: object({ name: { type: 'string', maxLength: 5 } }),
    spec: object(
      {
        color: { type: 'string', description: 'Its color.', enum: ['red', 'green'] },
        note: { type: 'string', nullable: true },
        port: { 'x-platform-int-or-string': true, anyOf: [{ type: 'integer' }, { type: 'string' }] },
        free: object({ a: { type: 'string' } }, { 'x-platform-preserve-unknown-fields': true }),
        closed: { type: 'object', additionalProperties: false },
        default: { type: 'object', default: { nullable: true, anyOf: 'data' } },
      },
      { required: ['color', 'note'], description: 'What is wanted.' },
    ),
  },
  { description: 'A Widget is a thing.', required: ['spec'] },
)
const widgets = define({
  group: 'stable.example.com',
  plural: 'widgets',
  kind: 'Widget',
  custom: true,
  schema: schemaOf(widgetSchema),
  subresources: [
    { name: 'status', verbs: PART },
    { name: 'scale', verbs: PART, scale: { specReplicasPath: '.spec.replicas', statusReplicasPath: '.status.replicas' } },
  ],
})
const bare = define({ group: 'bare.example.com', plural: 'bares', kind: 'Bare' })
const ALL_TYPES = [configMaps, nodes, reviews, trees, widgets, bare]

const setUp = (definitions = ALL_TYPES, dialect = platformDialect) => {
  const catalog = new FakeCatalog(...definitions)
  return { catalog, openApi: createOpenApi({ catalog, dialect, clock: { now: () => 0, setTimeout: () => () => undefined } }) }
}
const v3 = async (path: string, definitions = ALL_TYPES) =>
  (await ask(setUp(definitions).openApi, request(`/openapi/v3/${path}`))).json()
const v2 = async (definitions = ALL_TYPES) => (await ask(setUp(definitions).openApi, request('/openapi/v2'))).json()
const DOCUMENTS = [
  'api/v1',
  'apis/reviews/v1',
  'apis/a.example.com/v1',
  'apis/a.example.com/v1beta1',
  'apis/stable.example.com/v1',
  'apis/bare.example.com/v1',
]

interface Found {
  path: string
  method: string
  operation: Record<string, unknown>
}
function operationsOf(document: { paths: Record<string, Record<string, Record<string, unknown>>> }): Found[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => method !== 'parameters')
      .map(([method, operation]) => ({ path, method, operation })),
  )
}
const namesOf = (operation: Record<string, unknown>) => (operation.parameters as { name: string }[]).map(({ name }) => name)

function references(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(references)
  if (!isRecord(value)) return []
  const inner = Object.values(value).flatMap(references)
  return typeof value.$ref === 'string' ? [value.$ref, ...inner] : inner
}
const resolve = (document: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .reduce((part, name) => getKey(part, name), document)

describe('the documents by group version', () => {
  test('the index names one for each group version, under a URL with its hash', async () => {
    const { openApi } = setUp()
    const { paths } = (await ask(openApi, request('/openapi/v3'))).json()
    expect(Object.keys(paths)).toEqual(DOCUMENTS)
    for (const path of DOCUMENTS) {
      expect(paths[path].serverRelativeURL).toMatch(new RegExp(`^/openapi/v3/${path}\\?hash=[0-9A-F]{64}$`))
      const answer = await ask(openApi, request(paths[path].serverRelativeURL, { accept: 'application/json' }))
      expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json'])
      expect(answer.headers['cache-control']).toBe('public, immutable')
      expect(answer.headers.expires).toBe('Fri, 01 Jan 1971 00:00:00 GMT')
      expect(answer.json().openapi).toBe('3.0.0')
    }
  })

  test.each(['text/html', 'application/json', ...V3_FORMS])('the index is JSON for an Accept of %s', async (accept) => {
    const answer = await ask(setUp().openApi, request('/openapi/v3', { accept }))
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'application/json'])
    expect(Object.keys(answer.json().paths)).toEqual(DOCUMENTS)
  })

  test.each(V3_FORMS)('each is a protobuf message for an Accept of %s, under the same URLs', async (accept) => {
    const { openApi } = setUp()
    const { paths } = (await ask(openApi, request('/openapi/v3'))).json()
    for (const path of DOCUMENTS) {
      const answer = await ask(openApi, request(paths[path].serverRelativeURL, { accept }))
      expect([answer.status, answer.headers['content-type']]).toEqual([200, V3_FORMS[1]])
      expect([answer.headers['cache-control'], answer.headers.vary]).toEqual(['public, immutable', 'Accept'])
      // Field 1 of the message: a text of five bytes.
      expect(answer.text.slice(0, 7)).toBe('\n\u00053.0.0')
      const again = await ask(openApi, request(`/openapi/v3/${path}`, { accept, 'if-none-match': answer.headers.etag ?? '' }))
      expect(again.status).toBe(304)
      const outdated = await ask(openApi, request(`/openapi/v3/${path}?hash=0`, { accept }))
      expect([outdated.status, outdated.headers.location]).toEqual([301, paths[path].serverRelativeURL])
    }
  })

  test('an outdated hash leads to the current one; no hash means the current document, to be checked again', async () => {
    const { openApi } = setUp()
    const plain = await ask(openApi, request('/openapi/v3/api/v1'))
    expect([plain.status, plain.headers['cache-control']]).toEqual([200, 'no-cache, private'])
    const outdated = await ask(openApi, request('/openapi/v3/api/v1?hash=OLD'))
    expect([outdated.status, outdated.text]).toEqual([301, ''])
    const hash = (plain.headers.etag ?? '').replaceAll('"', '')
    expect(outdated.headers.location).toBe(`/openapi/v3/api/v1?hash=${hash}`)
    const known = await ask(openApi, request('/openapi/v3/api/v1', { 'if-none-match': plain.headers.etag ?? '' }))
    expect([known.status, known.text]).toEqual([304, ''])
  })

  test.each(DOCUMENTS)('every reference in %s resolves', async (path) => {
    const document = await v3(path)
    const found = references(document)
    expect(found.length).toBeGreaterThan(0)
    for (const pointer of found) expect([pointer, resolve(document, pointer)]).toEqual([pointer, expect.any(Object)])
  })

  test('every kind that takes patches has a patch operation that names it and knows fieldValidation', async () => {
    for (const { group, names, versions, verbs } of ALL_TYPES) {
      for (const { name: version } of versions) {
        const found = operationsOf(await v3(group === '' ? 'api/v1' : `apis/${group}/${version}`)).filter(
          ({ method, path, operation }) =>
            method === 'patch' &&
            path.endsWith('/{name}') &&
            operation['x-platform-action'] === 'patch' &&
            (operation[GVK] as { kind: string }).kind === names.kind,
        )
        expect([names.kind, found.length]).toEqual([names.kind, verbs.includes('patch') ? 1 : 0])
        for (const { operation } of found) {
          expect(operation[GVK]).toEqual({ group, version, kind: names.kind })
          expect(namesOf(operation)).toEqual(expect.arrayContaining(['dryRun', 'fieldManager', 'fieldValidation', 'force']))
        }
      }
    }
  })

  test('paths follow scope, verbs and subresources', async () => {
    const methods = async (path: string) => {
      const document = await v3(path)
      return Object.fromEntries(
        Object.entries<object>(document.paths).map(([name, item]) => [
          name,
          Object.keys(item)
            .filter((key) => key !== 'parameters')
            .sort()
            .join(' '),
        ]),
      )
    }
    expect(await methods('api/v1')).toEqual({
      '/api/v1/namespaces/{namespace}/configmaps': 'delete get post',
      '/api/v1/namespaces/{namespace}/configmaps/{name}': 'delete get patch put',
      '/api/v1/configmaps': 'get',
      '/api/v1/nodes': 'delete get post',
      '/api/v1/nodes/{name}': 'delete get patch put',
      '/api/v1/nodes/{name}/status': 'get patch put',
    })
    expect(await methods('apis/reviews/v1')).toEqual({ '/apis/reviews/v1/reviews': 'post' })
  })

  test('operation ids are unique across all documents', async () => {
    const ids = (await Promise.all(DOCUMENTS.map((path) => v3(path))))
      .flatMap(operationsOf)
      .map(({ operation }) => operation.operationId)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('a custom kind takes no strategic merge patch, and its scale is a Scale', async () => {
    const document = await v3('apis/stable.example.com/v1')
    const item = document.paths['/apis/stable.example.com/v1/namespaces/{namespace}/widgets/{name}']
    expect(Object.keys(item.patch.requestBody.content)).toEqual([
      'application/json-patch+json',
      'application/merge-patch+json',
      'application/apply-patch+yaml',
    ])
    const scale = document.paths['/apis/stable.example.com/v1/namespaces/{namespace}/widgets/{name}/scale'].get
    expect(scale[GVK]).toEqual({ group: 'autoscaling', version: 'v1', kind: 'Scale' })
    expect(scale.responses[200].content['application/json'].schema).toEqual({ $ref: '#/components/schemas/autoscaling.v1.Scale' })
  })

  test('operations of a deprecated version are marked as deprecated', async () => {
    for (const [version, deprecated] of [
      ['v1', undefined],
      ['v1beta1', true],
    ]) {
      for (const { operation } of operationsOf(await v3(`apis/a.example.com/${version}`)))
        expect(operation.deprecated).toBe(deprecated)
    }
  })

  test('extensions and the binary media type are named by the dialect', async () => {
    const { openApi } = setUp([configMaps], kubernetesDialect)
    const text = (await ask(openApi, request('/openapi/v3/api/v1'))).text
    expect(text).not.toContain('platform')
    expect(text).toContain(kubernetesDialect.protobufMediaType)
    expect(text).toContain(`${kubernetesDialect.schemaPrefix}group-version-kind`)
  })
})

describe('schemas', () => {
  test('a kind with a component name keeps it, and its components are published unchanged', async () => {
    const { schemas } = (await v3('api/v1')).components
    expect(schemas['org.example.Meta']).toEqual({ type: 'object', properties: { name: { type: 'string' } } })
    expect(schemas['org.example.v1.ConfigMap']).toEqual({
      type: 'object',
      properties: {
        apiVersion: { type: 'string' },
        kind: { type: 'string' },
        metadata: { description: 'Its metadata.', allOf: [{ $ref: '#/components/schemas/org.example.Meta' }] },
        data: { type: 'object', additionalProperties: { type: 'string' } },
      },
      [GVK]: [{ group: '', kind: 'ConfigMap', version: 'v1' }],
    })
    expect(schemas['org.example.v1.ConfigMapList']).toMatchObject({
      required: ['items'],
      properties: { items: { type: 'array', items: { $ref: '#/components/schemas/org.example.v1.ConfigMap' } } },
      [GVK]: [{ group: '', kind: 'ConfigMapList', version: 'v1' }],
    })
  })

  test('a custom kind is named after its group and gets the fields that every object has', async () => {
    const { schemas } = (await v3('apis/stable.example.com/v1')).components
    const widget = schemas['com.example.stable.v1.Widget']
    expect(widget).toMatchObject({ description: 'A Widget is a thing.', required: ['spec'] })
    expect(Object.keys(widget.properties)).toEqual(['apiVersion', 'kind', 'metadata', 'spec'])
    expect(widget.properties.metadata.allOf).toEqual([{ $ref: '#/components/schemas/meta.v1.ObjectMeta' }])
    expect(widget.properties.spec).toEqual((widgetSchema.properties as JsonObject).spec)
  })

  test('a kind without a schema is an open object', async () => {
    const { schemas } = (await v3('apis/bare.example.com/v1')).components
    expect(schemas['com.example.bare.v1.Bare']).toMatchObject({ type: 'object', 'x-platform-preserve-unknown-fields': true })
  })

  test('a schema may refer to itself', async () => {
    const { schemas } = (await v3('apis/a.example.com/v1')).components
    expect(schemas.tree.properties.children.items).toEqual({ $ref: '#/components/schemas/tree' })
    expect(schemas.tree[GVK]).toEqual([{ group: 'a.example.com', kind: 'Tree', version: 'v1' }])
  })

  test('one schema of two kinds is of both in the document that holds both', async () => {
    expect((await v2()).definitions.tree[GVK]).toEqual([
      { group: 'a.example.com', kind: 'Tree', version: 'v1' },
      { group: 'a.example.com', kind: 'Tree', version: 'v1beta1' },
    ])
  })

  test('every property of the shared schemas is described', async () => {
    const { schemas } = (await v3('apis/stable.example.com/v1')).components
    const undescribed = Object.entries<JsonObject>(schemas)
      .filter(([name]) => name.startsWith('meta.'))
      .flatMap(([name, schema]) => [
        ...(schema.description ? [] : [name]),
        ...Object.entries((schema.properties ?? {}) as JsonObject).flatMap(([key, property]) =>
          getKey(property, 'description') ? [] : [`${name}.${key}`],
        ),
      ])
    expect(undescribed).toEqual([])
  })

  test('names of properties are data, whatever they are', async () => {
    const schema = schemaOf(
      JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"}}}'),
    )
    const odd = define({ group: 'odd.example.com', plural: 'odds', kind: 'Odd', custom: true, schema })
    const document = await v3('apis/odd.example.com/v1', [odd])
    const { properties } = document.components.schemas['com.example.odd.v1.Odd']
    expect(Object.keys(properties)).toEqual(['apiVersion', 'kind', 'metadata', '__proto__', 'constructor'])
    expect(Object.keys((await v2([odd])).definitions['com.example.odd.v1.Odd'].properties)).toContain('__proto__')
  })

  test('a recursive schema and a dangling reference do not break the document', async () => {
    let deep: JsonObject = { type: 'string' }
    for (let depth = 0; depth < 9_000; depth += 1) deep = { type: 'object', properties: { a: deep } }
    const bottomless = define({ group: 'deep.example.com', plural: 'deeps', kind: 'Deep', custom: true, schema: schemaOf(deep) })
    const dangling = define({
      group: 'deep.example.com',
      plural: 'lost',
      kind: 'Lost',
      schema: schemaOf(object({ a: { $ref: '#/components/schemas/nowhere' } })),
    })
    const { schemas } = (await v3('apis/deep.example.com/v1', [bottomless, dangling])).components
    expect(schemas['com.example.deep.v1.Deep']['x-platform-preserve-unknown-fields']).toBe(true)
    expect(schemas.nowhere).toEqual({ type: 'object' })
    expect((await v2([bottomless, dangling])).definitions.nowhere).toEqual({ type: 'object' })
  })
})

describe('the document of version 2', () => {
  test('is Swagger 2.0 with everything in it, and every reference resolves', async () => {
    const document = await v2()
    expect(document.swagger).toBe('2.0')
    const found = references(document)
    expect(found.every((pointer) => pointer.startsWith('#/definitions/'))).toBe(true)
    for (const pointer of found) expect([pointer, resolve(document, pointer)]).toEqual([pointer, expect.any(Object)])
    const kinds = operationsOf(document)
      .filter(({ method, operation }) => method === 'patch' && namesOf(operation).includes('fieldValidation'))
      .map(({ operation }) => (operation[GVK] as { kind: string }).kind)
    expect([...new Set(kinds)].sort()).toEqual(['Bare', 'ConfigMap', 'Node', 'Scale', 'Tree', 'Widget'])
  })

  test('what version 2 cannot express is omitted', async () => {
    const { properties, required } = (await v2()).definitions['com.example.stable.v1.Widget'].properties.spec
    expect(required).toEqual(['color'])
    expect(properties).toEqual({
      color: { type: 'string', description: 'Its color.', enum: ['red', 'green'] },
      note: {},
      port: { 'x-platform-int-or-string': true },
      free: { type: 'object', 'x-platform-preserve-unknown-fields': true },
      closed: { type: 'object' },
      default: { type: 'object', default: { nullable: true, anyOf: 'data' } },
    })
  })

  test('a reference keeps the keywords beside it', async () => {
    const { definitions } = await v2()
    expect(definitions['org.example.v1.ConfigMap'].properties.metadata).toEqual({
      description: 'Its metadata.',
      $ref: '#/definitions/org.example.Meta',
    })
    expect(definitions['com.example.stable.v1.Widget'].properties.metadata).toEqual({
      description: expect.any(String),
      $ref: '#/definitions/meta.v1.ObjectMeta',
    })
  })

  test.each([
    [undefined, 'application/json'],
    ['*/*', 'application/json'],
    ['application/json, */*;q=0.8', 'application/json'],
    [ASKED, PROTOBUF],
    [PROTOBUF, PROTOBUF],
    [`text/html,${ASKED},application/json;q=0.1`, PROTOBUF],
  ])('Accept: %s is answered with %s', async (accept, contentType) => {
    const { openApi } = setUp()
    const answer = await ask(openApi, request('/openapi/v2', accept === undefined ? {} : { accept }))
    expect([answer.status, answer.headers['content-type']]).toEqual([200, contentType])
    if (contentType === PROTOBUF) expect(answer.text.slice(2, 5)).toBe('2.0')
    else expect(answer.json().swagger).toBe('2.0')
  })
})

describe('refusals', () => {
  test.each(['/openapi/v2', '/openapi/v3/api/v1'])('%s in a form that we do not have is 406', async (path) => {
    expect(await refusal(setUp().openApi, request(path, { accept: 'text/html, application/xml' }))).toBe(406)
  })

  test('other methods are 405', async () => {
    expect(await refusal(setUp().openApi, request('/openapi/v2', {}, { method: 'POST' }))).toBe(405)
  })

  test.each(['/openapi', '/openapi/v1', '/openapi/v2/more', '/openapi/v3/api/v2', '/openapi/v3/apis/a.example.com', '/api'])(
    '%s is left to others',
    (path) => {
      expect(setUp().openApi.handle(request(path))).toBeUndefined()
    },
  )
})

describe('caching', () => {
  test('a new type changes the documents of its group and leaves the others as they are', async () => {
    const { catalog, openApi } = setUp([configMaps, trees])
    const index = async () => (await ask(openApi, request('/openapi/v3'))).json().paths
    const before = await index()
    const document = await ask(openApi, request('/openapi/v3/api/v1'))
    const whole = await ask(openApi, request('/openapi/v2'))
    expect((await ask(openApi, request('/openapi/v2'))).bytes).toBe(whole.bytes)

    catalog.set(configMaps, trees, define({ group: 'a.example.com', plural: 'bushes', kind: 'Bush' }), widgets)
    const after = await index()
    expect(after['api/v1']).toEqual(before['api/v1'])
    expect((await ask(openApi, request('/openapi/v3/api/v1'))).bytes).toBe(document.bytes)
    expect(after['apis/a.example.com/v1']).not.toEqual(before['apis/a.example.com/v1'])
    expect(after['apis/stable.example.com/v1']).toBeDefined()
    expect((await ask(openApi, request('/openapi/v2'))).text).toContain('com.example.stable.v1.Widget')

    catalog.set(configMaps)
    expect(Object.keys(await index())).toEqual(['api/v1'])
    expect(openApi.handle(request('/openapi/v3/apis/stable.example.com/v1'))).toBeUndefined()
  })
})

test('the document of v2 is made once at a time, of what is served then, however often that changes', async () => {
  const { catalog, openApi } = setUp(ALL_TYPES)
  const making = [1, 2, 3].map(async () => {
    catalog.generation += 1
    return (await openApi.handle(request('/openapi/v2')))?.body
  })
  const [first, second, third] = await Promise.all(making)
  expect(third).toBeInstanceOf(Uint8Array)
  expect([first === third, second === third]).toEqual([true, true])
})
