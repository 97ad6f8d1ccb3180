import { mkdtemp, rm } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { afterEach, describe, expect, test } from '@jest/globals'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { encodeProtobuf } from '../../src/codec/index.js'
import { platformDialect } from '../../src/meta/index.js'
import type { ControlPlane, ControlPlaneOptions } from '../../src/plane/index.js'
import { createMemoryStorage } from '../../src/storage/index.js'
import { createLmdbStorage } from '../../src/storage/lmdb/index.js'
import { ecKey } from '../crypto/tokens.js'
import { testPlane } from '../server/plane.js'
import { headersOf, jsonOf, textOf, whole } from '../server/requests.js'

const SIGNING = ecKey()
const ACCOUNTS = '/api/v1/namespaces/default/serviceaccounts'
const REVIEWS = '/apis/authentication.platform.io/v1'
const bearer = (token: string) => ({ authorization: `Bearer ${token}`, 'content-type': 'application/json' })

async function setUp(options: ControlPlaneOptions = {}) {
  const made = await testPlane({ serviceAccounts: { signingKey: SIGNING }, anonymous: true, ...options })
  const post = async (url: string, body: object) => {
    const response = await made.send('POST', url, { body, headers: { 'content-type': 'application/json' } })
    return {
      response,
      body: jsonOf(response) as { status: { token: string; expirationTimestamp: string } } & Record<string, unknown>,
    }
  }
  await post(ACCOUNTS, { metadata: { name: 'robot' } })
  const whoIs = async (token: string) => {
    const response = await made.send('POST', `${REVIEWS}/selfsubjectreviews`, { body: {}, headers: bearer(token) })
    const { status } = jsonOf(response) as { status: { userInfo?: { username: string } } }
    return response.status === 201 ? status.userInfo?.username : response.status
  }
  return { ...made, post, whoIs, ask: (spec: object, name = 'robot') => post(`${ACCOUNTS}/${name}/token`, { spec }) }
}

