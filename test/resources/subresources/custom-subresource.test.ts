import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { z } from 'zod'
import { fetchHandler } from '../../../src/adapters/index.js'
import { ApiError, type ApiObject, defineResource } from '../../../src/public/index.js'
import { type TestPlane, testPlane } from '../../../src/public/testing.js'

const asked: unknown[] = []
const Widget = defineResource({
  group: 'shop.example.com',
  kind: 'Widget',
  versions: [
    {
      name: 'v1',
      schema: { spec: z.object({ size: z.int() }), status: z.object({ restarts: z.int() }) },
      subresources: {
        status: true,
        restart: {
          kind: 'WidgetRestart',
          schema: {
            spec: z.object({ reason: z.string().min(1), afterSeconds: z.int().min(0).default(0) }),
            status: z.object({ accepted: z.boolean(), size: z.int() }),
          },
          create(request: ApiObject & { readonly spec: { readonly reason: string } }, { object, user, namespace, name, dryRun }) {
            if (request.spec.reason === 'broken') throw new ApiError({ code: 409, reason: 'Conflict', message: 'it is broken' })
            asked.push([user.username, namespace, name, request.spec, dryRun])
            return { status: { accepted: true, size: (object.spec as { size: number }).size } }
          },
        },
      },
    },
  ],
})

let plane: TestPlane
const admitted: string[] = []
beforeEach(async () => {
  asked.length = 0
  admitted.length = 0
  const note = {
    name: 'note',
    validate: ({ operation, resource, subresource, kind }: Record<'operation' | 'resource' | 'subresource' | 'kind', string>) => {
      admitted.push(`${operation} ${resource}/${subresource} ${kind}`)
    },
  }
  plane = await testPlane({ resources: [Widget], authorizer: 'RBAC', admission: [note] })
  await widgets().create({ metadata: { name: 'lamp' }, spec: { size: 3 } })
  admitted.length = 0
})
afterEach(() => plane.close())

const widgets = (user?: string) =>
  plane
    .client({ ...(user !== undefined && { user }) })
    .resource(Widget)
    .namespace('default')
const restart = (spec: { readonly reason: string }, name = 'lamp') => widgets().subresource('restart').create(name, { spec })
const failureOf = (work: Promise<unknown>) => work.then(String, ({ status }: ApiError) => status)

describe('a subresource of an embedder', () => {
  test('receives and returns a kind of its own, with defaults', async () => {
    const answer = await restart({ reason: 'dusty' })
    expect(answer).toMatchObject({
      apiVersion: 'shop.example.com/v1',
      kind: 'WidgetRestart',
      spec: { reason: 'dusty', afterSeconds: 0 },
      status: { accepted: true, size: 3 },
    })
    expect(asked).toEqual([['system:apiserver', 'default', 'lamp', { reason: 'dusty', afterSeconds: 0 }, false]])
    expect(admitted).toEqual(['CREATE widgets/restart WidgetRestart'])
  })

  test('knows whether a request is a dry run', async () => {
    await widgets()
      .subresource('restart')
      .create('lamp', { spec: { reason: 'dusty' } }, { dryRun: true })
    expect(asked).toEqual([['system:apiserver', 'default', 'lamp', { reason: 'dusty', afterSeconds: 0 }, true]])
  })

  test.each([
    ['what breaks its schema', { reason: '' }, 'lamp', { code: 422, details: { kind: 'WidgetRestart' } }],
    [
      'an object that is not there',
      { reason: 'dusty' },
      'sofa',
      { code: 404, message: 'widgets.shop.example.com "sofa" not found' },
    ],
    ['what the function refuses, in its words', { reason: 'broken' }, 'lamp', { code: 409, message: 'it is broken' }],
  ])('refuses %s', async (_what, spec, name, expected) => {
    expect(await failureOf(restart(spec, name))).toMatchObject(expected)
    expect(asked).toEqual([])
  })

  test('needs a right of its own: create of widgets/restart', async () => {
    const rbac = (kind: string) => plane.client().resource({ group: 'rbac.authorization.', version: 'v1', kind })
    const { group: apiGroup } = await rbac('Role').type()
    const rule = { apiGroups: ['shop.example.com'], resources: ['widgets/restart'], verbs: ['create'] }
    await rbac('Role')
      .namespace('default')
      .create({ metadata: { name: 'r' }, rules: [rule] })
    const roleRef = { apiGroup, kind: 'Role', name: 'r' }
    const subjects = [{ apiGroup, kind: 'User', name: 'eve' }]
    await rbac('RoleBinding')
      .namespace('default')
      .create({ metadata: { name: 'r' }, roleRef, subjects })
    const ask = (user: string) =>
      widgets(user)
        .subresource('restart')
        .create('lamp', { spec: { reason: 'x' } })
    await plane.settled()
    expect(await failureOf(ask('ada'))).toMatchObject({ code: 403, message: expect.stringContaining('widgets/restart') })
    expect(await ask('eve')).toMatchObject({ status: { accepted: true } })
    expect(await failureOf(widgets('eve').get('lamp'))).toMatchObject({ code: 403 })
  })
})

test('discovery and OpenAPI show the subresource and its kind', async () => {
  const open = await testPlane({ resources: [Widget] })
  const ask = async (path: string) => (await fetchHandler(open)(new Request(`http://plane${path}`))).json()
  const { resources } = (await ask('/apis/shop.example.com/v1')) as { resources: { name: string }[] }
  expect(resources.find(({ name }) => name === 'widgets/restart')).toMatchObject({ kind: 'WidgetRestart', verbs: ['create'] })
  const document = (await ask('/openapi/v3/apis/shop.example.com/v1')) as Record<string, never>
  expect(document).toMatchObject({
    paths: {
      '/apis/shop.example.com/v1/namespaces/{namespace}/widgets/{name}/restart': {
        post: {
          requestBody: {
            content: { '*/*': { schema: { $ref: '#/components/schemas/com.example.shop.v1.WidgetRestart' } } },
          },
        },
      },
    },
    components: {
      schemas: {
        'com.example.shop.v1.WidgetRestart': { properties: { spec: { properties: { reason: { type: 'string' } } } } },
      },
    },
  })
  await open.close()
})

test.each([
  ['a name that is none', { Restart: { kind: 'WidgetRestart', create: () => {} } }, 'subresource "Restart" must be a lower-case'],
  ['one that does nothing', { restart: { kind: 'WidgetRestart' } }, 'subresource "restart" must have a kind'],
  [
    'a misspelt member',
    { restart: { kind: 'WidgetRestart', scheme: {}, create: () => {} } },
    'subresource "restart" has a wrong member: scheme is unknown: did you mean schema?',
  ],
  [
    'a schema that changes what was sent',
    { restart: { kind: 'WidgetRestart', schema: { spec: z.object({ why: z.string().trim() }) }, create: () => {} } },
    'subresource "restart" has a schema whose spec.why is changed by .trim()',
  ],
  ['one without a kind', { restart: { create: () => {} } }, 'subresource "restart" must have a kind'],
])('%s is refused by name', (_what, subresources, message) => {
  const make = () =>
    defineResource({ group: 'shop.example.com', kind: 'Widget', versions: [{ name: 'v1', subresources: subresources as never }] })
  expect(make).toThrow(message)
})
