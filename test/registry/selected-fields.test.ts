import { describe, expect, test } from '@jest/globals'
import { parseFieldSelector } from '../../src/meta/index.js'
import { createMemoryStorage } from '../../src/storage/index.js'
import { body, fixture, WIDGET_DEFINITION, widget } from './support.js'

const DEFINITION = 'customresourcedefinitions/widgets.example.com'
const [VERSION] = WIDGET_DEFINITION.spec.versions
const RED = { type: 'string', default: 'red' }
const where = (text: string) => ({ fieldSelector: parseFieldSelector(text) })

/** A version whose color is selectable. */
const version = (properties: object, rest: object = {}) => {
  const spec = { type: 'object', default: {}, properties }
  const schema = { openAPIV3Schema: { type: 'object', properties: { spec } } }
  return { ...VERSION, subresources: {}, selectableFields: [{ jsonPath: '.spec.color' }], schema, ...rest }
}
const definition = (...versions: object[]) => ({ ...WIDGET_DEFINITION, spec: { ...WIDGET_DEFINITION.spec, versions } })
const PLAIN = version({ color: { type: 'string' } })
const WITH_DEFAULT = version({ color: RED })

async function open(...versions: object[]) {
  const plane = await fixture()
  const { registry, at, caller, create } = plane
  await create('customresourcedefinitions', definition(...versions))
  await create('widgets', widget('first'))
  return {
    ...plane,
    change: (...next: object[]) =>
      registry.patch(at(DEFINITION), caller, { type: 'merge', body: body({ spec: { versions: next } }) }, {}),
    names: async (selector: string, version = 'v1') => {
      const target = { ...at('widgets'), ...registry.catalog.find('example.com', version, 'widgets') }
      return (await registry.list(target, where(selector))).rows.map(({ name }) => name)
    },
  }
}

describe('objects are selected by the values that are shown', () => {
  test.each([
    { before: 'selectable', versions: [PLAIN] },
    { before: 'not selectable', versions: [{ ...PLAIN, selectableFields: [] }] },
  ])('which a new default may change, of a field that was $before', async ({ versions }) => {
    const { names, change, create, registry, at, caller, get } = await open(...versions)
    await change(WITH_DEFAULT)
    await create('widgets', widget('second'))
    expect(await names('spec.color=red')).toEqual(['first', 'second'])
    expect(await names('spec.color!=red')).toEqual([])
    await registry.deleteCollection(at('widgets'), caller, {}, where('spec.color!=red'))
    expect((await get('widgets/first')).spec).toEqual({ color: 'red' })
  })

  test('by the storage version, when it becomes another one', async () => {
    const other = version({ color: RED }, { name: 'v2', storage: false })
    const { names, change } = await open(PLAIN, other)
    expect(await names('spec.color=red')).toEqual([])
    await change({ ...PLAIN, storage: false }, { ...other, storage: true })
    expect(await names('spec.color=red', 'v2')).toEqual(['first'])
    expect(await names('spec.color=red')).toEqual([])
  })

  test('of an earlier run, too', async () => {
    const storage = createMemoryStorage()
    const first = await fixture({ storage })
    await first.create('customresourcedefinitions', definition(PLAIN))
    await first.create('widgets', widget('first'))
    const merge = { type: 'merge', body: body({ spec: { versions: [WITH_DEFAULT] } }) } as const
    await first.registry.patch(first.at(DEFINITION), first.caller, merge, {})
    first.close()
    const { registry, at } = await fixture({ storage })
    expect((await registry.list(at('widgets'), where('spec.color=red'))).rows).toHaveLength(1)
  })

  test('watches end with such a change, and one from an earlier revision gets 410, as its selection may be another one', async () => {
    const { change, registry, at, store } = await open(PLAIN)
    const ends: unknown[] = []
    const watch = (query: object) =>
      registry.watch(at('widgets'), query).subscribe({
        error: ({ status }) => ends.push(status.code),
        complete: () => ends.push('complete'),
      })
    watch(where('spec.color!=red'))
    const before = String(store.revision)
    await change(WITH_DEFAULT)
    watch({ ...where('spec.color!=red'), resourceVersion: before })
    expect(ends).toEqual(['complete', 410])
  })

  test('watches end when their field is not selectable any more', async () => {
    const { change, registry, at } = await open(PLAIN)
    const ends: unknown[] = []
    registry.watch(at('widgets'), where('spec.color=red')).subscribe({ complete: () => ends.push('complete') })
    await change({ ...PLAIN, selectableFields: [] })
    expect(ends).toEqual(['complete'])
  })

  test('watches go on when only the schemas of other fields change', async () => {
    const { change, registry, at, create } = await open(PLAIN)
    const seen: unknown[] = []
    registry.watch(at('widgets'), where('spec.color=blue')).subscribe({
      next: (event) => seen.push(event.type === 'BOOKMARK' || event.row.name),
      complete: () => seen.push('complete'),
    })
    await change(version({ color: { type: 'string' }, size: { type: 'integer' } }))
    await create('widgets', widget('second', { spec: { color: 'blue', size: 1 } }))
    expect(seen).toEqual(['second'])
  })
})
