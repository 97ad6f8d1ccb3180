import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { informer } from '../../src/client/index.js'
import { type ApiObject, kubernetesDialect } from '../../src/meta/index.js'
import { type TestPlane, testPlane } from '../../src/testing/index.js'
import { CONFIG_MAPS, Widget, widget } from './widget.js'

let plane: TestPlane
beforeEach(async () => {
  plane = await testPlane({ resources: [Widget] })
})
afterEach(() => plane.close())

const maps = () => plane.client().resource(CONFIG_MAPS).namespace('default')
const names = async () => (await maps().list()).items.map(({ metadata }) => metadata.name)
const configMap = (name: string, rest: object = {}) => ({ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name }, ...rest })

describe('seeding', () => {
  test('loads objects that no request could make: terminating, with managers of elsewhere, past validation', async () => {
    const managedFields = [
      {
        manager: 'elsewhere',
        operation: 'Apply',
        apiVersion: 'v1',
        time: '2020-01-01T00:00:00Z',
        fieldsType: 'FieldsV1',
        fieldsV1: { 'f:data': {} },
      },
    ] as const
    const metadata = {
      name: 'Not A Name',
      namespace: 'nowhere',
      uid: 'uid-of-elsewhere',
      resourceVersion: '987654',
      generation: 7,
      creationTimestamp: '2020-01-01T00:00:00Z',
      deletionTimestamp: '2020-01-02T00:00:00Z',
      deletionGracePeriodSeconds: 0,
      finalizers: ['example.com/held'],
      managedFields,
    }
    await plane.seed({ apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { n: 5 } })
    const found = await plane.client().resource(CONFIG_MAPS).namespace('nowhere').get('Not A Name')
    expect(found).toEqual({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { ...metadata, resourceVersion: String(plane.revision) },
      data: { n: 5 },
    })
  })

  test('adds the metadata of every stored object, and the default namespace', async () => {
    await plane.seed(configMap('a'))
    expect((await maps().get('a')).metadata).toEqual({
      name: 'a',
      namespace: 'default',
      uid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      creationTimestamp: '2026-01-02T03:04:05Z',
      resourceVersion: String(plane.revision),
    })
  })

  test('bypasses admission and authorization, and is not recorded as a request', async () => {
    const refusing = await testPlane({
      admission: [{ name: 'no', validate: () => Promise.reject(new Error('never')) }],
      objects: [configMap('a')],
    })
    expect(refusing.at().list(CONFIG_MAPS)).toHaveLength(1)
    expect(refusing.history()).toEqual([])
    await refusing.close()
  })

  test('replaces existing objects, and watches receive events', async () => {
    await plane.seed([configMap('a', { data: { n: '1' } }), configMap('b')])
    const heard: string[] = []
    informer(plane.client().resource(CONFIG_MAPS)).changes.subscribe(({ type, object }) =>
      heard.push(`${type} ${object.metadata.name}`),
    )
    await plane.settled()
    await plane.seed([configMap('a', { data: { n: '2' } }), configMap('c')])
    expect(heard).toEqual(['ADDED a', 'ADDED b', 'DELETED a', 'ADDED a', 'ADDED c'])
    expect((await maps().get('a')).data).toEqual({ n: '2' })
  })

  test.each([
    [
      'a list of several types',
      { apiVersion: 'v1', kind: 'List', items: [configMap('a'), { apiVersion: 'v1', kind: 'List', items: [configMap('b')] }] },
    ],
    [
      'a list of one type, whose items do not say it',
      {
        apiVersion: 'v1',
        kind: 'ConfigMapList',
        metadata: { resourceVersion: '5' },
        items: [{ metadata: { name: 'a' } }, { metadata: { name: 'b' } }],
      },
    ],
    ['JSON text', JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [configMap('a'), configMap('b')] })],
    [
      'YAML text in several documents',
      `# two maps
---
apiVersion: v1
kind: ConfigMap
metadata: { name: a }
data:
  text: |
    first
     --- no marker
    last
---   # and the other
apiVersion: v1
kind: ConfigMap
metadata:
  name: b
...
---
# nothing
`,
    ],
    [
      'a dump',
      `apiVersion: v1
items:
- apiVersion: v1
  kind: ConfigMap
  metadata: {name: a, namespace: default}
- apiVersion: v1
  kind: ConfigMap
  metadata: {name: b, namespace: default}
kind: List
metadata:
  resourceVersion: ""
`,
    ],
  ])('reads %s', async (_what, input) => {
    await plane.seed(input)
    expect(await names()).toEqual(['a', 'b'])
  })

  test('names all types that the plane does not serve, and stores nothing', async () => {
    const before = plane.revision
    const gadget = { apiVersion: 'toys.example.com/v1', kind: 'Gadget', metadata: { name: 'g' } }
    const old = { ...widget('w'), apiVersion: 'shop.example.com/v1alpha1' }
    const work = plane.seed([configMap('a'), gadget, old, { ...gadget, metadata: { name: 'h' } }])
    await expect(work).rejects.toThrow(
      'seed: this plane does not serve Gadget (toys.example.com/v1), Widget (shop.example.com/v1alpha1); expected types',
    )
    expect(plane.revision).toBe(before)
  })

  test.each([
    ['an object without a name', { apiVersion: 'v1', kind: 'ConfigMap', metadata: {} }, 'a ConfigMap has no metadata.name'],
    [
      'a question, which is never stored',
      { apiVersion: 'authentication.platform.io/v1', kind: 'TokenReview', metadata: { name: 'x' } },
      'does not serve TokenReview',
    ],
    ['no object', 'just text', 'expected objects with apiVersion, kind and metadata, got "just text"'],
    ['something else', { hello: 'world' }, 'got {"hello":"world"}'],
    ['no YAML', 'a: [', 'yaml'],
  ])('refuses %s', async (_what, input, message) => {
    await expect(plane.seed(input)).rejects.toThrow(message)
  })

  test('objects of definitions come with them, whatever their order', async () => {
    const definition: ApiObject = {
      apiVersion: 'apiextensions.platform.io/v1',
      kind: 'CustomResourceDefinition',
      metadata: { name: 'gadgets.toys.example.com' },
      spec: {
        group: 'toys.example.com',
        scope: 'Namespaced',
        names: { plural: 'gadgets', singular: 'gadget', kind: 'Gadget', listKind: 'GadgetList' },
        versions: [
          {
            name: 'v1',
            served: true,
            storage: true,
            schema: { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object' } } } },
          },
        ],
      },
      status: {
        acceptedNames: { plural: 'gadgets', singular: 'gadget', kind: 'Gadget', listKind: 'GadgetList' },
        conditions: [{ type: 'Established', status: 'True' }],
        storedVersions: ['v1'],
      },
    }
    const gadget = { apiVersion: 'toys.example.com/v1', kind: 'Gadget', metadata: { name: 'g' }, spec: {} }
    await plane.seed([gadget, definition])
    const gadgets = plane.client().resource({ group: 'toys.example.com', version: 'v1', kind: 'Gadget' })
    expect((await gadgets.list()).items).toMatchObject([{ metadata: { name: 'g' } }])
    const fork = await plane.fork()
    expect(fork.at().list({ group: 'toys.example.com', version: 'v1', kind: 'Gadget' })).toHaveLength(1)
    await fork.close()
  })

  test('objects are kept in the version that their type is stored in', async () => {
    const event = { apiVersion: 'v1', kind: 'Event', metadata: { name: 'e' }, involvedObject: { name: 'lamp' }, message: 'lit' }
    await plane.seed(event)
    const events = plane
      .client()
      .resource({ group: 'events.platform.io', version: 'v1', resource: 'events' })
      .namespace('default')
    expect(await events.get('e')).toMatchObject({ regarding: { name: 'lamp' }, note: 'lit' })
    expect(plane.at().get({ group: '', version: 'v1', kind: 'Event' }, 'default/e')).toMatchObject({ message: 'lit' })
  })

  test.each([
    ['an object', (deep: object) => configMap('a', { data: deep })],
    ['a list', (deep: object) => [deep]],
    ['a list of a kind', (deep: object) => ({ apiVersion: 'v1', kind: 'List', items: [deep] })],
  ])('%s that is nested too deep is refused in one line', async (_what, around) => {
    let deep: object = []
    for (let level = 0; level < 20_000; level++) deep = [deep]
    await expect(plane.seed(around(deep))).rejects.toThrow(new RangeError('seed: objects are nested deeper than 1000 levels'))
    expect(await names()).toEqual([])
  })

  test('a key that is there twice is refused', async () => {
    await expect(plane.seed('kind: A\nmetadata: {}\nmetadata: {}\n')).rejects.toThrow(
      new RangeError('seed: line 3: key "metadata" already set in map'),
    )
  })

  test('uses the dialect of the plane', async () => {
    const objects = 'apiVersion: coordination.k8s.io/v1\nkind: Lease\nmetadata: {name: l, namespace: kube-system}\n'
    await expect(plane.seed(objects)).rejects.toThrow('does not serve Lease (coordination.k8s.io/v1)')
    const other = await testPlane({ dialect: kubernetesDialect, objects })
    expect(other.at().get({ group: 'coordination.k8s.io', version: 'v1', kind: 'Lease' }, 'kube-system/l')).toBeDefined()
    await other.close()
  })

  test('a state that was read can be seeded into another plane', async () => {
    await plane.seed([configMap('a', { data: { __proto__: null, 'odd.key': '1' } }), widget('w')])
    const copy = await testPlane({ resources: [Widget], objects: plane.at().objects })
    const plain = (state: TestPlane) =>
      state.at().objects.map(({ metadata: { resourceVersion: _, ...metadata }, ...rest }) => ({ ...rest, metadata }))
    expect(plain(copy)).toEqual(plain(plane))
    await copy.close()
  })
})
