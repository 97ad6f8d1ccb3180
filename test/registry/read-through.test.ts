import { describe, expect, test } from '@jest/globals'
import { createMemoryStorage } from '../../src/storage/index.js'
import type { ObjectEvent } from '../../src/store/index.js'
import { collectGarbage } from '../support/collect-garbage.js'
import { body, fixture, WIDGET_DEFINITION, widget } from './support.js'

const DEFINITION = 'customresourcedefinitions/widgets.example.com'
const [VERSION] = WIDGET_DEFINITION.spec.versions
/** The schema without colors, and with a size that is 7 by default. */
const spec = { type: 'object', properties: { replicas: { type: 'integer' }, size: { type: 'integer', default: 7 } } }
const CHANGE = { spec: { versions: [{ ...VERSION, schema: { openAPIV3Schema: { type: 'object', properties: { spec } } } }] } }
const merge = (value: object) => ({ type: 'merge', body: body(value) }) as const

/** A plane with a widget that was stored before its schema changed. */
async function changed() {
  const plane = await fixture()
  await plane.create('customresourcedefinitions', WIDGET_DEFINITION)
  await plane.create('widgets', widget('old', { spec: { replicas: 1, color: 'red' } }))
  await plane.registry.patch(plane.at(DEFINITION), plane.caller, merge(CHANGE), {})
  return plane
}

describe('objects that are older than the schema', () => {
  test('are read through it: by get, by list and by watch', async () => {
    const { registry, at, get, create } = await changed()
    await create('widgets', widget('new', { spec: { replicas: 2, size: 1 } }))
    const expected = { replicas: 1, size: 7 }
    expect((await get('widgets/old')).spec).toEqual(expected)
    const { rows } = await registry.list(at('widgets'), {})
    expect(rows.map((row) => JSON.parse(new TextDecoder().decode(row.json())).spec)).toEqual([{ replicas: 2, size: 1 }, expected])
    const seen: unknown[] = []
    registry.watch(at('widgets'), {}).subscribe((event) => seen.push((event as ObjectEvent).row.object.spec))
    expect(seen).toEqual([{ replicas: 2, size: 1 }, expected])
  })

  test('are read through it in their DELETED event, too', async () => {
    const { registry, at, caller } = await changed()
    const seen: unknown[] = []
    registry.watch(at('widgets'), {}).subscribe((event) => {
      if (event.type === 'DELETED') seen.push(event.row.object.spec)
    })
    await registry.delete(at('widgets/old'), caller, {})
    expect(seen).toEqual([{ replicas: 1, size: 7 }])
  })

  test('are the same row on each read, so that lists of them are written once', async () => {
    const { registry, at } = await changed()
    const rows = async () => (await registry.list(at('widgets'), {})).rows
    expect((await rows())[0]).toBe((await rows())[0])
  })

  test('are cached in their new form up to 32 MiB, the most recently read ones', async () => {
    const plane = await fixture()
    await plane.create('customresourcedefinitions', WIDGET_DEFINITION)
    const spec = { color: 'r'.repeat(1024 * 1024) }
    const names = Array.from({ length: 34 }, (_, i) => `large-${i}`)
    for (const name of names) await plane.create('widgets', widget(name, { spec }))
    await plane.registry.patch(plane.at(DEFINITION), plane.caller, merge(CHANGE), {})
    const read = async (name: string) => (await plane.registry.get(plane.at(`widgets/${name}`), {})).row
    const rows = []
    for (const name of names) rows.push(await read(name))
    expect(await read('large-33')).toBe(rows[33])
    expect(await read('large-0')).not.toBe(rows[0])
    expect((await read('large-0'))?.object.spec).toEqual({ size: 7 })
  })

  test('do not keep the bytes of large defaults in memory for each of them, even while a list is being read', async () => {
    const plane = await fixture()
    await plane.create('customresourcedefinitions', WIDGET_DEFINITION)
    for (let i = 0; i < 150; i++) await plane.create('widgets', widget(`small-${i}`, { spec: { replicas: 1 } }))
    const note = { type: 'string', default: 'x'.repeat(1024 * 1024) }
    const schema = { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties: { note } } } } }
    const change = { spec: { versions: [{ ...VERSION, schema }] } }
    await plane.registry.patch(plane.at(DEFINITION), plane.caller, merge(change), {})
    await collectGarbage()
    const before = process.memoryUsage().arrayBuffers
    const { rows } = await plane.registry.list(plane.at('widgets'), {})
    const lengths = rows.map((row) => [
      row.itemLength > 1024 * 1024,
      row.writeJson(new Uint8Array(row.jsonLength), 0) === row.jsonLength,
    ])
    await collectGarbage()
    const grownMiB = (process.memoryUsage().arrayBuffers - before) / 1024 / 1024
    expect(lengths).toEqual(rows.map(() => [true, true]))
    expect(rows).toHaveLength(150)
    expect(grownMiB).toBeLessThan(50)
  })

  test('are rewritten by an unchanged update, without a new generation', async () => {
    const { registry, at, caller, get, store } = await changed()
    const before = await get('widgets/old')
    await registry.update(at('widgets/old'), caller, body(before), {})
    const after = await get('widgets/old')
    expect(after.metadata.resourceVersion).not.toBe(before.metadata.resourceVersion)
    expect(after).toMatchObject({ spec: before.spec, metadata: { generation: 1 } })
    expect(store.revision).toBe(Number(after.metadata.resourceVersion))
  })

  test('keep nothing of the old schema when they are marked for deletion', async () => {
    const { registry, at, caller, get } = await changed()
    await registry.patch(at('widgets/old'), caller, merge({ metadata: { finalizers: ['example.com/hold'] } }), {})
    await registry.delete(at('widgets/old'), caller, {})
    expect((await get('widgets/old')).spec).toEqual({ replicas: 1, size: 7 })
  })

  test('do not make a strict patch fail by fields that they no longer have', async () => {
    const { registry, at, caller } = await changed()
    const answer = registry.patch(at('widgets/old'), caller, merge({ spec: { size: 2 } }), { fieldValidation: 'Strict' })
    expect((await answer).object.spec).toEqual({ replicas: 1, size: 2 })
  })
})

