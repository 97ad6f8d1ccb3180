import { describe, expect, test } from '@jest/globals'
import type { JsonObject, ManagedFieldsEntry } from '../../src/meta/index.js'
import type { ServerResponse } from '../../src/server/index.js'
import { testPlane } from './plane.js'
import { headersOf, jsonOf, textOf } from './requests.js'

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

test('what is not known of a subresource in a definition is dropped with a warning', async () => {
  const { send } = await testPlane()
  const body = definition({})
  const [version] = body.spec.versions
  const versions = [{ ...version, subresources: { status: { a: 1 } } }]
  const response = await send('POST', DEFINITIONS, { body: { ...body, spec: { ...body.spec, versions } } })
  expect(headersOf(response, 'warning')).toEqual([String.raw`299 - "unknown field \"spec.versions[0].subresources.status.a\""`])
  expect(readAnswer(response).spec).toMatchObject({ versions: [{ subresources: { status: {} } }] })
})

describe('paths of a custom type', () => {
  const details = { group: 'example.com', kind: 'widgets' }
  const setUp = async () => {
    const plane = await testPlane()
    const body = definition({})
    const versions = body.spec.versions.map((version) => ({ ...version, subresources: { status: {} } }))
    await plane.send('POST', DEFINITIONS, { body: { ...body, spec: { ...body.spec, versions } } })
    const cogs = { ...body.spec, scope: 'Cluster', names: { plural: 'cogs', kind: 'Cog' } }
    await plane.send('POST', DEFINITIONS, { body: { metadata: { name: 'cogs.example.com' }, spec: cogs } })
    expect((await plane.send('POST', WIDGETS, { body: widget({}) })).status).toBe(201)
    return plane
  }

  test.each([
    ['POST', '/apis/example.com/v1/widgets'],
    ['DELETE', '/apis/example.com/v1/widgets'],
    ['GET', '/apis/example.com/v1/widgets/a'],
    ['GET', '/apis/example.com/v1/namespaces/default/cogs'],
  ])('%s %s leads nowhere: its scope is another one', async (method, path) => {
    const { send } = await setUp()
    const response = await send(method, path, method === 'POST' ? { body: widget({}) } : {})
    expect([response.status, await textOf(response)]).toEqual([404, '404 page not found\n'])
  })

  test.each([
    ['DELETE', `${WIDGETS}/a/status`, 'delete'],
    ['POST', `${WIDGETS}/a/status`, 'create'],
  ])('%s %s is not supported, and the answer names the type', async (method, path, verb) => {
    const { send } = await setUp()
    const message = `${verb} is not supported on resources of kind "widgets.example.com"`
    expect(jsonOf(await send(method, path, { body: {} }))).toMatchObject({ code: 405, message, details })
  })

  test.each(['PUT', 'PATCH'])('%s of a collection lacks a name', async (method) => {
    const { send } = await setUp()
    const headers = { 'content-type': method === 'PUT' ? 'application/json' : 'application/merge-patch+json' }
    expect(jsonOf(await send(method, WIDGETS, { headers, body: {} }))).toMatchObject({
      code: 400,
      message: 'name must be provided',
    })
  })

  test('a type that is being deleted says so when an object is created', async () => {
    const { send } = await setUp()
    const held = { ...widget({}), metadata: { name: 'held', finalizers: ['example.com/hold'] } }
    expect((await send('POST', WIDGETS, { body: held })).status).toBe(201)
    await send('DELETE', `${DEFINITIONS}/widgets.example.com`)
    const message = 'widgets.example.com "a" is forbidden: create not allowed while custom resource definition is terminating'
    expect(jsonOf(await send('POST', WIDGETS, { body: widget({}) }))).toMatchObject({ code: 403, message, details })
  })
})
