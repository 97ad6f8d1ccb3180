import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { fetchHandler } from '../../src/adapters/index.js'
import { informer } from '../../src/client/index.js'
import { type TestPlane, testPlane } from '../../src/testing/index.js'
import { CONFIG_MAPS, Widget, widget } from './widget.js'

let plane: TestPlane
beforeEach(async () => {
  plane = await testPlane({ resources: [Widget] })
})
afterEach(() => plane.close())

const widgets = (of: TestPlane = plane) => of.client().resource(Widget).namespace('default')
const create = async (name: string, color = 'red') => {
  await widgets().create({ metadata: { name }, spec: { color } })
  return plane.revision
}

describe('a look at the past', () => {
  test('refuses an argument that is not a type', () => {
    for (const wrong of [undefined, null, 'widgets', {}]) {
      expect(() => plane.at().get(wrong as never, 'default/a')).toThrow(/^type: type is .*: expected a definition/)
      expect(() => plane.at().list(wrong as never)).toThrow(/^type: type is .*: expected a definition/)
    }
    expect(() => plane.client(null as never)).toThrow('plane.client: options is null: expected an object')
  })

  test('shows objects and lists as they were, however long ago', async () => {
    const empty = plane.revision
    const first = await create('a')
    const second = await create('b')
    await widgets().patch('a', { merge: { spec: { color: 'green' } } })
    await widgets().delete('b')
    await plane.advance(10 * 3_600_000)
    expect(plane.at(empty).list(Widget)).toEqual([])
    expect(
      plane
        .at(first)
        .list(Widget)
        .map(({ metadata }) => metadata.name),
    ).toEqual(['a'])
    expect(plane.at(second).get(Widget, 'default/a')?.spec).toEqual({ color: 'red', size: 3 })
    expect(plane.at().get(Widget, 'default/a')?.spec.color).toBe('green')
    expect(plane.at().get(Widget, 'default/b')).toBeUndefined()
  })

  test('shows what a client reads', async () => {
    await create('a')
    const { items } = await widgets().list()
    expect(plane.at().list(Widget, 'default')).toEqual(items)
    expect(plane.at().list(Widget, 'elsewhere')).toEqual([])
    expect(plane.at().get({ group: 'shop.example.com', version: 'v1', resource: 'widgets' }, 'default/a')).toEqual(items[0])
    expect(plane.at().get({ group: '', version: 'v1', kind: 'Namespace' }, 'default')?.metadata.name).toBe('default')
  })

  test.each([0, 1.5, 99, Number.NaN])('refuses the revision %p', (revision) => {
    expect(() => plane.at(revision)).toThrow(
      `there is no revision ${revision}; expected a whole number from 1 to ${plane.revision}`,
    )
    expect(() => plane.diff(revision)).toThrow(RangeError)
  })

  test('a type that the plane does not serve is refused by its name', () => {
    expect(() => plane.at().list({ group: 'x', version: 'v1', kind: 'Nothing' })).toThrow('does not serve Nothing of x/v1')
  })
})

describe('a difference', () => {
  test('lists added and removed objects, and the fields that changed', async () => {
    await create('changed')
    const from = await create('gone')
    await create('new')
    await widgets().patch('changed', {
      merge: { spec: { size: 4 }, metadata: { labels: { 'a/b': 'x' }, finalizers: ['example.com/hold'] } },
    })
    await widgets().delete('gone')
    const difference = plane.diff(from)
    expect(difference.map(({ type, kind, namespace, name }) => `${type} ${kind} ${namespace}/${name}`)).toEqual([
      'MODIFIED Widget default/changed',
      'DELETED Widget default/gone',
      'ADDED Widget default/new',
    ])
    expect(difference[0]?.fields).toEqual([
      { path: '.metadata.generation', before: 1, after: 2 },
      { path: '.metadata.labels', before: undefined, after: { 'a/b': 'x' } },
      { path: '.metadata.finalizers', before: undefined, after: ['example.com/hold'] },
      { path: '.spec.size', before: 3, after: 4 },
    ])
    expect(plane.diff(plane.revision, from).map(({ type }) => type)).toEqual(['MODIFIED', 'ADDED', 'DELETED'])
    expect(plane.diff(from, from)).toEqual([])
  })

  test('covers lists, and quotes keys that are not identifiers', async () => {
    const map = (data: object, finalizers: readonly string[]) => ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'm', uid: 'u', finalizers },
      data,
    })
    await plane.seed(map({ 'a.b': '1', same: 's', gone: 'g' }, ['x/1', 'x/2']))
    const from = plane.revision
    await plane.seed(map({ 'a.b': '2', same: 's' }, ['x/1', 'x/3', 'x/4']))
    expect(plane.diff(from)[0]?.fields).toEqual([
      { path: '.metadata.finalizers[1]', before: 'x/2', after: 'x/3' },
      { path: '.metadata.finalizers[2]', before: undefined, after: 'x/4' },
      { path: '.data["a.b"]', before: '1', after: '2' },
      { path: '.data.gone', before: 'g', after: undefined },
    ])
  })
})