describe('tokens of service accounts, from a plane', () => {
  test('are requested, used, and end with the account', async () => {
    const { ask, whoIs, send } = await setUp()
    const { response, body } = await ask({ expirationSeconds: 900 })
    expect([response.status, body]).toEqual([
      201,
      {
        apiVersion: 'authentication.platform.io/v1',
        kind: 'TokenRequest',
        metadata: { name: 'robot', namespace: 'default', creationTimestamp: '2026-01-02T03:04:05Z' },
        spec: { audiences: ['https://kubernetes.default.svc'], boundObjectRef: null, expirationSeconds: 900 },
        status: { token: expect.any(String), expirationTimestamp: '2026-01-02T03:19:05Z' },
      },
    ])
    const { token } = body.status
    expect(await whoIs(token)).toBe('system:serviceaccount:default:robot')
    await send('DELETE', `${ACCOUNTS}/robot`)
    expect(await whoIs(token)).toBe(401)
  })

  test('are bound to a Secret, and end with it', async () => {
    const { ask, whoIs, send, post } = await setUp()
    const { body: secret } = await post('/api/v1/namespaces/default/secrets', { metadata: { name: 'anchor' } })
    const { uid } = secret.metadata as { uid: string }
    const { body } = await ask({ boundObjectRef: { kind: 'Secret', apiVersion: 'v1', name: 'anchor', uid } })
    expect(decodeJwt(body.status.token)['platform.io']).toMatchObject({ secret: { name: 'anchor', uid } })
    expect(await whoIs(body.status.token)).toBe('system:serviceaccount:default:robot')
    await send('DELETE', '/api/v1/namespaces/default/secrets/anchor')
    expect(await whoIs(body.status.token)).toBe(401)
  })

  test.each([
    { spec: { expirationSeconds: 599 }, status: 422 },
    { spec: { expirationSeconds: 600 }, status: 201 },
    { spec: { expirationSeconds: 2 ** 32 }, status: 201 },
    { spec: { expirationSeconds: 2 ** 32 + 1 }, status: 422 },
    { spec: { expirationSeconds: '600' }, status: 400 },
    { spec: { audiences: 'vault' }, status: 400 },
    { spec: { boundObjectRef: { kind: 'ConfigMap', name: 'x' } }, status: 400 },
    { spec: { boundObjectRef: { kind: 'Secret' } }, status: 400 },
    { spec: { boundObjectRef: { kind: 'Secret', name: 'none' } }, status: 404 },
    // A type that this plane does not serve.
    { spec: { boundObjectRef: { kind: 'Pod', name: 'none' } }, status: 404 },
    { spec: { boundObjectRef: { kind: 'constructor', name: 'x' } }, status: 400 },
  ])('requested with $spec are answered with $status', async ({ spec, status }) => {
    const { ask } = await setUp()
    expect((await ask(spec)).response.status).toBe(status)
  })

  test('that would be too long to be used are refused', async () => {
    const { ask, post } = await setUp()
    const audiences = (count: number) => Array.from({ length: count }, (_, i) => `audience-${10_000 + i}`)
    const { body, response } = await ask({ audiences: audiences(1000) })
    expect(response.status).toBe(201)
    const spec = { token: body.status.token, audiences: audiences(1001).toReversed() }
    const { body: review } = await post('/apis/authentication.platform.io/v1/tokenreviews', { spec })
    expect(review.status).toMatchObject({ authenticated: true, audiences: audiences(1000).toReversed() })
    const refused = await ask({ audiences: audiences(3500) })
    expect([refused.response.status, refused.body]).toMatchObject([
      422,
      { message: expect.stringContaining('spec.audiences: Forbidden: a token for them has more than 65536 characters') },
    ])
  })

  test('of a missing account are 404, by another method 405, and without the option not served', async () => {
    const { ask, send } = await setUp()
    expect((await ask({}, 'nobody')).response.status).toBe(404)
    expect((await send('GET', `${ACCOUNTS}/robot/token`)).status).toBe(405)
    const without = await testPlane()
    expect((await without.send('POST', `${ACCOUNTS}/robot/token`, { body: { spec: {} } })).status).toBe(404)
    expect((await without.send('GET', '/openid/v1/jwks')).status).toBe(404)
  })

  test('support dry run, field validation and protobuf', async () => {
    const { send, plane } = await setUp()
    const strict = await send('POST', `${ACCOUNTS}/robot/token?fieldValidation=Strict`, { body: { spec: { odd: 1 } } })
    expect(jsonOf(strict)).toMatchObject({ code: 400, message: expect.stringContaining('unknown field "spec.odd"') })
    const request = { apiVersion: 'authentication.platform.io/v1', kind: 'TokenRequest', spec: { expirationSeconds: 700 } }
    const body = await encodeProtobuf(request, platformDialect)
    const { protobufMediaType } = plane.dialect
    const answer = await send('POST', `${ACCOUNTS}/robot/token`, {
      body,
      headers: { 'content-type': protobufMediaType, accept: protobufMediaType },
    })
    expect([answer.status, headersOf(answer, 'content-type')]).toEqual([201, [protobufMediaType]])
  })

  test('are cut to the longest lifetime, with a warning', async () => {
    const { ask } = await setUp({ serviceAccounts: { signingKey: SIGNING, maxTokenSeconds: 3600 } })
    const { response, body } = await ask({ expirationSeconds: 4000 })
    const { exp = 0, iat = 0 } = decodeJwt(body.status.token)
    expect([body.spec, exp - iat]).toEqual([expect.objectContaining({ expirationSeconds: 3600 }), 3600])
    expect(headersOf(response, 'warning')).toEqual(['299 - "requested expiration of 4000 seconds shortened to 3600 seconds"'])
  })

  test('are for the names of the API that were given, and for no others', async () => {
    const { ask, whoIs } = await setUp({ apiAudiences: ['first', 'second'] })
    expect(await whoIs((await ask({})).body.status.token)).toBe('system:serviceaccount:default:robot')
    expect(await whoIs((await ask({ audiences: ['second'] })).body.status.token)).toBe('system:serviceaccount:default:robot')
    expect(await whoIs((await ask({ audiences: ['https://kubernetes.default.svc'] })).body.status.token)).toBe(401)
  })

  test('are listed in discovery and OpenAPI', async () => {
    const { send } = await setUp()
    const { resources } = jsonOf(await send('GET', '/api/v1')) as { resources: readonly { name: string }[] }
    expect(resources.find(({ name }) => name === 'serviceaccounts/token')).toEqual({
      name: 'serviceaccounts/token',
      singularName: '',
      namespaced: true,
      group: 'authentication.platform.io',
      version: 'v1',
      kind: 'TokenRequest',
      verbs: ['create'],
    })
    const document = textOf(await whole(await send('GET', '/openapi/v3/api/v1')))
    const { paths, components } = JSON.parse(document)
    const { schema } = paths['/api/v1/namespaces/{namespace}/serviceaccounts/{name}/token'].post.requestBody.content['*/*']
    expect(components.schemas).toHaveProperty([schema.$ref.replace('#/components/schemas/', '')])
  })

  test('can be verified by other programs, with the published keys', async () => {
    const { send, ask } = await setUp({ serviceAccounts: { signingKey: SIGNING, issuer: 'https://issuer.example' } })
    const configuration = await send('GET', '/.well-known/openid-configuration')
    expect(jsonOf(configuration)).toMatchObject({
      issuer: 'https://issuer.example',
      jwks_uri: 'https://issuer.example/openid/v1/jwks',
      id_token_signing_alg_values_supported: ['ES256'],
    })
    const jwks = await send('GET', '/openid/v1/jwks', { headers: { accept: '*/*' } })
    const { keys } = jsonOf(jwks) as { keys: readonly { kid: string }[] }
    expect(headersOf(jwks, 'content-type')).toEqual(['application/jwk-set+json'])
    expect(decodeProtectedHeader((await ask({})).body.status.token)).toEqual({ alg: 'ES256', kid: keys[0]?.kid })
    for (const accept of ['application/json', 'text/html']) {
      expect((await send('GET', '/openid/v1/jwks', { headers: { accept } })).status).toBe(406)
    }
    expect((await send('POST', '/openid/v1/jwks', { body: {} })).status).toBe(405)
    expect((await send('GET', '/openid/v1')).status).toBe(404)
  })

  test('cannot be issued with a bad key, which is refused in one line', async () => {
    await expect(testPlane({ serviceAccounts: { signingKey: 'x' } })).rejects.toThrow(
      'serviceAccounts.signingKey: expected one PEM block PRIVATE KEY, found none',
    )
  })
})