test('a type without changes of its schemas returns the stored rows', async () => {
  const { registry, at, create, store } = await fixture()
  await create('customresourcedefinitions', WIDGET_DEFINITION)
  await create('widgets', widget('a'))
  const [row] = (await registry.list(at('widgets'), {})).rows
  expect(row).toBe((await registry.get(at('widgets/a'), {})).row)
  expect(row?.revision).toBe(store.revision)
})

test('objects of an earlier run are read through the current schema', async () => {
  const storage = createMemoryStorage()
  const first = await fixture({ storage })
  await first.create('customresourcedefinitions', WIDGET_DEFINITION)
  await first.create('widgets', widget('old', { spec: { replicas: 1, color: 'red' } }))
  await first.registry.patch(first.at(DEFINITION), first.caller, merge(CHANGE), {})
  first.close()
  const second = await fixture({ storage })
  expect((await second.get('widgets/old')).spec).toEqual({ replicas: 1, size: 7 })
})

test('objects of a type with a storage of its own are read through a schema that changes, however far that storage is ahead', async () => {
  const routes = [{ resources: ['widgets.example.com'], storage: createMemoryStorage() }]
  const { registry, at, get, create, caller } = await fixture({ routes })
  await create('customresourcedefinitions', WIDGET_DEFINITION)
  await create('widgets', widget('old', { spec: { replicas: 1, color: 'red' } }))
  for (let i = 0; i < 30; i++) await registry.patch(at('widgets/old'), caller, merge({ metadata: { labels: { i: `${i}` } } }), {})
  await registry.patch(at(DEFINITION), caller, merge(CHANGE), {})
  expect((await get('widgets/old')).spec).toEqual({ replicas: 1, size: 7 })
})

test('a watch shows what another replica wrote by a later schema than that of its start', async () => {
  const storage = createMemoryStorage()
  const [writer, reader] = [await fixture({ storage }), await fixture({ storage })]
  await writer.create('customresourcedefinitions', WIDGET_DEFINITION)
  const seen: unknown[] = []
  reader.registry.watch(reader.at('widgets'), {}).subscribe((event) => {
    if (event.type !== 'BOOKMARK') seen.push(event.row.object.spec)
  })
  await writer.registry.patch(writer.at(DEFINITION), writer.caller, merge(CHANGE), {})
  await writer.create('widgets', widget('new', { spec: { size: 3 } }))
  expect(seen).toEqual([{ size: 3 }])
})
