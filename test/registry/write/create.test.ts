import { describe, expect, test } from '@jest/globals'
import { type ApiObject, parseFieldSelector } from '../../../src/meta/index.js'
import { body, configMap, fixture, refusal, WIDGET_DEFINITION, widget, widgetDefinition } from '../support.js'

describe('create', () => {
  test('an object whose selectable field cannot be read is stored, with an empty field', async () => {
    const { registry, at, create } = await fixture()
    const selectableFields = { 'data.k': ({ data }: ApiObject) => (data as { k: string }).k.toUpperCase() }
    registry.catalog.add({ ...at('configmaps').definition, selectableFields })
    await create('configmaps', configMap('without'))
    await create('configmaps', configMap('with', { data: { k: 'v' } }))
    const listed = async (selector: string) => {
      const { rows } = await registry.list(at('configmaps'), { fieldSelector: parseFieldSelector(selector) })
      return rows.map(({ name }) => name)
    }
    expect(await listed('data.k=V')).toEqual(['with'])
    expect(await listed('data.k!=V')).toContain('without')
  })

  test('the server sets uid, creationTimestamp and resourceVersion, whatever was sent for them', async () => {
    const { create } = await fixture()
    const sent = {
      ...configMap('a'),
      metadata: { name: 'a', uid: 'mine', creationTimestamp: '2001-02-03T04:05:06Z', deletionTimestamp: '2001-02-03T04:05:06Z' },
    }
    const { metadata } = await create('configmaps', sent)
    expect(metadata.uid).toMatch(/^00000000-0000-4000-8000-/)
    expect(metadata.creationTimestamp).not.toBe('2001-02-03T04:05:06Z')
    expect(metadata.resourceVersion).toMatch(/^[1-9]\d*$/)
    expect(metadata).not.toHaveProperty('deletionTimestamp')
  })

  test('a body that carries a resourceVersion is refused and nothing is stored', async () => {
    const { registry, at, caller } = await fixture()
    const sent = { ...configMap('a'), metadata: { name: 'a', resourceVersion: '12' } }
    expect(await refusal(registry.create(at('configmaps'), caller, body(sent), {}))).toMatchObject({ code: 400 })
    expect(await refusal(() => registry.get(at('configmaps/a'), {}))).toMatchObject({ code: 404 })
  })

  test('an existing name is refused, with another message while the old object is being deleted', async () => {
    const { registry, at, caller, create } = await fixture()
    await create('configmaps', { ...configMap('a'), metadata: { name: 'a', finalizers: ['example.com/hold'] } })
    const again = () => registry.create(at('configmaps'), caller, body(configMap('a')), {})
    await expect(again()).rejects.toThrow(/^configmaps "a" already exists$/)
    await registry.delete(at('configmaps/a'), caller, {})
    await expect(again()).rejects.toThrow(/^object is being deleted: configmaps "a" already exists$/)
  })

  test('a generated name that is taken is replaced by another, eight times at most', async () => {
    let draws = 0
    const random = { uuid: () => 'u', bytes: (length: number) => new Uint8Array(length).fill(++draws < 8 ? 1 : 2) }
    const { registry, at, caller } = await fixture({ random })
    const sent = body({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { generateName: 'gen-' } })
    const first = await registry.create(at('configmaps'), caller, sent, {})
    const second = await registry.create(at('configmaps'), caller, sent, {})
    expect(second.object.metadata.name).not.toBe(first.object.metadata.name)
    expect(await refusal(Promise.resolve().then(() => takeAll()))).toMatchObject({ code: 409, reason: 'AlreadyExists' })

    async function takeAll() {
      draws = 100
      for (let i = 0; i < 2; i++) await registry.create(at('configmaps'), caller, sent, {})
    }
  })

  test('a missing namespace is 404, a terminating one is 403 with its cause', async () => {
    const { registry, at, caller, create } = await fixture()
    const elsewhere = { ...at('configmaps'), namespace: 'nowhere' }
    expect(await refusal(registry.create(elsewhere, caller, body(configMap('a')), {}))).toMatchObject({ code: 404 })
    await create('namespaces', { metadata: { name: 'nowhere' } })
    await registry.delete(at('namespaces/nowhere'), caller, {})
    expect(await refusal(registry.create(elsewhere, caller, body(configMap('a')), {}))).toEqual({
      code: 403,
      reason: 'Forbidden',
      fields: ['metadata.namespace'],
    })
  })

  test('a dry run answers as the request would and stores nothing', async () => {
    const { registry, at, caller, store } = await fixture()
    const before = store.revision
    const { object, created } = await registry.create(at('configmaps'), caller, body(configMap('a')), { dryRun: true })
    expect(created).toBe(true)
    expect(object.metadata.uid).toBeDefined()
    expect(store.revision).toBe(before)
  })

  test('kind and apiVersion may be left out of built-in kinds, not of custom ones', async () => {
    const { registry, at, caller, create } = await fixture()
    expect(await create('configmaps', { metadata: { name: 'a' } })).toMatchObject({ kind: 'ConfigMap', apiVersion: 'v1' })
    await create('customresourcedefinitions', WIDGET_DEFINITION)
    const bare = body({ metadata: { name: 'a' } })
    expect(await refusal(registry.create(at('widgets'), caller, bare, {}))).toMatchObject({ code: 400 })
  })

  test('a mark for deletion is dropped, and nobody owns it', async () => {
    const { create } = await fixture()
    const marked = { deletionTimestamp: '2020-01-01T00:00:00Z', deletionGracePeriodSeconds: 3 }
    const { metadata } = await create('configmaps', { metadata: { name: 'a', ...marked }, data: { k: '1' } })
    expect(metadata).not.toMatchObject({ deletionTimestamp: expect.anything() })
    expect(metadata.managedFields?.map(({ fieldsV1 }) => fieldsV1)).toEqual([{ 'f:data': { '.': {}, 'f:k': {} } }])
  })

  test.each([
    ['Ignore', { code: 201, warnings: [] }],
    ['Warn', { code: 201, warnings: ['duplicate field "data.k"', 'unknown field "extra"'] }],
    ['Strict', { code: 400, warnings: [] }],
  ] as const)('unknown and duplicate fields under %s', async (fieldValidation, expected) => {
    const { registry, at, caller, warnings } = await fixture()
    const sent = { value: { ...configMap('a', { data: { k: '1' } }), extra: 1 }, duplicateFields: ['data.k'] }
    const outcome = await registry.create(at('configmaps'), caller, sent, { fieldValidation }).then(
      ({ object }) => ({ code: 201, object }),
      (error) => ({ code: error.status.code as number, object: {} }),
    )
    expect(outcome.code).toBe(expected.code)
    expect(outcome.object).not.toHaveProperty('extra')
    expect(warnings).toEqual(expected.warnings)
  })

  test('an unknown field together with another fault is a 400 at any level', async () => {
    const { registry, at, caller } = await fixture()
    const sent = body({ ...configMap('Bad_Name'), extra: 1 })
    expect(await refusal(registry.create(at('configmaps'), caller, sent, { fieldValidation: 'Ignore' }))).toMatchObject({
      code: 400,
      fields: ['extra', 'metadata.name'],
    })
    const known = body(configMap('Bad_Name'))
    expect(await refusal(registry.create(at('configmaps'), caller, known, {}))).toMatchObject({
      code: 422,
      fields: ['metadata.name'],
    })
  })

  test('a status that only its subresource may set is dropped', async () => {
    const { create } = await fixture()
    await create('customresourcedefinitions', WIDGET_DEFINITION)
    expect(await create('widgets', widget('a', { spec: { replicas: 1 }, status: { phase: 'Done' } }))).not.toHaveProperty(
      'status',
    )
  })

  test('keys such as __proto__ are data', async () => {
    const { create, get } = await fixture()
    const data = JSON.parse('{"__proto__": "p", "constructor": "c"}')
    await create('configmaps', configMap('a', { data }))
    expect(JSON.stringify((await get('configmaps/a')).data)).toBe('{"__proto__":"p","constructor":"c"}')
  })
})