describe('the key that signs tokens, where none is given', () => {
  const opened: ControlPlane[] = []
  const folders: string[] = []
  afterEach(async () => {
    for (const plane of opened.splice(0)) await plane.close()
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true })
  })
  const start = async (options: ControlPlaneOptions) => {
    const made = await setUp({ serviceAccounts: {}, ...options })
    opened.push(made.plane)
    return made
  }
  const KEY = '/api/v1/namespaces/platform-system/secrets/binnacle-token-signing-key'

  test('is kept in the storage: tokens outlive the process, and end with the key', async () => {
    const directory = await mkdtemp(path.join(os.tmpdir(), 'binnacle-key-'))
    folders.push(directory)
    const first = await start({ storage: await createLmdbStorage({ directory }) })
    const { token } = (await first.ask({})).body.status
    const published = textOf(await first.send('GET', '/openid/v1/jwks', { headers: { accept: '*/*' } }))
    await opened.splice(0)[0]?.close()

    const second = await start({ storage: await createLmdbStorage({ directory }) })
    expect(await second.whoIs(token)).toBe('system:serviceaccount:default:robot')
    expect(textOf(await second.send('GET', '/openid/v1/jwks', { headers: { accept: '*/*' } }))).toBe(published)
    await second.send('DELETE', KEY)
    const { token: next } = (await second.ask({})).body.status
    expect(await second.whoIs(next)).toBe('system:serviceaccount:default:robot')
    expect(decodeProtectedHeader(next).kid).not.toBe(decodeProtectedHeader(token).kid)
  })

  test('ends when its Secret is deleted: tokens that were used before are refused, and the new key is published', async () => {
    const { ask, send, whoIs } = await start({ storage: Object.assign(createMemoryStorage(), { outlivesProcess: true }) })
    const published = async () =>
      (jsonOf(await send('GET', '/openid/v1/jwks', { headers: { accept: '*/*' } })) as { keys: { kid: string }[] }).keys
    const { token: old } = (await ask({})).body.status
    expect([await whoIs(old), await whoIs(old)]).toEqual(Array(2).fill('system:serviceaccount:default:robot'))
    expect(await published()).toMatchObject([{ kid: decodeProtectedHeader(old).kid }])
    await send('DELETE', KEY)
    expect([await whoIs(old), await whoIs(old)]).toEqual([401, 401])
    const { token } = (await ask({})).body.status
    expect([await whoIs(token), await whoIs(old)]).toEqual(['system:serviceaccount:default:robot', 401])
    expect(await published()).toMatchObject([{ kid: decodeProtectedHeader(token).kid }])
  })

  test('is one for all replicas, even if all create it at the same time', async () => {
    const storage = Object.assign(createMemoryStorage(), { outlivesProcess: true })
    const replicas = await Promise.all([start({ storage }), start({ storage }), start({ storage })])
    const tokens = await Promise.all(replicas.map(async ({ ask }) => (await ask({})).body.status.token))
    expect(new Set(tokens.map((token) => decodeProtectedHeader(token).kid)).size).toBe(1)
    for (const { whoIs } of replicas) {
      for (const token of tokens) expect(await whoIs(token)).toBe('system:serviceaccount:default:robot')
    }
  })

  test('is created on first use, and not stored in memory storage or without Secrets', async () => {
    const storage = () => Object.assign(createMemoryStorage(), { outlivesProcess: true })
    const unused = await start({ storage: storage() })
    expect((await unused.send('GET', KEY)).status).toBe(404)
    for (const options of [{}, { storage: storage(), runtimeConfig: { 'v1/secrets': false } }]) {
      const { ask, whoIs, send } = await start(options)
      expect(await whoIs((await ask({})).body.status.token)).toBe('system:serviceaccount:default:robot')
      expect((await send('GET', KEY)).status).toBe(404)
    }
  })

  test('can be replaced, and an invalid one is reported with the name of its Secret', async () => {
    const { ask, send, logged, whoIs } = await start({ storage: Object.assign(createMemoryStorage(), { outlivesProcess: true }) })
    const { token: old } = (await ask({})).body.status
    expect(await whoIs(old)).toBe('system:serviceaccount:default:robot')
    const put = (text: string) =>
      send('PATCH', KEY, {
        body: { stringData: { 'private-key': text } },
        headers: { 'content-type': 'application/merge-patch+json' },
      })
    await put(SIGNING)
    const { token } = (await ask({})).body.status
    expect([decodeProtectedHeader(token).alg, await whoIs(token), await whoIs(old)]).toEqual([
      'ES256',
      'system:serviceaccount:default:robot',
      401,
    ])
    await put('none')
    expect((await ask({})).response.status).toBe(500)
    expect(JSON.stringify(logged, (_, value) => (value instanceof Error ? value.message : value))).toContain(
      'Secret platform-system/binnacle-token-signing-key: expected one PEM block PRIVATE KEY',
    )
  })
})

