import { describe, expect, test } from '@jest/globals'
import { type AdmissionAttributes, type AdmissionPlugin, admissionDenied } from '../../../src/admission/index.js'
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
  test('is changed by all plugins in order, before any of them judges it', async () => {
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

  test('shows plugins the place, the user and the frozen object', async () => {
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

  test('is judged by the schema after it was changed', async () => {
    const { create } = await fixture({ admission: [setSpec({ replicas: 10 })] })
    await create('customresourcedefinitions', WIDGET_DEFINITION)
    const error = await refusal(create('widgets', widget('w', { spec: { replicas: 1 } })))
    expect(error).toMatchObject({ code: 422, fields: ['spec.replicas'] })
  })

  test('keeps no field that a plugin made up', async () => {
    const { create } = await fixture({ admission: [setSpec({ replicas: 2, madeUp: true })] })
    await create('customresourcedefinitions', WIDGET_DEFINITION)
    expect(await create('widgets', widget('w', { spec: { replicas: 1 } }))).toMatchObject({ spec: { replicas: 2 } })
  })

  test('has no generated name for plugins that change it, and one for those that judge', async () => {
    const { plugin, calls } = spy()
    const { create } = await fixture({ admission: [plugin] })
    await create('configmaps', { ...configMap(''), metadata: { generateName: 'gen-' } })
    expect(calls.slice(-2).map(([, { name }]) => name)).toEqual(['', expect.stringMatching(/^gen-.{5}$/)])
  })
})

describe('a refusal', () => {
  const refusing: AdmissionPlugin = {
    name: 'no-b',
    validate: (attributes) => {
      if (attributes.name === 'b') throw admissionDenied(attributes, 'b is taken')
    },
  }

  test('ends the request with 403, and nothing is stored', async () => {
    const { create, get } = await fixture({ admission: [refusing] })
    const refused = create('configmaps', configMap('b'))
    await expect(refused).rejects.toThrow('configmaps "b" is forbidden: b is taken')
    expect(await refusal(refused)).toMatchObject({ code: 403, reason: 'Forbidden' })
    expect(await refusal(get('configmaps/b'))).toMatchObject({ code: 404 })
  })

  test('holds a delete', async () => {
    const noDelete: AdmissionPlugin = {
      name: 'keep',
      handles: ({ operation }) => operation === 'DELETE',
      validate: (attributes) => {
        throw admissionDenied(attributes, `${attributes.oldObject?.metadata.name} stays`)
      },
    }
    const { create, get, registry, at, caller } = await fixture({ admission: [noDelete] })
    await create('configmaps', configMap('a'))
    await expect(registry.delete(at('configmaps/a'), caller, {})).rejects.toThrow('configmaps "a" is forbidden: a stays')
    expect((await get('configmaps/a')).metadata.name).toBe('a')
  })
})

describe('an update', () => {
  test('shows the old state beside the new one', async () => {
    const { plugin, calls } = spy()
    const { create, registry, at, caller } = await fixture({ admission: [plugin] })
    await create('configmaps', configMap('a', { data: { k: 'old' } }))
    await registry.update(at('configmaps/a'), caller, body(configMap('a', { data: { k: 'new' } })), {})
    expect(calls.at(-1)?.[1]).toMatchObject({
      operation: 'UPDATE',
      oldObject: { data: { k: 'old' } },
      object: { data: { k: 'new' } },
    })
  })

  test('through scale shows a Scale, and takes the change of one', async () => {
    const halve: AdmissionPlugin = {
      name: 'halve',
      handles: ({ subresource }) => subresource === 'scale',
      mutate: (object, { kind }) => {
        const { spec } = object as unknown as { spec: { replicas: number } }
        if (kind === 'Scale') spec.replicas /= 2
      },
    }
    const { create, get, registry, at, caller } = await fixture({ admission: [halve] })
    await create('customresourcedefinitions', WIDGET_DEFINITION)
    await create('widgets', widget('w', { spec: { replicas: 1, color: 'red' } }))
    const patch = { type: 'merge', body: body({ spec: { replicas: 8 } }) } as const
    await registry.patch(at('widgets/w/scale'), caller, patch, {})
    expect(await get('widgets/w')).toMatchObject({ spec: { replicas: 4, color: 'red' } })
  })

  test('leaves managedFields to the server, whatever a plugin does to them', async () => {
    const { create } = await fixture({
      admission: [
        {
          name: 'forger',
          mutate: (object) => {
            object.metadata.managedFields = []
          },
        },
      ],
    })
    const { managedFields } = (await create('configmaps', configMap('a', { data: { k: 'v' } }))).metadata
    expect(managedFields?.map(({ manager }) => manager)).toEqual(['unknown'])
  })
})

describe('a dry run', () => {
  test.each([
    ['None', 'passes'],
    ['NoneOnDryRun', 'passes'],
    ['Some', 'is refused with 400'],
  ] as const)('past a plugin with side effects %s %s', async (sideEffects, outcome) => {
    const { plugin } = spy({ sideEffects, handles: ({ resource }) => resource === 'configmaps' })
    const { registry, at, caller } = await fixture({ admission: [plugin] })
    const write = registry.create(at('configmaps'), caller, body(configMap('a')), { dryRun: true })
    if (outcome === 'passes') expect((await write).object.metadata.name).toBe('a')
    else expect(await refusal(write)).toMatchObject({ code: 400, reason: 'BadRequest' })
  })

  test('shows plugins what would be stored', async () => {
    const { plugin, calls } = spy()
    const { registry, at, caller } = await fixture({ admission: [plugin, labelled('x')] })
    const { object } = await registry.create(at('configmaps'), caller, body(configMap('a')), { dryRun: true })
    expect(calls.at(-1)?.[1]).toMatchObject({ dryRun: true, object: { metadata: { labels: { x: '0' } } } })
    expect(object.metadata.labels).toEqual({ x: '0' })
  })
})

test('a delete has a mutating phase too: all of it comes before any plugin judges, and it may refuse', async () => {
  const phases: string[] = []
  const plugin = (name: string): AdmissionPlugin => ({
    name,
    beforeDelete: ({ operation, oldObject, object }) => {
      phases.push(`${name} ${operation} ${oldObject?.metadata.name} ${object}`)
    },
    validate: ({ operation }) => {
      if (operation === 'DELETE') phases.push(`${name} validates`)
    },
  })
  const refusing: AdmissionPlugin = {
    name: 'refusing',
    beforeDelete: (attributes) => {
      if (attributes.name === 'kept') throw admissionDenied(attributes, 'not this one')
    },
  }
  const { registry, at, caller, create, get } = await fixture({ admission: [plugin('first'), refusing, plugin('second')] })
  await create('configmaps', configMap('a'))
  await create('configmaps', configMap('kept'))
  await registry.delete(at('configmaps/a'), caller, {})
  expect(phases).toEqual(['first DELETE a undefined', 'second DELETE a undefined', 'first validates', 'second validates'])
  expect(await refusal(registry.delete(at('configmaps/kept'), caller, {}))).toMatchObject({ code: 403 })
  expect(await get('configmaps/kept')).toMatchObject({ metadata: { name: 'kept' } })
})
