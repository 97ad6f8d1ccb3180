import { describe, expect, test } from '@jest/globals'
import { body, fixture, WIDGET_DEFINITION, widget } from '../support.js'

const text = { type: 'string' }
const schema = (properties: object, required: readonly string[] = []) => ({
  openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties, required } } },
})
const COMMON = {
  a: text,
  d: { type: 'string', default: 'default' },
  deep: { type: 'object', default: {}, properties: { x: { type: 'string', default: 'default' }, y: text } },
  n: { type: 'object', properties: { x: text } },
}

/** Applies to a widget in two versions, of which only `v1`, which is stored, has `fresh`. */
async function plane(required: readonly string[] = []) {
  const parts = await fixture()
  const versions = [
    { name: 'v1', served: true, storage: true, schema: schema({ ...COMMON, fresh: text }, required) },
    { name: 'v1beta1', served: true, storage: false, schema: schema(COMMON, required) },
  ]
  await parts.create('customresourcedefinitions', { ...WIDGET_DEFINITION, spec: { ...WIDGET_DEFINITION.spec, versions } })
  const { registry, at, caller } = parts
  const apply = async (version: string, fieldManager: string, spec: object, metadata: object = {}) => {
    const found = registry.catalog.find('example.com', version, 'widgets')
    const target = { ...at('widgets/a'), ...(found as NonNullable<typeof found>) }
    const value = { ...widget('a', { spec }), apiVersion: `example.com/${version}`, metadata: { name: 'a', ...metadata } }
    const { object } = await registry.patch(target, caller, { type: 'apply', body: body(value) }, { fieldManager })
    return { spec: object.spec, version: object.metadata.resourceVersion }
  }
  return apply
}

const LABELS = { labels: { l: '1' } }

describe('an apply to an object that another manager has written in an older version', () => {
  test('sets a field that the older version does not have, while it gives up another one', async () => {
    const apply = await plane()
    await apply('v1', 'bob', { a: '1', d: 'mine', deep: {}, fresh: '1' })
    await apply('v1beta1', 'old', {}, LABELS)
    const spec = { d: 'mine', deep: { x: 'default' }, fresh: '1' }
    expect(await apply('v1', 'bob', { d: 'mine', deep: {}, fresh: '1' })).toMatchObject({ spec })
  })

  test('brings fields that it gives up back to their defaults', async () => {
    const apply = await plane()
    await apply('v1', 'bob', { a: '1', d: 'mine', deep: { x: 'mine', y: 'mine' } })
    await apply('v1beta1', 'old', {}, LABELS)
    expect((await apply('v1', 'bob', { a: '1' })).spec).toEqual({ a: '1', d: 'default', deep: { x: 'default' } })
  })

  test('keeps a field at its value for an owner in the older version', async () => {
    const apply = await plane()
    await apply('v1', 'bob', { a: '1', d: 'mine', deep: { x: 'mine', y: 'mine' } })
    await apply('v1beta1', 'old', { d: 'mine', deep: { y: 'mine' } })
    const spec = { a: '1', d: 'mine', deep: { x: 'default', y: 'mine' } }
    expect((await apply('v1', 'bob', { a: '1' })).spec).toEqual(spec)
  })

  test.each([[[]], [['n']]])('leaves an applied struct empty that loses its last member, with %j required', async (required) => {
    const apply = await plane(required)
    await apply('v1', 'bob', { n: { x: '1' } })
    await apply('v1beta1', 'old', { a: '1', n: {} })
    const { spec, version } = await apply('v1', 'bob', { n: {} })
    expect(spec).toMatchObject({ n: {} })
    expect((await apply('v1', 'bob', { n: {} })).version).toBe(version)
  })
})

test('an applier that moves to a newer version sets fields that its old version does not have', async () => {
  const apply = await plane()
  await apply('v1beta1', 'bob', { a: '1', d: 'mine', n: { x: '1' } })
  const { spec } = await apply('v1', 'bob', { a: '1', fresh: '1' })
  expect(spec).toEqual({ a: '1', d: 'default', deep: { x: 'default' }, fresh: '1' })
})
