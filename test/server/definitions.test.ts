import { describe, expect, test } from '@jest/globals'
import type { JsonObject, ManagedFieldsEntry } from '../../src/meta/index.js'
import type { ServerResponse } from '../../src/server/index.js'
import { testPlane } from './plane.js'
import { jsonOf } from './requests.js'

/** As far as these tests look into an answer. */
interface Answer {
  readonly metadata: { readonly resourceVersion: string; readonly managedFields: readonly ManagedFieldsEntry[] }
  readonly spec: unknown
  readonly items: readonly { readonly spec: unknown }[]
  readonly status: { readonly acceptedNames: object; readonly conditions: readonly { readonly type: string }[] }
}
type OwnedStatus = Readonly<Record<'f:status', Readonly<Record<'f:conditions' | 'f:acceptedNames', object>>>>
const readAnswer = (response: ServerResponse) => jsonOf(response) as Answer

const DEFINITIONS = '/apis/apiextensions.platform.io/v1/customresourcedefinitions'
const WIDGETS = '/apis/example.com/v1/namespaces/default/widgets'

const definition = (properties: JsonObject) => ({
  metadata: { name: 'widgets.example.com' },
  spec: {
    group: 'example.com',
    scope: 'Namespaced',
    names: { plural: 'widgets', kind: 'Widget' },
    versions: [
      {
        name: 'v1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', properties: { spec: { type: 'object', properties } } } },
      },
    ],
  },
})
const object = { type: 'object', properties: { y: { type: 'string' } } }
const text = { type: 'string' }
const widget = (spec: JsonObject) => ({ apiVersion: 'example.com/v1', kind: 'Widget', metadata: { name: 'a' }, spec })

describe('right after a definition has another schema', () => {
  test.each<[string, JsonObject, JsonObject, JsonObject, JsonObject]>([
    ['an object became a scalar', { x: object }, { x: text }, { x: { y: 'z' } }, { x: {} }],
    ['an object lost a member', { x: object }, { x: { type: 'object' } }, { x: { y: 'z' } }, { x: {} }],
    [
      'objects in a list became scalars',
      { l: { type: 'array', items: object } },
      { l: { type: 'array', items: text } },
      { l: [{ y: 'z' }] },
      { l: [{}] },
    ],
    ['a member got a default', { x: object }, { x: object, d: { ...text, default: 'e' } }, { x: {} }, { x: {}, d: 'e' }],
    ['a member is gone', { x: object, z: text }, { z: text }, { x: { y: 'z' }, z: 'a' }, { z: 'a' }],
  ])('gets and lists have it: %s', async (_what, before, after, sent, shown) => {
    const { send } = await testPlane()
    await send('POST', DEFINITIONS, { body: definition(before) })
    expect((await send('POST', WIDGETS, { body: widget(sent) })).status).toBe(201)
    const { metadata } = readAnswer(await send('GET', `${DEFINITIONS}/widgets.example.com`))
    const body = { ...definition(after), metadata: { name: 'widgets.example.com', resourceVersion: metadata.resourceVersion } }
    expect((await send('PUT', `${DEFINITIONS}/widgets.example.com`, { body })).status).toBe(200)
    expect(readAnswer(await send('GET', `${WIDGETS}/a`)).spec).toEqual(shown)
    expect(readAnswer(await send('GET', WIDGETS)).items[0]?.spec).toEqual(shown)
  })
})

test('the plane is the manager of the status that it writes for a definition, and of nothing else', async () => {
  const { send } = await testPlane()
  await send('POST', `${DEFINITIONS}?fieldManager=me`, { body: definition({ x: object }) })
  const { metadata, status } = readAnswer(await send('GET', `${DEFINITIONS}/widgets.example.com`))
  const [mine, theirs, ...others] = metadata.managedFields
  expect(others).toEqual([])
  expect([mine?.manager, mine?.subresource, Object.keys(mine?.fieldsV1 ?? {})]).toEqual(['me', undefined, ['f:spec']])
  expect(theirs).toMatchObject({ operation: 'Update', apiVersion: 'apiextensions.platform.io/v1', subresource: 'status' })
  const { 'f:conditions': conditions, 'f:acceptedNames': names, ...rest } = ((theirs?.fieldsV1 ?? {}) as OwnedStatus)['f:status']
  expect(rest).toEqual({})
  expect(Object.keys(names)).toEqual(
    Object.keys(status.acceptedNames)
      .map((name) => `f:${name}`)
      .sort(),
  )
  expect(Object.keys(conditions).filter((key) => key !== '.')).toEqual(
    status.conditions.map(({ type }) => `k:{"type":"${type}"}`).sort(),
  )
})
