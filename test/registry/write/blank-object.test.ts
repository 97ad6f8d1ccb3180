import { describe, expect, test } from '@jest/globals'
import type { JsonObject } from '../../../src/meta/index.js'
import { blankOf } from '../../../src/registry/write/blank-object.js'
import type { ResourceVersion } from '../../../src/resources/index.js'
import { compileSchema } from '../../../src/schema/index.js'
import { body, configMap, fixture, WIDGET_DEFINITION } from '../support.js'

const versionOf = (document: JsonObject, definitions: Readonly<Record<string, JsonObject>> = {}) =>
  ({ schema: compileSchema(document, { style: 'builtin', definitions }) }) as ResourceVersion

describe('a blank object', () => {
  test.each<[string, JsonObject, unknown]>([
    ['lists and maps', { type: 'array' }, null],
    ['maps', { type: 'object', additionalProperties: { type: 'string' } }, null],
    ['text', { type: 'string' }, ''],
    ['times', { type: 'string', format: 'date-time' }, null],
    ['numbers', { type: 'integer' }, 0],
    ['flags', { type: 'boolean' }, false],
    ['structs', { type: 'object', required: ['a'], properties: { a: { type: 'string' }, b: { type: 'string' } } }, { a: '' }],
  ])('has the required fields with empty values: %s', (_what, schema, empty) => {
    expect(blankOf(versionOf({ type: 'object', required: ['x'], properties: { x: schema, y: schema } }))).toEqual({ x: empty })
  })

  test('has the parts that are never absent, wherever they are referenced', () => {
    const Spec = { type: 'object', required: ['template'], properties: { template: { $ref: '#/definitions/Template' }, n: {} } }
    const Template = {
      type: 'object',
      properties: { metadata: { type: 'object', properties: { name: {} } }, spec: { allOf: [{ $ref: '#/definitions/Spec' }] } },
    }
    const blank = blankOf(versionOf({ type: 'object', properties: { spec: { $ref: '#/definitions/Spec' } } }, { Spec, Template }))
    expect(blank).toMatchObject({ spec: { template: { metadata: {}, spec: { template: {} } } } })
  })
})

test('a required field that is absent until it is set is not in a blank object', () => {
  const schema = { type: 'object', required: ['validationActions'], properties: { validationActions: { type: 'array' } } }
  expect(blankOf(versionOf(schema))).toEqual({})
})

describe('the creator of an object', () => {
  const fieldsOf = ({ managedFields = [] }: { readonly managedFields?: readonly { readonly fieldsV1?: unknown }[] }) =>
    managedFields[0]?.fieldsV1

  test('owns the fields that it set, and no part that is always present', async () => {
    const { create } = await fixture()
    const { metadata } = await create('customresourcedefinitions', WIDGET_DEFINITION)
    expect(fieldsOf(metadata)).toEqual({
      'f:spec': {
        'f:conversion': { '.': {}, 'f:strategy': {} },
        'f:group': {},
        'f:names': { 'f:kind': {}, 'f:listKind': {}, 'f:plural': {}, 'f:singular': {} },
        'f:scope': {},
        'f:versions': {},
      },
    })
  })

  test('leaves no part that is always present to the manager before-first-apply', async () => {
    const { registry, at, caller, create } = await fixture()
    await create('namespaces', { metadata: { name: 'a', labels: { l: 'm' } } })
    const patch = async (type: 'merge' | 'apply', value: object) => {
      const { object } = await registry.patch(at('namespaces/a'), caller, { type, body: body(value) }, { fieldManager: 'b' })
      return object.metadata
    }
    await patch('merge', { metadata: { managedFields: [{}] } })
    const labels = { metadata: { name: 'a', labels: { n: 'o' } } }
    const { managedFields = [] } = await patch('apply', { apiVersion: 'v1', kind: 'Namespace', ...labels })
    const before = managedFields.find(({ manager }) => manager === 'before-first-apply')
    expect(before?.fieldsV1).not.toHaveProperty('f:spec.')
    expect(JSON.stringify(before?.fieldsV1)).not.toMatch(/"f:(spec|status)":\{"\."/)
  })

  test('of nothing owns nothing', async () => {
    const { create } = await fixture()
    expect((await create('configmaps', configMap('a'))).metadata.managedFields).toBeUndefined()
  })
})

test.each(['roles', 'clusterroles'])('the creator of %s without rules does not own the field', async (resource) => {
  const { create } = await fixture()
  const { metadata, rules } = await create(resource, { metadata: { name: 'r', labels: { l: 'm' } } })
  expect(rules).toBeNull()
  expect(metadata.managedFields?.map(({ fieldsV1 }) => Object.keys(fieldsV1 ?? {}))).toEqual([['f:metadata']])
})

test('the creator of an event owns the fields that it set, and none that are shown empty', async () => {
  const { create } = await fixture()
  const said = { action: 'A', reason: 'R', type: 'Normal', reportingController: 'a.b/c', reportingInstance: 'i' }
  const eventTime = '2024-05-06T07:08:09.123456Z'
  const { metadata } = await create('events', { metadata: { name: 'e' }, ...said, eventTime, note: 'n' })
  const owned = [...Object.keys(said), 'eventTime', 'note'].map((field) => `f:${field}`)
  expect(Object.keys(metadata.managedFields?.[0]?.fieldsV1 ?? {}).sort()).toEqual(owned.sort())
})
