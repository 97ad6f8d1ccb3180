import { describe, expect, test } from '@jest/globals'
import type { WriteOptions } from '../../../src/registry/index.js'
import { body, fixture, refusal, widget, widgetDefinition } from '../support.js'

/** Applies to a widget whose `spec.list` is keyed by `key`. */
async function plane() {
  const keyed = { 'x-platform-list-type': 'map', 'x-platform-list-map-keys': ['key'] }
  const item = {
    type: 'object',
    required: ['key'],
    properties: { key: { type: 'string' }, count: { type: 'integer', default: 1 } },
  }
  const spec = {
    type: 'object',
    properties: {
      size: { type: 'integer', default: 3 },
      plain: { type: 'integer' },
      open: { type: 'integer', nullable: true },
      deep: { type: 'object', properties: { color: { type: 'string', default: 'red' } } },
      list: { type: 'array', items: item, ...keyed },
    },
  }
  const { registry, at, caller, create } = await fixture()
  await create('customresourcedefinitions', widgetDefinition({ spec }))
  const apply = async (value: object, fieldManager = 'alice', options: WriteOptions = {}) =>
    (await registry.patch(at('widgets/a'), caller, { type: 'apply', body: body(value) }, { fieldManager, ...options })).object
  return { apply, create }
}

describe('a null in an applied object', () => {
  test.each([
    ['at the top', { size: null }, { size: 3 }],
    ['inside an object', { deep: { color: null } }, { size: 3, deep: { color: 'red' } }],
    ['in an item of a list', { list: [{ key: 'k', count: null }] }, { size: 3, list: [{ key: 'k', count: 1 }] }],
    ['that may be null stays null', { open: null }, { size: 3, open: null }],
  ])('becomes the default of its field: %s', async (_where, spec, expected) => {
    const { apply } = await plane()
    expect(await apply(widget('a', { spec }))).toMatchObject({ spec: expected })
  })

  test('is refused without a default, beside fields that have one', async () => {
    const { apply } = await plane()
    const refused = await refusal(apply(widget('a', { spec: { size: null, plain: null, list: [{ key: null }] } })))
    expect(refused).toMatchObject({ code: 422 })
    expect(refused.fields).toEqual(expect.arrayContaining(['spec.plain']))
    expect(refused.fields).not.toContain('spec.size')
  })
})

test('all that does not fit the type is reported at once: types, and keys of items that are missing', async () => {
  const { apply } = await plane()
  const spec = { size: 'large', plain: [], list: [{ count: 1 }, { key: 'k' }, { count: 2 }] }
  const refused = await refusal(apply(widget('a', { spec })))
  expect(refused).toMatchObject({ code: 422 })
  expect([...(refused.fields ?? [])].sort()).toEqual(['spec.list[0]', 'spec.list[2]', 'spec.plain', 'spec.size'])
})

test('all errors of a built-in kind are reported together, too', async () => {
  const { registry, at, caller } = await fixture()
  const value = {
    apiVersion: 'v1',
    kind: 'ServiceAccount',
    metadata: { name: 'a' },
    automountServiceAccountToken: 'yes',
    secrets: [{ kind: 'Secret' }, { name: 'b', uid: 4 }],
  }
  const target = at('serviceaccounts/a')
  const applied = registry.patch(target, caller, { type: 'apply', body: body(value) }, { fieldManager: 'alice' })
  const refused = await refusal(applied)
  expect(refused).toMatchObject({ code: 422 })
  expect([...(refused.fields ?? [])].sort()).toEqual(['automountServiceAccountToken', 'secrets[0]', 'secrets[name="b"].uid'])
})

