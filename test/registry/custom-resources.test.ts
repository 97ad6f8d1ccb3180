import { describe, expect, test } from '@jest/globals'
import { type ApiObject, parseFieldSelector } from '../../src/meta/index.js'
import { createMemoryStorage } from '../../src/storage/index.js'
import { body, fixture, refusal, WIDGET_DEFINITION, widget } from './support.js'

/** Lets everything that is under way come to rest: on a busy machine it takes several turns. */
const settle = async () => {
  for (let turn = 0; turn < 50; turn += 1) await new Promise<void>((resolve) => setImmediate(resolve))
}

describe('custom types', () => {
  test('a type is served by the time its definition is created', async () => {
    const { create, get } = await fixture()
    // The answer shows the definition as it was sent; that it has its names is a write of its own, as in Kubernetes.
    expect(await create('customresourcedefinitions', WIDGET_DEFINITION)).toMatchObject({
      status: { conditions: null, acceptedNames: { plural: '' }, storedVersions: ['v1'] },
    })
    expect(await get('customresourcedefinitions/widgets.example.com')).toMatchObject({
      status: { acceptedNames: { plural: 'widgets' }, storedVersions: ['v1'] },
    })
    await create('widgets', widget('a', { spec: { color: 'red' } }))
    expect(await get('widgets/a')).toMatchObject({ kind: 'Widget', spec: { color: 'red' } })
  })

  test('a type is removed with its definition, its objects are deleted, and its watches end', async () => {
    const { registry, at, caller, create, failures } = await fixture()
    await create('customresourcedefinitions', WIDGET_DEFINITION)
    await create('widgets', widget('a'))
    const seen: string[] = []
    let completed = false
    registry.watch(at('widgets'), {}).subscribe({ next: ({ type }) => seen.push(type), complete: () => (completed = true) })
    await registry.delete(at('customresourcedefinitions/widgets.example.com'), caller, {})
    await settle()
    expect(seen).toEqual(['ADDED', 'DELETED'])
    expect(completed).toBe(true)
    expect(() => at('widgets')).toThrow('no type widgets')
    expect(failures).toEqual([])
  })

  test('a definition waits for objects with finalizers, and allows no new ones', async () => {
    const { registry, at, caller, create, get } = await fixture()
    await create('customresourcedefinitions', WIDGET_DEFINITION)
    await create('widgets', { ...widget('a'), metadata: { name: 'a', finalizers: ['example.com/hold'] } })
    await registry.delete(at('customresourcedefinitions/widgets.example.com'), caller, {})
    await settle()
    expect((await get('customresourcedefinitions/widgets.example.com')).metadata).toHaveProperty('deletionTimestamp')
    expect(at('widgets').definition.verbs).not.toContain('create')
    await expect(create('widgets', widget('b'))).rejects.toThrow('while custom resource definition is terminating')
    const off = { type: 'merge', body: body({ metadata: { finalizers: null } }) } as const
    await registry.patch(at('widgets/a'), caller, off, {})
    await settle()
    expect(await refusal(get('customresourcedefinitions/widgets.example.com'))).toMatchObject({ code: 404 })
  })

  test('a recreated definition has no objects', async () => {
    const { registry, at, caller, create } = await fixture()
    for (let round = 0; round < 2; round++) {
      await create('customresourcedefinitions', WIDGET_DEFINITION)
      expect((await registry.list(at('widgets'), {})).rows).toEqual([])
      await create('widgets', widget('a'))
      await registry.delete(at('customresourcedefinitions/widgets.example.com'), caller, {})
      await settle()
    }
  })

  test('a definition with the names of a built-in type neither replaces nor removes it', async () => {
    const { registry, at, caller, create, get } = await fixture()
    await create('leases', { metadata: { name: 'kept' }, spec: {} })
    const wanted = definitionOf('leases', 'Lease', 'coordination.platform.io')
    const metadata = { ...wanted.metadata, annotations: { 'api-approved.platform.io': 'unapproved' } }
    const definition = { ...wanted, metadata }
    await create('customresourcedefinitions', definition)
    expect(conditions(await get(`customresourcedefinitions/${metadata.name}`))).toMatchObject({ Established: 'False' })
    const place = at(`customresourcedefinitions/${definition.metadata.name}`)
    const forged = {
      status: { conditions: [condition('Established', 'True')], acceptedNames: { plural: 'leases', kind: 'Lease' } },
    }
    const status = { ...place, subresource: place.version.subresources.find(({ name }) => name === 'status') }
    await registry.patch(status, caller, { type: 'merge', body: body(forged) }, {})
    await registry.delete(place, caller, {})
    await settle()
    expect(await refusal(get(`customresourcedefinitions/${definition.metadata.name}`))).toMatchObject({ code: 404 })
    expect(await get('leases/kept')).toMatchObject({ kind: 'Lease' })
  })

  test('a status with an empty condition, written by a user, causes no error', async () => {
    const { registry, at, caller, create, get, failures } = await fixture()
    await create('customresourcedefinitions', WIDGET_DEFINITION)
    const place = at('customresourcedefinitions/widgets.example.com')
    const status = { ...place, subresource: place.version.subresources.find(({ name }) => name === 'status') }
    await registry.patch(status, caller, { type: 'merge', body: body({ status: { conditions: [null] } }) }, {})
    await registry.patch(place, caller, { type: 'merge', body: body({ metadata: { labels: { a: 'b' } } }) }, {})
    expect(conditions(await get('customresourcedefinitions/widgets.example.com'))).toMatchObject({ Established: 'True' })
    await registry.delete(place, caller, {})
    await settle()
    expect(() => at('widgets')).toThrow('no type widgets')
    expect(failures).toEqual([])
  })

  test('a type keeps its scope, whatever was written into the status of its definition', async () => {
    const { registry, at, caller, create, get, failures } = await fixture()
    const definition = 'customresourcedefinitions/widgets.example.com'
    await create('customresourcedefinitions', WIDGET_DEFINITION)
    await create('widgets', widget('a'))
    const place = at(definition)
    const status = { ...place, subresource: place.version.subresources.find(({ name }) => name === 'status') }
    await registry.patch(status, caller, { type: 'merge', body: body({ status: { conditions: [] } }) }, {})
    const change = registry.patch(place, caller, { type: 'merge', body: body({ spec: { scope: 'Cluster' } }) }, {})
    expect(await refusal(change)).toMatchObject({ code: 422 })
    expect(await get('widgets/a')).toMatchObject({ metadata: { namespace: 'default' } })
    await registry.delete(place, caller, {})
    await settle()
    expect(await refusal(get(definition))).toMatchObject({ code: 404 })
    expect(failures).toEqual([])
  })

  test('names that become free are accepted for the definition that waits for them', async () => {
    const { registry, at, caller, create, get } = await fixture()
    await create('customresourcedefinitions', definitionOf('firsts', 'Same'))
    await create('customresourcedefinitions', definitionOf('seconds', 'Same'))
    expect(conditions(await get('customresourcedefinitions/seconds.example.com'))).toEqual({
      NamesAccepted: 'False',
      Established: 'False',
    })
    await registry.delete(at('customresourcedefinitions/firsts.example.com'), caller, {})
    await settle()
    const second = await get('customresourcedefinitions/seconds.example.com')
    expect(conditions(second)).toEqual({ NamesAccepted: 'True', Established: 'True' })
    expect(registry.catalog.find('example.com', 'v1', 'seconds')).toBeDefined()
  })

  test('of two definitions that request a name at the same time one gets it', async () => {
    const { create, get } = await fixture()
    const plurals = ['firsts', 'seconds']
    await Promise.all(plurals.map((plural) => create('customresourcedefinitions', definitionOf(plural, 'Same'))))
    const made = await Promise.all(plurals.map((plural) => get(`customresourcedefinitions/${plural}.example.com`)))
    expect(made.map((definition) => conditions(definition).Established)).toEqual(['True', 'False'])
  })

  test('an apply creates no object of a type that is being deleted', async () => {
    const { registry, at, caller, create } = await fixture()
    await create('customresourcedefinitions', WIDGET_DEFINITION)
    await create('widgets', { ...widget('a'), metadata: { name: 'a', finalizers: ['example.com/hold'] } })
    await registry.delete(at('customresourcedefinitions/widgets.example.com'), caller, {})
    await settle()
    const apply = { type: 'apply', body: body(widget('b')) } as const
    expect(await refusal(registry.patch(at('widgets/b'), caller, apply, { fieldManager: 'm' }))).toMatchObject({
      code: 403,
      reason: 'Forbidden',
    })
  })

  test('an object whose create was in progress when its definition was deleted is deleted, too', async () => {
    const { registry, at, caller, create, get } = await fixture()
    await create('customresourcedefinitions', WIDGET_DEFINITION)
    await create('widgets', { ...widget('held'), metadata: { name: 'held', finalizers: ['example.com/hold'] } })
    const late = at('widgets')
    await registry.delete(at('customresourcedefinitions/widgets.example.com'), caller, {})
    await settle()
    await registry.create(late, caller, body(widget('late')), {})
    await settle()
    expect(await refusal(get('widgets/late'))).toMatchObject({ code: 404 })
  })

  test('a request that outlives its type finds nothing, and does not affect the recreated type', async () => {
    const { registry, at, caller, create } = await fixture()
    await create('customresourcedefinitions', WIDGET_DEFINITION)
    const late = at('widgets/a')
    await registry.delete(at('customresourcedefinitions/widgets.example.com'), caller, {})
    await settle()
    expect(await refusal(registry.create({ ...late, name: '' }, caller, body(widget('a')), {}))).toMatchObject({ code: 404 })
    expect(await refusal(registry.list(late, {}))).toMatchObject({ code: 404 })
    await create('customresourcedefinitions', {
      ...WIDGET_DEFINITION,
      spec: { ...WIDGET_DEFINITION.spec, scope: 'Cluster' },
    })
    expect(await create('widgets', widget('a'))).toMatchObject({ metadata: { name: 'a' } })
    expect(await refusal(registry.create({ ...late, name: '' }, caller, body(widget('b')), {}))).toMatchObject({ code: 404 })
  })

  test('existing objects are selected by a field that becomes selectable', async () => {
    const { registry, at, caller, create } = await fixture()
    await create('customresourcedefinitions', WIDGET_DEFINITION)
    await create('widgets', widget('a', { spec: { color: 'red' } }))
    await create('widgets', widget('b', { spec: { color: 'blue' } }))
    const [version] = WIDGET_DEFINITION.spec.versions
    const spec = { versions: [{ ...version, selectableFields: [{ jsonPath: '.spec.color' }] }] }
    const place = at('customresourcedefinitions/widgets.example.com')
    await registry.patch(place, caller, { type: 'merge', body: body({ spec }) }, {})
    const { rows } = await registry.list(at('widgets'), { fieldSelector: parseFieldSelector('spec.color=red') })
    expect(rows.map(({ name }) => name)).toEqual(['a'])
  })

  test('watches end when the version of their type is not served any more', async () => {
    const { registry, at, caller, create, get } = await fixture()
    const [version] = WIDGET_DEFINITION.spec.versions
    const versions = [version, { ...version, name: 'v2', storage: false }]
    await create('customresourcedefinitions', { ...WIDGET_DEFINITION, spec: { ...WIDGET_DEFINITION.spec, versions } })
    await create('widgets', widget('a'))
    let completed = false
    registry.watch(at('widgets'), {}).subscribe({ complete: () => (completed = true) })
    const place = at('customresourcedefinitions/widgets.example.com')
    await registry.patch(place, caller, { type: 'merge', body: body({ spec: { versions: [version] } }) }, {})
    expect(completed).toBe(true)
    expect(await get('widgets/a')).toMatchObject({ kind: 'Widget' })
  })

  test('a definition whose finalizer was removed by a user can be created and deleted again', async () => {
    const { registry, at, caller, create, get } = await fixture()
    const off = { type: 'merge', body: body({ metadata: { finalizers: null } }) } as const
    const definition = 'customresourcedefinitions/widgets.example.com'
    await create('customresourcedefinitions', WIDGET_DEFINITION)
    await create('widgets', { ...widget('held'), metadata: { name: 'held', finalizers: ['example.com/hold'] } })
    await registry.delete(at(definition), caller, {})
    await settle()
    await registry.patch(at(definition), caller, off, {})
    await create('customresourcedefinitions', WIDGET_DEFINITION)
    await settle()
    expect((await get(definition)).metadata).not.toHaveProperty('deletionTimestamp')
    await registry.delete(at(definition), caller, {})
    await registry.patch(at('widgets/held'), caller, off, {})
    await settle()
    expect(await refusal(get(definition))).toMatchObject({ code: 404 })
  })
  test('names that an update releases are accepted for the definition that waits for them', async () => {
    const { registry, at, caller, create, get } = await fixture()
    const short = (plural: string, kind: string) => {
      const wanted = definitionOf(plural, kind)
      return { ...wanted, spec: { ...wanted.spec, names: { plural, kind, shortNames: ['x'] } } }
    }
    await create('customresourcedefinitions', short('firsts', 'First'))
    await create('customresourcedefinitions', short('seconds', 'Second'))
    expect(conditions(await get('customresourcedefinitions/seconds.example.com'))).toMatchObject({ NamesAccepted: 'False' })
    const change = { type: 'merge', body: body({ spec: { names: { shortNames: ['y'] } } }) } as const
    await registry.patch(at('customresourcedefinitions/firsts.example.com'), caller, change, {})
    expect(registry.catalog.find('example.com', 'v1', 'firsts')?.definition.names.shortNames).toEqual(['y'])
    expect(registry.catalog.find('example.com', 'v1', 'seconds')?.definition.names.shortNames).toEqual(['x'])
  })

  test('a definition has a condition while it waits for its objects to be deleted', async () => {
    const { registry, at, caller, create, get } = await fixture()
    await create('customresourcedefinitions', {
      ...WIDGET_DEFINITION,
      metadata: { ...WIDGET_DEFINITION.metadata, finalizers: ['example.com/last'] },
    })
    await create('widgets', { ...widget('a'), metadata: { name: 'a', finalizers: ['example.com/hold'] } })
    await registry.delete(at('customresourcedefinitions/widgets.example.com'), caller, {})
    await settle()
    expect(conditions(await get('customresourcedefinitions/widgets.example.com'))).toMatchObject({ Terminating: 'True' })
    const off = { type: 'merge', body: body({ metadata: { finalizers: null } }) } as const
    await registry.patch(at('widgets/a'), caller, off, {})
    await settle()
    const left = await get('customresourcedefinitions/widgets.example.com')
    expect(conditions(left)).toMatchObject({ Terminating: 'False' })
    expect(left.metadata.finalizers).toEqual(['example.com/last'])
  })

  test('a definition in a protected group has a condition for its approval', async () => {
    const { create, get } = await fixture()
    const wanted = definitionOf('tools', 'Tool', 'shop.platform.io')
    expect(await refusal(create('customresourcedefinitions', wanted))).toMatchObject({ code: 422 })
    const annotations = { 'api-approved.platform.io': 'https://example.com/1' }
    await create('customresourcedefinitions', { ...wanted, metadata: { ...wanted.metadata, annotations } })
    expect(conditions(await get('customresourcedefinitions/tools.shop.platform.io'))).toMatchObject({
      Established: 'True',
      KubernetesAPIApprovalPolicyConformant: 'True',
    })
  })

  test('an unreadable stored definition does not keep others from being served', async () => {
    const storage = createMemoryStorage()
    const first = await fixture({ storage })
    await first.create('customresourcedefinitions', definitionOf('afters', 'After'))
    const key = '/apiextensions.platform.io/customresourcedefinitions//aaa.example.com'
    await storage.commit({ key, expectedRevision: 0, value: new TextEncoder().encode('no object') })
    first.close()
    const { registry, at, caller, create, failures } = await fixture({ storage })
    expect(registry.catalog.find('example.com', 'v1', 'afters')).toBeDefined()
    expect(failures).toMatchObject([{ status: { reason: 'StoreReadError' } }])
    await create('customresourcedefinitions', WIDGET_DEFINITION)
    await create('widgets', widget('a'))
    await registry.delete(at('customresourcedefinitions/afters.example.com'), caller, {})
    await settle()
    expect(registry.catalog.find('example.com', 'v1', 'afters')).toBeUndefined()
  })
})

const condition = (type: string, status: string) => ({
  type,
  status,
  lastTransitionTime: '2026-01-02T03:04:05Z',
  reason: 'Forged',
  message: '',
})

/** Conditions of a definition by type. */
const conditions = ({ status }: ApiObject): Readonly<Record<string, string>> => {
  const list = (status as { conditions: readonly { type: string; status: string }[] }).conditions
  return Object.fromEntries(list.map((one) => [one.type, one.status]))
}

const definitionOf = (plural: string, kind: string, group = 'example.com') => ({
  ...WIDGET_DEFINITION,
  metadata: { name: `${plural}.${group}` },
  spec: { ...WIDGET_DEFINITION.spec, group, names: { plural, kind } },
})
