import { expect, test } from '@jest/globals'
import type { JsonObject } from '../../src/meta/index.js'
import { createControlPlane } from '../../src/plane/index.js'
import { defineResource } from '../../src/resources/index.js'
import { createMemoryStorage } from '../../src/storage/index.js'
import { kept } from '../support/kept-storage.js'

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