describe('an unknown field in an applied object is refused with 400, at any level of validation', () => {
  const levels = ['Ignore', 'Warn', 'Strict'] as const
  const others = [
    ['alone', {}, { size: 1 }],
    ['beside a value of a wrong type', {}, { size: 'large' }],
    ['beside bad metadata', { labels: { 'bad key': 'x' } }, { size: 1 }],
    ['beside the uid of another object', { uid: 'another' }, { size: 1 }],
  ] as const
  test.each(levels.flatMap((level) => others.map(([where, ...more]) => [level, where, ...more] as const)))(
    '%s: %s',
    async (fieldValidation, _where, metadata, spec) => {
      const { apply, create } = await plane()
      await create('widgets', widget('a'))
      const object = { ...widget('a', { spec: { ...spec, none: 1 } }), metadata: { name: 'a', ...metadata } }
      expect(await refusal(apply(object, 'alice', { fieldValidation }))).toMatchObject({ code: 400, reason: 'BadRequest' })
    },
  )

  test('all that does not fit is listed', async () => {
    const { apply } = await plane()
    const refused = await refusal(apply({ ...widget('a', { spec: { size: 'large', none: 1 } }) }))
    expect([...(refused.fields ?? [])].sort()).toEqual(['spec.none', 'spec.size'])
  })

  test('beside more errors than are listed', async () => {
    const { apply } = await plane()
    const list = Array.from({ length: 100 }, () => ({ count: 'many' }))
    expect(await refusal(apply(widget('a', { spec: { list, none: 1 } })))).toMatchObject({ code: 400 })
  })

  test('in a built-in kind', async () => {
    const { registry, at, caller } = await fixture()
    const value = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', labels: { 'bad key': 'x' } }, none: 1 }
    const applied = registry.patch(at('configmaps/a'), caller, { type: 'apply', body: body(value) }, { fieldManager: 'alice' })
    expect(await refusal(applied)).toEqual({ code: 400, reason: 'BadRequest', fields: ['none'] })
  })
})

test.each([
  ['of the object that is there', 'same', undefined],
  ['of another object', 'other', { code: 422, fields: ['metadata.uid'] }],
])('a uid %s is a condition of the apply', async (_which, which, refused) => {
  const { apply, create } = await plane()
  const { metadata } = await create('widgets', widget('a'))
  const uid = which === 'same' ? metadata.uid : 'another'
  const answer = apply({ ...widget('a', { spec: { plain: 1 } }), metadata: { name: 'a', uid } })
  if (refused) expect(await refusal(answer)).toMatchObject(refused)
  else expect(await answer).toMatchObject({ spec: { plain: 1 } })
})

test('an apply that would create an object of a given uid is refused with 409', async () => {
  const { apply } = await plane()
  expect(await refusal(apply({ ...widget('a'), metadata: { name: 'a', uid: 'b' } }))).toMatchObject({ code: 409 })
})

describe('a Scale of an object', () => {
  const scale = { apiVersion: 'autoscaling/v1', kind: 'Scale', metadata: { name: 'a' }, spec: { replicas: 2 } }
  const scaleOf = async (object: object) => {
    const { registry, at, caller, create, get } = await fixture()
    const open = { 'x-platform-preserve-unknown-fields': true }
    const scaled = { subresources: { scale: { specReplicasPath: '.spec.deep.count', statusReplicasPath: '.status.count' } } }
    await create('customresourcedefinitions', widgetDefinition({ spec: { type: 'object', ...open } }, scaled))
    await create('widgets', widget('a', object))
    const patch = (type: 'apply' | 'merge') =>
      registry.patch(at('widgets/a/scale'), caller, { type, body: body(scale) }, { fieldManager: 'me' })
    const put = () => registry.update(at('widgets/a/scale'), caller, body(scale), {})
    return { get, ways: { apply: () => patch('apply'), merge: () => patch('merge'), put } }
  }

  test.each(['apply', 'merge', 'put'] as const)('that has no place for a count is refused: %s', async (way) => {
    for (const object of [{}, { spec: {} }]) {
      const { ways, get } = await scaleOf(object)
      expect(await refusal(ways[way]())).toEqual({ code: 422, reason: 'Invalid', fields: ['.spec.deep.count'] })
      expect(await get('widgets/a')).not.toHaveProperty('spec.deep')
    }
  })

  test.each(['apply', 'merge', 'put'] as const)('that has a place and no count yet gets one: %s', async (way) => {
    const { ways, get } = await scaleOf({ spec: { deep: { other: 1 } } })
    await ways[way]()
    expect(await get('widgets/a')).toMatchObject({ spec: { deep: { other: 1, count: 2 } } })
  })
})