describe('a rewind', () => {
  test('restores the state, resourceVersions of objects included, and the revision continues', async () => {
    const from = await create('a')
    const before = await widgets().get('a')
    await widgets().patch('a', { merge: { spec: { size: 9 } } })
    await create('b')
    const latest = plane.revision
    await plane.rewind(from)
    expect(await widgets().get('a')).toEqual(before)
    expect((await widgets().list()).items).toHaveLength(1)
    expect(plane.revision).toBe(latest + 1)
    expect(plane.diff(from)).toEqual([])
    await widgets().update({ ...before, spec: { color: 'blue', size: 1 } })
    expect(plane.at(latest).list(Widget)).toHaveLength(2)
  })

  test('makes informers list again, with the differences as events', async () => {
    const from = await create('kept')
    await create('dropped')
    const held = informer(plane.client().resource(Widget))
    await plane.settled()
    const heard: string[] = []
    held.changes.subscribe(({ type, object }) => heard.push(`${type} ${object.metadata.name} ${object.spec.color}`))
    await widgets().patch('kept', { merge: { spec: { color: 'green' } } })
    heard.length = 0
    await plane.rewind(from)
    await plane.settled()
    expect(heard).toEqual(['MODIFIED kept red', 'DELETED dropped red'])
    expect(held.list()).toEqual(plane.at().list(Widget))
    await create('after')
    expect(held.size).toBe(2)
  })

  test('ends watches with 410, and refuses versions from before it', async () => {
    const from = await create('a')
    const answer = await fetchHandler(plane)(
      new Request(`http://plane/apis/shop.example.com/v1/widgets?watch=true&resourceVersion=${from}`),
    )
    await plane.rewind(from - 1)
    expect(JSON.parse(await answer.text())).toMatchObject({ type: 'ERROR', object: { code: 410, reason: 'Expired' } })
    const old = widgets().list({ resourceVersion: String(from), resourceVersionMatch: 'Exact', limit: 1 })
    await expect(old).rejects.toMatchObject({ status: { code: 410 } })
  })

  test('may go back to before a rewind, and again', async () => {
    const [one, two] = [await create('one'), await create('two')]
    await plane.rewind(one)
    await plane.rewind(two)
    await Promise.all([plane.rewind(one), plane.rewind(two)])
    expect(plane.at().list(Widget)).toHaveLength(2)
    expect((await widgets().list()).items).toHaveLength(2)
  })

  test('restores custom types with their definitions', async () => {
    const before = plane.revision
    const names = { plural: 'gadgets', singular: 'gadget', kind: 'Gadget', listKind: 'GadgetList' }
    await plane
      .client()
      .resource({ group: 'apiextensions.platform.io', version: 'v1', resource: 'customresourcedefinitions' })
      .create({
        metadata: { name: 'gadgets.toys.example.com' },
        spec: {
          group: 'toys.example.com',
          scope: 'Namespaced',
          names,
          versions: [{ name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: { type: 'object' } } }],
        },
      })
    await plane.settled()
    const gadgets = plane.client().resource({ group: 'toys.example.com', version: 'v1', resource: 'gadgets' })
    expect((await gadgets.list()).items).toEqual([])
    await plane.rewind(before)
    await expect(gadgets.list()).rejects.toMatchObject({ status: { code: 404 } })
  })
})

describe('a fork', () => {
  test('has the same state, history and time, and is independent from there on', async () => {
    const from = await create('a')
    await plane.advance(5_000)
    await create('b')
    const fork = await plane.fork()
    expect([fork.revision, fork.clock.now(), fork.at().objects]).toEqual([plane.revision, plane.clock.now(), plane.at().objects])
    expect(fork.diff(from)).toEqual(plane.diff(from))
    await widgets(fork).delete('a')
    await create('c')
    await fork.advance(1_000)
    expect(
      plane
        .at()
        .list(Widget)
        .map(({ metadata }) => metadata.name),
    ).toEqual(['a', 'b', 'c'])
    expect(
      fork
        .at()
        .list(Widget)
        .map(({ metadata }) => metadata.name),
    ).toEqual(['b'])
    expect(fork.clock.now() - plane.clock.now()).toBe(1_000)
    await fork.close()
    expect((await widgets().list()).items).toHaveLength(3)
  })

  test('generates the same names and uids as the plane does from there on', async () => {
    await create('a')
    const fork = await plane.fork()
    const make = (of: TestPlane) => widgets(of).create({ metadata: { generateName: 'w-' }, spec: { color: 'red' } })
    expect(await make(fork)).toEqual(await make(plane))
    await fork.close()
  })

  test('has an empty request history and no faults', async () => {
    await create('a')
    plane.faults.add({ verb: 'get' }, { status: 500 })
    const fork = await plane.fork()
    await widgets(fork).get('a')
    expect([fork.history().length, fork.faults.remaining, plane.faults.remaining]).toEqual([1, 0, 1])
    await fork.close()
  })
})

test('seeded objects are part of the history', async () => {
  const before = plane.revision
  await plane.seed([widget('a'), { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'm' } }])
  expect(plane.diff(before).map(({ type, name }) => `${type} ${name}`)).toEqual(['ADDED m', 'ADDED a'])
  await plane.rewind(before)
  expect((await plane.client().resource(CONFIG_MAPS).list()).items).toEqual([])
})
