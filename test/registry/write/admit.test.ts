import { describe, expect, test } from '@jest/globals'
import type { AdmissionAttributes, AdmissionPlugin, AdmissionSources } from '../../../src/admission/index.js'
import { type ApiObject, getKey } from '../../../src/meta/index.js'
import { body, configMap, fixture, refusal, WIDGET_DEFINITION, widget } from '../support.js'

/** Writes down what it is asked, and changes what it is told to. */
function spy(plugin: Partial<AdmissionPlugin> = {}) {
  const calls: [phase: string, AdmissionAttributes][] = []
  return {
    calls,
    plugin: {
      name: 'spy',
      ...plugin,
      mutate: (object, attributes) => {
        calls.push(['mutate', attributes])
        return plugin.mutate?.(object, attributes)
      },
      validate: (attributes) => {
        calls.push(['validate', attributes])
        return plugin.validate?.(attributes)
      },
    } satisfies AdmissionPlugin,
  }
}

const labelled = (label: string): AdmissionPlugin => ({
  name: label,
  mutate: (object) => {
    object.metadata.labels = { ...object.metadata.labels, [label]: String(Object.keys(object.metadata.labels ?? {}).length) }
  },
})

const setSpec = (spec: object): AdmissionPlugin => ({
  name: 'setter',
  handles: ({ resource }) => resource === 'widgets',
  mutate: (object) => {
    ;(object as { spec?: unknown }).spec = spec
  },
})

describe('a create', () => {
  test('is mutated by all plugins in order, before any of them validates it', async () => {
    const { plugin, calls } = spy()
    const { create } = await fixture({ admission: [labelled('first'), plugin, labelled('second')] })
    const stored = await create('configmaps', configMap('a'))
    expect(stored.metadata.labels).toEqual({ first: '0', second: '1' })
    const mine = calls.filter(([, { resource, object }]) => resource === 'configmaps' && object?.metadata.name === 'a')
    expect(mine.map(([phase, { object }]) => [phase, object?.metadata.labels])).toEqual([
      ['mutate', { first: '0' }],
      ['validate', { first: '0', second: '1' }],
    ])
  })

  test('passes the request, the user and the frozen object to plugins', async () => {
    const { plugin, calls } = spy()
    const { create } = await fixture({ admission: [plugin] })
    await create('configmaps', configMap('a', { data: { k: 'v' } }))
    const [phase, attributes] = calls.at(-1) ?? []
    expect(phase).toBe('validate')
    expect(attributes).toMatchObject({
      operation: 'CREATE',
      group: '',
      version: 'v1',
      resource: 'configmaps',
      kind: 'ConfigMap',
      subresource: '',
      namespace: 'default',
      name: 'a',
      dryRun: false,
      user: { username: 'tester' },
      object: { metadata: { namespace: 'default' }, data: { k: 'v' } },
      oldObject: undefined,
    })
    expect(Object.isFrozen(getKey(attributes?.object as ApiObject & Record<string, unknown>, 'data'))).toBe(true)
  })

  test('is validated by the schema after it was mutated', async () => {
    const { create } = await fixture({ admission: [setSpec({ replicas: 10 })] })
    await create('customresourcedefinitions', WIDGET_DEFINITION)
    const error = await refusal(create('widgets', widget('w', { spec: { replicas: 1 } })))
    expect(error).toMatchObject({ code: 422, fields: ['spec.replicas'] })
  })

  test('drops unknown fields that a plugin added', async () => {
    const { create } = await fixture({ admission: [setSpec({ replicas: 2, madeUp: true })] })
    await create('customresourcedefinitions', WIDGET_DEFINITION)
    expect(await create('widgets', widget('w', { spec: { replicas: 1 } }))).toMatchObject({ spec: { replicas: 2 } })
  })

  test.each([
    ['configmaps', 'elsewhere'],
    ['configmaps', ''],
    ['namespaces', 'default'],
  ])('%s are not moved to the namespace %j by a plugin', async (resource, namespace) => {
    const moving: AdmissionPlugin = {
      name: 'moving',
      handles: ({ name }) => name === 'a',
      mutate: (object) => {
        object.metadata.namespace = namespace
      },
    }
    const { create } = await fixture({ admission: [moving] })
    const created = create(resource, { ...configMap('a'), kind: resource === 'namespaces' ? 'Namespace' : 'ConfigMap' })
    if (namespace === '') expect((await created).metadata.namespace).toBe('default')
    else {
      expect(await refusal(created)).toMatchObject({ code: 400, reason: 'BadRequest' })
    }
  })

  test('has no name in the request attributes if it is generated, and validating plugins see it in the object', async () => {
    const { plugin, calls } = spy()
    const { create } = await fixture({ admission: [plugin] })
    await create('configmaps', { ...configMap(''), metadata: { generateName: 'gen-' } })
    const [changing, judging] = calls.slice(-2).map(([, attributes]) => attributes)
    expect([changing?.name, judging?.name]).toEqual(['', ''])
    expect(changing?.object?.metadata.name).toBeUndefined()
    expect(judging?.object?.metadata.name).toMatch(/^gen-.{5}$/)
  })

  test('passes the options of the request to plugins', async () => {
    const { plugin, calls } = spy()
    const { registry, at, caller } = await fixture({ admission: [plugin] })
    await registry.create(at('configmaps'), caller, body(configMap('a')), { dryRun: true, requestedManager: 'tester' })
    await registry.create(at('configmaps'), caller, body(configMap('a')), {})
    await registry.delete(at('configmaps/a'), caller, { propagationPolicy: 'Background' })
    expect(calls.filter(([phase]) => phase === 'validate').map(([, { options }]) => options)).toEqual([
      { kind: 'CreateOptions', apiVersion: 'meta.platform.io/v1', dryRun: ['All'], fieldManager: 'tester' },
      { kind: 'CreateOptions', apiVersion: 'meta.platform.io/v1' },
      { kind: 'DeleteOptions', apiVersion: 'meta.platform.io/v1', propagationPolicy: 'Background' },
    ])
  })
})

