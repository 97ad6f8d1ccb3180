import { expect, test } from '@jest/globals'
import type { JsonObject } from '../../src/meta/index.js'
import { createControlPlane } from '../../src/plane/index.js'
import { defineResource } from '../../src/resources/index.js'
import { createMemoryStorage } from '../../src/storage/index.js'
import { kept } from '../support/kept-storage.js'
import { LateStorage } from '../support/late-storage.js'

const widgets = (properties: JsonObject) =>
  defineResource({
    group: 'shop.example.com',
    kind: 'Widget',
    versions: [{ name: 'v1', schema: { type: 'object', properties: { spec: { type: 'object', properties } } } }],
  })

test('objects of an earlier run are read through the types of this one: defaults are added, and removed fields are dropped', async () => {
  const storage = createMemoryStorage()
  const before = widgets({ color: { type: 'string' }, old: { type: 'string' } })
  const first = await createControlPlane({ storage: kept(storage), resources: [before] })
  const earlier = first.client().resource(before).namespace('default')
  await earlier.create({ metadata: { name: 'a' }, spec: { color: 'red', old: 'x' } } as never)
  await first.close()

  const after = widgets({ color: { type: 'string' }, size: { type: 'integer', default: 7 } })
  const second = await createControlPlane({ storage, resources: [after] })
  const now = second.client().resource(after).namespace('default')
  const shown = { color: 'red', size: 7 }
  expect((await now.get('a')) as object).toMatchObject({ spec: shown })
  const [listed] = (await now.list()).items
  expect(listed?.spec).toEqual(shown)
  // The next write of it, whatever it is, stores it so.
  await now.patch('a', { merge: { metadata: { labels: { a: 'b' } } } })
  expect(((await now.get('a')) as { spec?: object }).spec).toEqual(shown)
  await second.close()
})

test('what a replica with an older type writes is read through the type of this one: the replica may still serve while this one starts', async () => {
  const storage = createMemoryStorage()
  const start = async (properties: JsonObject) => {
    const type = widgets(properties)
    const plane = await createControlPlane({ storage: new LateStorage(storage), resources: [type] })
    return { plane, client: plane.client().resource(type).namespace('default') }
  }
  const older = await start({ color: { type: 'string' }, old: { type: 'string' } })
  await older.client.create({ metadata: { name: 'before' }, spec: { old: 'x' } } as never)
  const newer = await start({ color: { type: 'string' }, size: { type: 'integer', default: 7 } })
  await older.client.create({ metadata: { name: 'during' }, spec: { old: 'x' } } as never)
  await older.client.patch('before', { merge: { spec: { color: 'red' } } })
  const items = (await newer.client.list()).items.map(({ spec }) => spec)
  expect(items).toEqual([{ color: 'red', size: 7 }, { size: 7 }])
  await older.plane.close()
  await newer.plane.close()
})

test.each([
  { before: true, after: false, says: 'are cluster-scoped now, but the storage has 2 in namespaces, such as default/a' },
  { before: false, after: true, says: 'are in namespaces now, but the storage has 2 without, such as a' },
])('a type cannot change its scope (namespaced: $before to $after) while objects are stored', async ({ before, after, says }) => {
  const gadgets = (namespaced: boolean) =>
    defineResource({
      group: 'shop.example.com',
      kind: 'Gadget',
      namespaced,
      versions: [{ name: 'v1', schema: { type: 'object' } }],
    })
  const storage = createMemoryStorage()
  const first = await createControlPlane({ storage: kept(storage), resources: [gadgets(before)] })
  const stored = first.client().resource(gadgets(before))
  const place = before ? stored.namespace('default') : stored
  for (const name of ['a', 'b']) await place.create({ metadata: { name } } as never)
  await first.close()
  const second = createControlPlane({ storage: kept(storage), resources: [gadgets(after)] })
  await expect(second).rejects.toThrow(`resources: objects of gadgets.shop.example.com ${says}: define the type as it was`)

  const third = await createControlPlane({ storage, resources: [gadgets(before)] })
  const again = third.client().resource(gadgets(before))
  const found = await (before ? again.namespace('default') : again).list()
  expect(found.items.map(({ metadata }) => metadata.name)).toEqual(['a', 'b'])
  await third.close()
})
