import { describe, expect, test } from '@jest/globals'
import { body, fixture, widget, widgetDefinition } from '../support.js'

const STATUS = {
  type: 'object',
  default: { observedGeneration: -1 },
  properties: { observedGeneration: { type: 'integer' }, phase: { type: 'string', default: 'New' } },
}
const INITIAL = { observedGeneration: -1, phase: 'New' }

async function plane(status: object) {
  const parts = await fixture()
  await parts.create('customresourcedefinitions', widgetDefinition({ status }, { subresources: { status: {} } }))
  return parts
}

describe('the status of a custom type that keeps it apart', () => {
  test.each([
    ['is not sent', {}],
    ['is sent', { status: { phase: 'Mine' } }],
  ])('gets its default when it %s', async (_how, rest) => {
    const { create, get } = await plane(STATUS)
    expect(await create('widgets', widget('a', rest))).toMatchObject({ status: INITIAL })
    expect(await get('widgets/a')).toMatchObject({ status: INITIAL })
  })

  test('begins with its default when an apply creates the object, and in a dry run', async () => {
    const { registry, at, caller } = await plane(STATUS)
    const request = { type: 'apply', body: body(widget('a')) } as const
    for (const dryRun of [true, false]) {
      const { object } = await registry.patch(at('widgets/a'), caller, request, { dryRun, fieldManager: 'alice' })
      expect(object).toMatchObject({ status: INITIAL })
    }
  })

  test('has no owner while it is the default', async () => {
    const { create } = await plane(STATUS)
    const { metadata } = await create('widgets', widget('a', { metadata: { name: 'a', labels: { a: 'b' } } }))
    expect(metadata.managedFields).toMatchObject([{ fieldsV1: { 'f:metadata': { 'f:labels': {} } } }])
    expect(JSON.stringify(metadata.managedFields)).not.toContain('status')
  })

  test.each([
    ['nothing', {}],
    ['null for the status', { status: null }],
    ['null for a member', { status: { phase: null } }],
  ])('keeps its defaults when %s is patched in', async (_what, value) => {
    const { registry, at, caller, create } = await plane(STATUS)
    await create('widgets', widget('a'))
    const { object } = await registry.patch(at('widgets/a/status'), caller, { type: 'merge', body: body(value) }, {})
    expect(object).toMatchObject({ status: INITIAL })
  })

  test('is absent when only its members have defaults', async () => {
    const { default: _none, ...withoutDefault } = STATUS
    const { create, get } = await plane(withoutDefault)
    await create('widgets', widget('a', { status: { phase: 'Mine' } }))
    expect(await get('widgets/a')).not.toHaveProperty('status')
  })
})