describe('what plugins may look up', () => {
  /** A plugin that keeps what it is given at the start. */
  async function started() {
    let sources: AdmissionSources | undefined
    const plugin: AdmissionPlugin = {
      name: 'keeper',
      start: (given) => {
        sources = given
      },
    }
    const plane = await fixture({ admission: [plugin] })
    if (!sources) throw new Error('the plugin was not started')
    return { ...plane, sources }
  }
  const CONFIG_MAPS = { group: '', resource: 'configmaps' }

  test('are objects, by get and by watch', async () => {
    const { create, registry, at, caller, sources } = await started()
    const log: string[] = []
    await create('configmaps', configMap('a'))
    const stop = sources.objects.follow(CONFIG_MAPS, {
      put: ({ metadata }) => void log.push(`put ${metadata.name}`),
      remove: ({ metadata }) => void log.push(`remove ${metadata.name}`),
    })
    await create('configmaps', configMap('b'))
    await registry.delete(at('configmaps/a'), caller, {})
    stop()
    await create('configmaps', configMap('c'))
    expect(log).toEqual(['put a', 'put b', 'remove a'])
    expect(sources.objects.get(CONFIG_MAPS, 'b', 'default')?.metadata.name).toBe('b')
    expect(sources.objects.get(CONFIG_MAPS, 'b', 'other')).toBeUndefined()
    expect((await sources.objects.list(CONFIG_MAPS, 'default')).map(({ object }) => object.metadata.name)).toEqual(['b', 'c'])
    expect(await sources.objects.list({ group: 'nowhere.io', resource: 'things' })).toEqual([])
  })

  test('are types, with the other names of the same objects', async () => {
    const { sources } = await started()
    expect(sources.types.ofKind('v1', 'ConfigMap')).toMatchObject({ group: '', resource: 'configmaps', namespaced: true })
    expect(sources.types.ofKind('v9', 'ConfigMap')).toBeUndefined()
    const names = sources.types.equivalents({ group: '', resource: 'events' }).map(({ group, version }) => `${group}/${version}`)
    expect(names).toEqual(['/v1', 'events.platform.io/v1'])
  })

  test('are objects in another form', async () => {
    const { create, sources } = await started()
    await create('events', {
      apiVersion: 'events.platform.io/v1',
      kind: 'Event',
      metadata: { name: 'e', namespace: 'default' },
      regarding: { kind: 'ConfigMap', name: 'a', namespace: 'default' },
      eventTime: '2024-01-01T00:00:00.000000Z',
      reportingController: 'test.example.com/c',
      reportingInstance: 'i',
      action: 'Try',
      reason: 'Because',
      type: 'Normal',
    })
    const stored = sources.objects.get({ group: 'events.platform.io', resource: 'events' }, 'e', 'default') as ApiObject
    const form = (group: string) => ({ group, version: 'v1', resource: 'events', kind: 'Event' })
    const core = await sources.types.convert(stored, form(''))
    expect(core).toMatchObject({ apiVersion: 'v1', involvedObject: { name: 'a' } })
    const view = await sources.types.convert(core, form('events.platform.io'))
    expect(view).toMatchObject({ apiVersion: 'events.platform.io/v1', regarding: { name: 'a' } })
  })
})