test('bootstrap tokens are read from Secrets of the system namespace, as soon as these exist', async () => {
  const { whoIs, post, send } = await setUp({ bootstrapTokens: true })
  const token = 'abcdef.0123456789abcdef'
  expect(await whoIs(token)).toBe(401)
  await post('/api/v1/namespaces/platform-system/secrets', {
    metadata: { name: 'bootstrap-token-abcdef' },
    type: 'bootstrap.platform.io/token',
    stringData: { 'token-id': 'abcdef', 'token-secret': '0123456789abcdef', 'usage-bootstrap-authentication': 'true' },
  })
  expect(await whoIs(token)).toBe('system:bootstrap:abcdef')
  await send('DELETE', '/api/v1/namespaces/platform-system/secrets/bootstrap-token-abcdef')
  expect(await whoIs(token)).toBe(401)
})

test('requests without a credential are accepted only at the configured paths', async () => {
  const { send } = await testPlane({ anonymous: { paths: ['/readyz', '/version'] } })
  const statuses = await Promise.all(
    ['/readyz', '/version', '/readyz/', '/livez', '/readyz?verbose', '/api/v1/namespaces'].map(
      async (url) => (await send('GET', url)).status,
    ),
  )
  expect(statuses).toEqual([200, 200, 401, 401, 200, 401])
})

test('a plane is not ready while an authenticator waits', async () => {
  let isReady = false
  const waits = { authenticate: () => ({ outcome: 'noOpinion' as const }), readyChecks: [{ name: 'oidc', check: () => isReady }] }
  const { send } = await testPlane({ authenticators: [waits], anonymous: true })
  expect((await send('GET', '/readyz')).status).toBe(500)
  expect((await send('GET', '/livez')).status).toBe(200)
  isReady = true
  expect((await send('GET', '/readyz')).status).toBe(200)
})
