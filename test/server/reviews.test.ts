import { describe, expect, test } from '@jest/globals'
import { createStaticTokenAuthenticator } from '../../src/authn/index.js'
import type { Authorizer } from '../../src/authz/index.js'
import { encodeProtobuf } from '../../src/codec/index.js'
import { platformDialect } from '../../src/meta/index.js'
import { CONFIG_MAPS, testPlane } from './plane.js'
import { jsonOf, textOf } from './requests.js'

const AUTHENTICATION = '/apis/authentication.platform.io/v1'
const AUTHORIZATION = '/apis/authorization.platform.io/v1'
const authenticators = [
  createStaticTokenAuthenticator([
    { token: 'ada-token', user: { username: 'ada', uid: 'a1', groups: ['readers'] } },
    { token: 'bob-token', user: { username: 'bob', groups: [] } },
  ]),
]
const asAda = { authorization: 'Bearer ada-token', 'content-type': 'application/json' }

describe('reviews over HTTP', () => {
  const TABLE = 'application/json;as=Table;v=v1;g=meta.platform.io'
  const questions = [
    [`${AUTHENTICATION}/selfsubjectreviews`, {}],
    [`${AUTHENTICATION}/tokenreviews`, { spec: { token: 'bob-token' } }],
    [`${AUTHORIZATION}/selfsubjectaccessreviews`, { spec: { resourceAttributes: { verb: 'get', resource: 'pods' } } }],
  ] as const

  test.each(questions)('%s: a client that accepts only a table is refused', async (path, body) => {
    const { send } = await testPlane({ authenticators })
    const statusOf = async (accept: string) => (await send('POST', path, { headers: { ...asAda, accept }, body })).status
    expect(await statusOf(TABLE)).toBe(406)
    expect(await statusOf(`${TABLE},application/json`)).toBe(201)
    expect(await statusOf('application/json;as=PartialObjectMetadata;v=v1;g=meta.platform.io')).toBe(201)
  })

  test('nor is the answer of a subresource that stores nothing', async () => {
    const { send } = await testPlane({ authenticators, serviceAccounts: { issuer: 'https://issuer.example' } })
    const account = '/api/v1/namespaces/default/serviceaccounts'
    await send('POST', account, { headers: asAda, body: { metadata: { name: 'robot' } } })
    const statusOf = async (accept: string) =>
      (await send('POST', `${account}/robot/token`, { headers: { ...asAda, accept }, body: { spec: {} } })).status
    expect(await statusOf(TABLE)).toBe(406)
    expect(await statusOf(`${TABLE},application/json`)).toBe(201)
  })

  test('a caller gets their own user', async () => {
    const { send } = await testPlane({ authenticators })
    const response = await send('POST', `${AUTHENTICATION}/selfsubjectreviews`, { headers: asAda, body: {} })
    expect([response.status, jsonOf(response)]).toEqual([
      201,
      {
        kind: 'SelfSubjectReview',
        apiVersion: 'authentication.platform.io/v1',
        metadata: { creationTimestamp: expect.any(String) },
        status: { userInfo: { username: 'ada', uid: 'a1', groups: ['readers', 'system:authenticated'] } },
      },
    ])
  })

  test('a token is reviewed by the authenticators of requests', async () => {
    const { send } = await testPlane({ authenticators, apiAudiences: ['api'] })
    const review = async (spec: object) =>
      jsonOf(await send('POST', `${AUTHENTICATION}/tokenreviews`, { headers: asAda, body: { spec } }))
    const user = { username: 'bob', groups: ['system:authenticated'] }
    expect(await review({ token: 'bob-token' })).toMatchObject({ status: { authenticated: true, user, audiences: ['api'] } })
    for (const spec of [{ token: 'wrong' }, { token: 'bob-token', audiences: ['elsewhere'] }]) {
      expect(await review(spec)).toMatchObject({ spec, status: { user: {}, error: 'invalid bearer token' } })
    }
    expect(await review({})).toMatchObject({ code: 400, message: 'token is required for TokenReview in authentication' })
  })

  test('a plane without authenticators authenticates no token', async () => {
    const { send } = await testPlane()
    const body = { spec: { token: 'any' } }
    expect(jsonOf(await send('POST', `${AUTHENTICATION}/tokenreviews`, { body }))).toMatchObject({ status: { user: {} } })
  })

  test('an access review agrees with the authorization of the request', async () => {
    const authorizer: Authorizer = {
      authorize: ({ user, verb, resource }) =>
        user.username === 'ada' || (verb === 'list' && resource === 'configmaps')
          ? { decision: 'allow' }
          : { decision: 'noOpinion', reason: 'only ada' },
    }
    const { send } = await testPlane({ authenticators, authorizer })
    const asBob = { authorization: 'Bearer bob-token' }
    const statuses: number[] = []
    for (const verb of ['list', 'deletecollection']) {
      const spec = { user: 'bob', resourceAttributes: { verb, resource: 'configmaps', namespace: 'default' } }
      const path = `${AUTHORIZATION}/namespaces/default/localsubjectaccessreviews`
      const review = jsonOf(await send('POST', path, { headers: asAda, body: { spec } })) as { status: { allowed: boolean } }
      const request = await send(verb === 'list' ? 'GET' : 'DELETE', CONFIG_MAPS, { headers: asBob })
      expect(review.status.allowed).toBe(request.status === 200)
      statuses.push(request.status)
    }
    expect(statuses).toEqual([200, 403])
    // To ask is a create, which has to be allowed itself.
    const body = { spec: { resourceAttributes: { verb: 'get', resource: 'pods' } } }
    expect((await send('POST', `${AUTHORIZATION}/selfsubjectaccessreviews`, { headers: asBob, body })).status).toBe(403)
  })

  test('a review can be asked in the binary form', async () => {
    const { send } = await testPlane()
    const object = {
      apiVersion: 'authorization.platform.io/v1',
      kind: 'SelfSubjectAccessReview',
      metadata: {},
      spec: { resourceAttributes: { verb: 'get', resource: 'pods' } },
    }
    const body = await encodeProtobuf(object, platformDialect)
    const headers = { 'content-type': platformDialect.protobufMediaType }
    const answer = jsonOf(await send('POST', `${AUTHORIZATION}/selfsubjectaccessreviews?dryRun=All`, { headers, body }))
    expect(answer).toMatchObject({ ...object, status: { allowed: true } })
  })

  test.each([
    { method: 'GET', path: `${AUTHENTICATION}/tokenreviews`, status: 405 },
    { method: 'GET', path: `${AUTHENTICATION}/tokenreviews?watch=true`, status: 405 },
    { method: 'DELETE', path: `${AUTHORIZATION}/subjectaccessreviews`, status: 405 },
    { method: 'GET', path: `${AUTHENTICATION}/tokenreviews/x`, status: 404 },
    { method: 'DELETE', path: `${AUTHENTICATION}/tokenreviews/x`, status: 404 },
    { method: 'GET', path: `${AUTHORIZATION}/namespaces/default/localsubjectaccessreviews`, status: 405 },
    { method: 'GET', path: `${AUTHORIZATION}/localsubjectaccessreviews`, status: 404 },
    { method: 'POST', path: `${AUTHORIZATION}/localsubjectaccessreviews`, status: 404 },
    { method: 'POST', path: `${AUTHORIZATION}/namespaces/default/subjectaccessreviews`, status: 404 },
  ])('$method $path is $status', async ({ method, path, status }) => {
    const { send } = await testPlane()
    expect((await send(method, path, method === 'POST' ? { body: {} } : {})).status).toBe(status)
  })

  test('discovery, OpenAPI and metrics show that reviews are not stored', async () => {
    const { send } = await testPlane()
    expect(jsonOf(await send('GET', AUTHENTICATION))).toMatchObject({
      resources: [
        { name: 'selfsubjectreviews', namespaced: false, kind: 'SelfSubjectReview', verbs: ['create'] },
        { name: 'tokenreviews', namespaced: false, kind: 'TokenReview', verbs: ['create'] },
      ],
    })
    const { paths, components } = jsonOf(await send('GET', '/openapi/v3/apis/authorization.platform.io/v1')) as {
      paths: object
      components: { schemas: object }
    }
    const path = `${AUTHORIZATION}/namespaces/{namespace}/localsubjectaccessreviews`
    expect(Object.keys(paths).filter((key) => key.startsWith(path))).toEqual([path])
    expect(paths).toMatchObject({ [path]: { post: {} } })
    expect(paths).not.toHaveProperty([path, 'get'])
    const names = Object.keys(components.schemas)
    expect(names).toContain('authorization.v1.SubjectAccessReview')
    expect(names.filter((name) => name.endsWith('ReviewList'))).toEqual([])
    const metrics = textOf(await send('GET', '/metrics'))
    expect(metrics).toContain('apiserver_storage_objects{resource="configmaps"}')
    expect(metrics).not.toMatch(/apiserver_storage_objects\{[^}]*review/)
  })
})
