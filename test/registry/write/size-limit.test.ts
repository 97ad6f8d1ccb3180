import { describe, expect, test } from '@jest/globals'
import type { ApiObject } from '../../../src/meta/index.js'
import type { PatchRequest } from '../../../src/registry/index.js'
import { createMemoryStorage } from '../../../src/storage/index.js'
import { storedSize } from '../../../src/store/index.js'
import { body, configMap, type Fixture, fixture, refusal, WIDGET_DEFINITION, widget } from '../support.js'

const LIMIT = 100_000
const RESERVE = 64 * 1024
const TOO_LARGE = { code: 413, reason: 'RequestEntityTooLarge' }
const merge = (value: object): PatchRequest => ({ type: 'merge', body: body(value) })
const text = (length: number) => 'x'.repeat(length)

const patchBy = ({ registry, at, caller }: Fixture, place: string, request: PatchRequest, options = {}) =>
  registry.patch(at(place), caller, request, options)

/** An object that takes exactly so many bytes; names of managers are as long as their digits. */
async function createOf(plane: Fixture, bytes: number, metadata: object = {}): Promise<ApiObject> {
  const make = (length: number) => ({ ...configMap('a'), metadata: { name: 'a', ...metadata }, data: { text: text(length) } })
  const probe = await plane.registry.create(plane.at('configmaps'), plane.caller, body(make(0)), { dryRun: true })
  return plane.create('configmaps', make(bytes - storedSize(probe.object)))
}

describe('the size of a stored object', () => {
  test('an object of exactly the bound is stored, and one of a byte more is refused and not stored', async () => {
    const plane = await fixture({ maxObjectBytes: LIMIT })
    const { store } = plane
    const before = store.revision
    expect(await refusal(createOf(plane, LIMIT + 1))).toMatchObject(TOO_LARGE)
    expect(store.revision).toBe(before)
    expect(storedSize(await createOf(plane, LIMIT))).toBe(LIMIT)
  })

  test('bytes count, not characters', async () => {
    const plane = await fixture({ maxObjectBytes: LIMIT })
    const data = { text: 'ü'.repeat(LIMIT * 0.6) }
    expect(await refusal(plane.create('configmaps', configMap('a', { data })))).toMatchObject(TOO_LARGE)
  })

  test.each([
    ['JSON patch', { type: 'json', body: body([{ op: 'add', path: '/data/more', value: text(LIMIT) }]) }],
    ['merge patch', merge({ data: { more: text(LIMIT) } })],
    ['strategic merge patch', { type: 'strategic', body: body({ data: { more: text(LIMIT) } }) }],
    ['apply', { type: 'apply', force: true, body: body(configMap('a', { data: { more: text(LIMIT) } })) }],
  ] as const satisfies readonly (readonly [string, PatchRequest])[])(
    'the result of a %s is checked, in a dry run, too',
    async (_name, request) => {
      const plane = await fixture({ maxObjectBytes: LIMIT })
      await plane.create('configmaps', configMap('a', { data: { text: 'x' } }))
      const before = await plane.get('configmaps/a')
      for (const dryRun of [true, false]) {
        expect(await refusal(patchBy(plane, 'configmaps/a', request, { dryRun }))).toMatchObject(TOO_LARGE)
      }
      expect(await plane.get('configmaps/a')).toEqual(before)
    },
  )

  test.each([true, false])('creates and updates are checked, with dryRun %p', async (dryRun) => {
    const plane = await fixture({ maxObjectBytes: LIMIT })
    const { registry, at, caller } = plane
    const large = body(configMap('a', { data: { text: text(LIMIT) } }))
    expect(await refusal(registry.create(at('configmaps'), caller, large, { dryRun }))).toMatchObject(TOO_LARGE)
    await plane.create('configmaps', configMap('a'))
    expect(await refusal(registry.update(at('configmaps/a'), caller, large, { dryRun }))).toMatchObject(TOO_LARGE)
  })

  test('the status of an object counts as well', async () => {
    const plane = await fixture({ maxObjectBytes: LIMIT })
    await plane.create('customresourcedefinitions', WIDGET_DEFINITION)
    await plane.create('widgets', widget('a', { spec: { color: text(LIMIT * 0.9) } }))
    const status = merge({ status: { phase: text(LIMIT * 0.2) } })
    expect(await refusal(patchBy(plane, 'widgets/a/status', status))).toMatchObject(TOO_LARGE)
  })

  test('fields of managers count: appliers add up until there is no more room', async () => {
    const plane = await fixture({ maxObjectBytes: LIMIT })
    const data = Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`key-${i}`, 'v']))
    const request = { type: 'apply', body: body(configMap('a', { data })) } as const
    const outcomes: unknown[] = []
    for (let i = 0; i < 12; i++) {
      const options = { fieldManager: `applier-${i}` }
      outcomes.push(
        await patchBy(plane, 'configmaps/a', request, options).then(
          () => 'stored',
          (error) => error.status.code,
        ),
      )
    }
    expect(outcomes).toEqual([...new Array(outcomes.indexOf(413)).fill('stored'), ...outcomes.slice(outcomes.indexOf(413))])
    expect(outcomes.at(-1)).toBe(413)
    expect(storedSize(await plane.get('configmaps/a'))).toBeLessThanOrEqual(LIMIT)
  })

  test('an object at the bound can be marked as deleted, and its finalizers removed one by one', async () => {
    const plane = await fixture({ maxObjectBytes: LIMIT })
    const finalizers = ['example.com/one', 'example.com/two']
    await createOf(plane, LIMIT, { finalizers })
    const { registry, at, caller, get } = plane
    await registry.delete(at('configmaps/a'), caller, { propagationPolicy: 'Foreground' })
    const marked = await get('configmaps/a')
    expect(storedSize(marked)).toBeGreaterThan(LIMIT)
    for (const left of [['example.com/two', 'foregroundDeletion'], ['foregroundDeletion']]) {
      const manager = { fieldManager: `controller-of-${left.length}` }
      await patchBy(plane, 'configmaps/a', merge({ metadata: { finalizers: left } }), manager)
    }
    await patchBy(plane, 'configmaps/a', merge({ metadata: { finalizers: null } }))
    expect(await refusal(get('configmaps/a'))).toMatchObject({ code: 404 })
  })

  test('while an object is being deleted it may grow a little, and no more than that', async () => {
    const plane = await fixture({ maxObjectBytes: LIMIT })
    await createOf(plane, LIMIT, { finalizers: ['example.com/one'] })
    await plane.registry.delete(plane.at('configmaps/a'), plane.caller, {})
    await patchBy(plane, 'configmaps/a', merge({ data: { note: text(RESERVE / 2) } }))
    const more = merge({ data: { note: text(RESERVE) } })
    expect(await refusal(patchBy(plane, 'configmaps/a', more))).toMatchObject(TOO_LARGE)
  })

  describe('of an object from before the bound', () => {
    async function older() {
      const storage = createMemoryStorage()
      const before = await fixture({ storage, maxObjectBytes: 10 * LIMIT })
      await createOf(before, 3 * LIMIT)
      const { caller } = before
      await before.registry.update(before.at('configmaps/a'), caller, body(await before.get('configmaps/a')), {})
      return fixture({ storage, maxObjectBytes: LIMIT })
    }

    test('it is loaded and read', async () => {
      expect(storedSize(await (await older()).get('configmaps/a'))).toBe(3 * LIMIT)
    })

    test('it may be changed as long as it does not grow', async () => {
      const plane = await older()
      const sized = (length: number) => merge({ data: { text: text(length) } })
      expect(await refusal(patchBy(plane, 'configmaps/a', sized(3 * LIMIT)))).toMatchObject(TOO_LARGE)
      await patchBy(plane, 'configmaps/a', sized(2 * LIMIT))
      expect(await refusal(patchBy(plane, 'configmaps/a', sized(2.5 * LIMIT)))).toMatchObject(TOO_LARGE)
      await patchBy(plane, 'configmaps/a', sized(10))
      expect(await refusal(patchBy(plane, 'configmaps/a', sized(LIMIT)))).toMatchObject(TOO_LARGE)
    })

    test('it is deleted', async () => {
      const plane = await older()
      expect(await plane.registry.delete(plane.at('configmaps/a'), plane.caller, {})).toMatchObject({ outcome: 'removed' })
    })
  })

  test('a smaller limit of the storage applies, with a reserve for the deletion', async () => {
    const storage = createMemoryStorage()
    const plane = await fixture({
      storage: Object.assign(storage, { maxValueBytes: LIMIT + RESERVE }),
      maxObjectBytes: 10 * LIMIT,
    })
    expect(await refusal(createOf(plane, LIMIT + 1))).toMatchObject(TOO_LARGE)
    await createOf(plane, LIMIT)
  })
})