test.each([
  ['metadata that cannot be read is 400', { metadata: { labels: 5 } }, 400],
  ['bad labels are 422', { metadata: { labels: { 'a b': 'c' } } }, 422],
])('of a resource inside another %s', async (_what, wrong, code) => {
  const template = { type: 'object', 'x-platform-embedded-resource': true, 'x-platform-preserve-unknown-fields': true }
  const { create } = await fixture()
  await create('customresourcedefinitions', widgetDefinition({ template }))
  const inner = { apiVersion: 'v1', kind: 'Pod', ...wrong }
  expect(await refusal(create('widgets', widget('a', { template: inner })))).toMatchObject({ code })
})

test('an unknown field of a resource inside another is dropped with a warning', async () => {
  const template = { type: 'object', 'x-platform-embedded-resource': true, 'x-platform-preserve-unknown-fields': true }
  const { create, warnings } = await fixture()
  await create('customresourcedefinitions', widgetDefinition({ template }))
  const inner = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', foo: 'bar' } }
  expect(await create('widgets', widget('a', { template: inner }))).toMatchObject({ template: { metadata: { name: 'p' } } })
  expect(warnings).toEqual(['unknown field "template.metadata.foo"'])
})

test('a type of ours warns of what is valid, on create and on update, but not of writes of a status', async () => {
  const { registry, at, caller, create, warnings } = await fixture()
  const { definition } = at('namespaces')
  const told = ({ metadata }: ApiObject, live?: ApiObject) => [`${live ? 'changed' : 'new'}: ${metadata.name}`]
  registry.catalog.add({ ...definition, strategy: { ...definition.strategy, warnings: told } })
  await create('namespaces', { metadata: { name: 'a' } })
  const labelled = { type: 'merge', body: body({ metadata: { labels: { b: 'c' } } }) } as const
  await registry.patch(at('namespaces/a'), caller, labelled, {})
  await registry.patch(at('namespaces/a/status'), caller, labelled, {})
  expect(warnings).toEqual(['new: a', 'changed: a'])
})

test('warnings of the rules of a kind are for valid objects: an invalid one is refused without them', async () => {
  const { create, warnings, registry, at, caller } = await fixture()
  const secret = (data: object) => ({ metadata: { name: 'tls' }, type: 'platform.io/tls', data })
  const pair = { 'tls.crt': btoa('x'), 'tls.key': btoa('y') }
  await expect(create('secrets', secret({ 'tls.crt': btoa('x') }))).rejects.toThrow('data[tls.key]: Required value')
  expect(warnings).toEqual([])
  await create('secrets', secret(pair))
  expect(warnings).toHaveLength(1)
  warnings.length = 0
  const without = { type: 'merge', body: body({ data: { 'tls.key': null } }) } as const
  await expect(registry.patch(at('secrets/tls'), caller, without, {})).rejects.toThrow('data[tls.key]: Required value')
  expect(warnings).toEqual([])
})