describe('defaults that multiply', () => {
  const definition = (itemDefault: object) => {
    const spec = { type: 'object', properties: { items: { type: 'array', items: itemDefault } } }
    const [version] = WIDGET_DEFINITION.spec.versions
    const schema = { openAPIV3Schema: { type: 'object', properties: { spec } } }
    return { ...WIDGET_DEFINITION, spec: { ...WIDGET_DEFINITION.spec, versions: [{ ...version, subresources: {}, schema }] } }
  }
  const withDefault = (value: string) => ({ type: 'object', properties: { text: { type: 'string', default: value } } })

  test('are refused where they are filled in, in a dry run, too', async () => {
    const plane = await fixture({ maxObjectBytes: LIMIT })
    await plane.create('customresourcedefinitions', definition(withDefault(text(1_000))))
    const { registry, at, caller } = plane
    const items = new Array(50_000).fill({})
    for (const dryRun of [true, false]) {
      const call = registry.create(at('widgets'), caller, body(widget('a', { spec: { items } })), { dryRun })
      expect(await refusal(call)).toMatchObject(TOO_LARGE)
    }
  })

  test('that came after the object leave it readable, and can be deleted with it', async () => {
    const plane = await fixture()
    await plane.create('customresourcedefinitions', definition({ type: 'object', properties: { text: { type: 'string' } } }))
    await plane.create('widgets', widget('a', { spec: { items: new Array(10_000).fill({}) } }))
    const schema = definition(withDefault(text(1_000))).spec
    await patchBy(plane, 'customresourcedefinitions/widgets.example.com', merge({ spec: schema }))
    const { spec } = (await plane.get('widgets/a')) as ApiObject & { spec: { items: object[] } }
    expect(spec.items.length).toBe(10_000)
    expect(spec.items[0]).toEqual({})
    await patchBy(plane, 'widgets/a', merge({ spec: { items: [{}] } }))
    expect(await plane.get('widgets/a')).toMatchObject({ spec: { items: [{ text: text(1_000) }] } })
  })
})
