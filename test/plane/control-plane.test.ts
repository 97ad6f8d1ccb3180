import { describe, expect, test } from '@jest/globals'
import { createStaticTokenAuthenticator } from '../../src/authn/index.js'
import { alwaysDeny } from '../../src/authz/index.js'
import type { ObjectInput } from '../../src/client/index.js'
import { kubernetesDialect } from '../../src/meta/index.js'
import { CONFIG_MAPS, configMap, testPlane } from '../server/plane.js'
import { headersOf, jsonOf, textOf } from '../server/requests.js'

const table = { accept: 'application/json;as=Table;v=v1;g=meta.platform.io' }

describe('the verbs over HTTP', () => {
  test('an object is created, read, replaced, patched and deleted', async () => {
    const { send } = await testPlane()
    const created = await send('POST', CONFIG_MAPS, { body: configMap('a', { k: 'v' }) })
    expect([created.status, jsonOf(created)]).toMatchObject([
      201,
      { kind: 'ConfigMap', metadata: { name: 'a' }, data: { k: 'v' } },
    ])
    expect(jsonOf(await send('GET', `${CONFIG_MAPS}/a`))).toEqual(jsonOf(created))
    expect(jsonOf(await send('PUT', `${CONFIG_MAPS}/a`, { body: configMap('a', { k: 'w' }) }))).toMatchObject({
      data: { k: 'w' },
    })
    const headers = { 'content-type': 'application/merge-patch+json' }
    const patched = await send('PATCH', `${CONFIG_MAPS}/a`, { headers, body: { data: { l: 'm' } } })
    expect([patched.status, jsonOf(patched)]).toMatchObject([200, { data: { k: 'w', l: 'm' } }])
    const deleted = await send('DELETE', `${CONFIG_MAPS}/a`)
    expect([deleted.status, jsonOf(deleted)]).toMatchObject([200, { kind: 'Status', status: 'Success', details: { name: 'a' } }])
    expect((await send('GET', `${CONFIG_MAPS}/a`)).status).toBe(404)
  })

  test('a list of a built-in type does not repeat its kind in the items, and pages through', async () => {
    const { send } = await testPlane()
    for (const name of ['a', 'b', 'c']) await send('POST', CONFIG_MAPS, { body: configMap(name) })
    const first = jsonOf(await send('GET', `${CONFIG_MAPS}?limit=2`)) as { metadata: { continue: string }; items: object[] }
    expect(first).toMatchObject({ kind: 'ConfigMapList', apiVersion: 'v1', metadata: { remainingItemCount: 1 } })
    expect(first.items.map((item) => Object.keys(item)[0])).toEqual(['metadata', 'metadata'])
    const rest = jsonOf(await send('GET', `${CONFIG_MAPS}?limit=2&continue=${first.metadata.continue}`))
    expect(rest).toMatchObject({ metadata: { resourceVersion: expect.any(String) }, items: [{ metadata: { name: 'c' } }] })
    expect(rest).not.toHaveProperty('metadata.continue')
  })

  test('a collection is deleted with a Status, by its options in the body or in the query', async () => {
    const { send } = await testPlane()
    for (const name of ['a', 'b']) await send('POST', CONFIG_MAPS, { body: configMap(name) })
    const headers = { 'content-type': 'application/json' }
    await send('DELETE', CONFIG_MAPS, { headers, body: { dryRun: ['All'] } })
    await send('DELETE', `${CONFIG_MAPS}?dryRun=All`)
    expect(jsonOf(await send('GET', CONFIG_MAPS))).toMatchObject({ items: [{}, {}] })
    expect(jsonOf(await send('DELETE', CONFIG_MAPS))).toMatchObject({ kind: 'Status', status: 'Success' })
    expect(jsonOf(await send('GET', CONFIG_MAPS))).toMatchObject({ items: [] })
  })

  test('an absent body needs no supported media type', async () => {
    const { send } = await testPlane()
    await send('POST', CONFIG_MAPS, { body: configMap('a') })
    expect((await send('DELETE', `${CONFIG_MAPS}/a`, { headers: { 'content-type': 'text/plain' } })).status).toBe(200)
  })

  test('dryRun without a value has no effect', async () => {
    const { send } = await testPlane()
    await send('POST', `${CONFIG_MAPS}?dryRun`, { body: configMap('a') })
    await send('POST', `${CONFIG_MAPS}?dryRun=All`, { body: configMap('b') })
    expect(jsonOf(await send('GET', CONFIG_MAPS))).toMatchObject({ items: [{ metadata: { name: 'a' } }] })
  })

  test('another version of a type is answered in that version, with a warning when it is deprecated', async () => {
    const { send } = await testPlane()
    const path = '/apis/example.com/v1/namespaces/default/gadgets'
    await send('POST', path, {
      body: { apiVersion: 'example.com/v1', kind: 'Gadget', metadata: { name: 'g' }, spec: { size: 1 } },
    })
    const old = await send('GET', `${path.replace('v1', 'v1beta1')}/g`)
    expect(jsonOf(old)).toMatchObject({ apiVersion: 'example.com/v1beta1', spec: { size: 1 } })
    const warning = '299 - "example.com/v1beta1 Gadget is deprecated; use example.com/v1 Gadget"'
    expect(headersOf(old, 'warning')).toEqual([warning])
    expect(headersOf(await send('GET', `${path.replace('v1', 'v1beta1')}/none`), 'warning')).toEqual([warning])
    // A refusal says what its request was warned of as well.
    const bad = { apiVersion: 'example.com/v1beta1', kind: 'Gadget', metadata: { name: 'Bad_Name' }, spec: { size: 1 } }
    const refused = await send('POST', path.replace('v1', 'v1beta1'), { body: bad })
    expect([refused.status, headersOf(refused, 'warning')]).toEqual([422, [warning]])
    const list = await send('GET', path.replace('v1', 'v1beta1'))
    expect(jsonOf(list)).toMatchObject({ apiVersion: 'example.com/v1beta1', items: [{ spec: { size: 1 } }] })
    expect(headersOf(await send('GET', `${path}/g`), 'warning')).toEqual([])
  })
})

describe('representations', () => {
  test('tables, with the requested part of each object', async () => {
    const { send } = await testPlane()
    await send('POST', CONFIG_MAPS, { body: configMap('a', { k: 'v' }) })
    const rowsOf = async (url: string) => (jsonOf(await send('GET', url, { headers: table })) as { rows: unknown[] }).rows
    for (const path of [CONFIG_MAPS, `${CONFIG_MAPS}/a`]) {
      expect(await rowsOf(path)).toEqual([
        {
          cells: ['a', 1, '0s'],
          object: { kind: 'PartialObjectMetadata', apiVersion: 'meta.platform.io/v1', metadata: expect.any(Object) },
        },
      ])
      expect(await rowsOf(`${path}?includeObject=None`)).toMatchObject([{ object: null }])
      expect(await rowsOf(`${path}?includeObject=Object`)).toMatchObject([{ object: { kind: 'ConfigMap', data: { k: 'v' } } }])
      const refused = await send('GET', `${path}?includeObject=Everything`, { headers: table })
      expect([refused.status, jsonOf(refused)]).toMatchObject([400, { reason: 'BadRequest' }])
    }
  })

  test('metadata alone', async () => {
    const { send } = await testPlane()
    await send('POST', CONFIG_MAPS, { body: configMap('a', { k: 'v' }) })
    const accept = (as: string) => ({ headers: { accept: `application/json;as=${as};v=v1;g=meta.platform.io` } })
    const one = jsonOf(await send('GET', `${CONFIG_MAPS}/a`, accept('PartialObjectMetadata')))
    expect(one).toEqual({
      kind: 'PartialObjectMetadata',
      apiVersion: 'meta.platform.io/v1',
      metadata: expect.objectContaining({ name: 'a' }),
    })
    const list = jsonOf(await send('GET', CONFIG_MAPS, accept('PartialObjectMetadataList')))
    expect(list).toMatchObject({ kind: 'PartialObjectMetadataList', items: [{ kind: 'PartialObjectMetadata' }] })
  })

  test('YAML, in both directions, for failures too', async () => {
    const { send } = await testPlane()
    const headers = { 'content-type': 'application/yaml', accept: 'application/yaml' }
    const created = await send('POST', CONFIG_MAPS, { headers, body: 'metadata: {name: a}\ndata: {k: "1"}\n' })
    expect([created.status, headersOf(created, 'content-type')]).toEqual([201, ['application/yaml']])
    expect(textOf(created)).toMatch(/^kind: ConfigMap$/m)
    expect(textOf(await send('GET', CONFIG_MAPS, { headers }))).toMatch(/^kind: ConfigMapList$/m)
    expect(textOf(await send('GET', `${CONFIG_MAPS}/b`, { headers }))).toMatch(/^reason: NotFound$/m)
  })

  test('JSON with line breaks, of lists and failures too', async () => {
    const { send } = await testPlane()
    await send('POST', CONFIG_MAPS, { body: configMap('a') })
    for (const url of [`${CONFIG_MAPS}/a`, CONFIG_MAPS, `${CONFIG_MAPS}/b`]) {
      const [compact, pretty] = [textOf(await send('GET', url)), textOf(await send('GET', `${url}?pretty=true`))]
      expect(compact).not.toContain('\n')
      expect(pretty).toMatch(/^{\n {2}"kind": /)
      expect(JSON.parse(pretty)).toEqual(JSON.parse(compact))
    }
  })

  test('a write without an acceptable answer format is not stored', async () => {
    const { send } = await testPlane()
    expect((await send('POST', CONFIG_MAPS, { headers: { accept: 'application/xml' }, body: configMap('a') })).status).toBe(406)
    expect((await send('GET', `${CONFIG_MAPS}/a`)).status).toBe(404)
  })
})

describe('paths', () => {
  test.each([
    { method: 'GET', url: '/api/v1/nothings', code: 404, body: 'Status' },
    { method: 'GET', url: '/api/v9', code: 404, body: 'Status' },
    { method: 'GET', url: '/api/v9/configmaps', code: 404, body: 'Status' },
    { method: 'GET', url: '/apis/example.com/v9/gadgets', code: 404, body: 'text' },
    { method: 'GET', url: '/apis/nothing.example.com', code: 404, body: 'text' },
    { method: 'GET', url: '/apis/nothing.example.com/v1/things', code: 404, body: 'text' },
    { method: 'GET', url: '/nothing', code: 404, body: 'text' },
    { method: 'GET', url: `${CONFIG_MAPS}/a/status`, code: 404, body: 'Status' },
    { method: 'GET', url: `${CONFIG_MAPS}/a/b/c`, code: 404, body: 'Status' },
    { method: 'GET', url: '/api/v1/configmaps/a', code: 404, body: 'Status' },
    { method: 'GET', url: '/api/v1/namespaces//configmaps', code: 404, body: 'Status' },
    { method: 'GET', url: '/api/v1/namespaces/default/namespaces/x', code: 404, body: 'Status' },
    { method: 'POST', url: `${CONFIG_MAPS}/a`, code: 405, body: 'Status' },
    { method: 'PUT', url: CONFIG_MAPS, code: 405, body: 'Status' },
    { method: 'PATCH', url: CONFIG_MAPS, code: 405, body: 'Status' },
    { method: 'POST', url: '/api/v1/configmaps', code: 405, body: 'Status' },
    { method: 'DELETE', url: '/api/v1/configmaps', code: 405, body: 'Status' },
    { method: 'PUT', url: '/api/v1/namespaces', code: 405, body: 'Status' },
    { method: 'DELETE', url: '/api/v1/namespaces', code: 405, body: 'Status' },
    { method: 'DELETE', url: '/api/v1/namespaces/default/status', code: 405, body: 'Status' },
    { method: 'OPTIONS', url: `${CONFIG_MAPS}/a`, code: 405, body: 'Status' },
    { method: 'HEAD', url: `${CONFIG_MAPS}?watch=1`, code: 405, body: 'Status' },
    { method: 'DELETE', url: '/api/v1/watch/namespaces/default/configmaps/a', code: 405, body: 'Status' },
    { method: 'GET', url: '/api/v1/configmaps', code: 200, body: 'object' },
    { method: 'GET', url: '/healthz', code: 200, body: 'text' },
    { method: 'GET', url: '/version', code: 200, body: 'object' },
    { method: 'GET', url: '/', code: 200, body: 'object' },
    { method: 'GET', url: '/apis', code: 200, body: 'object' },
    { method: 'GET', url: '/openapi/v3', code: 200, body: 'object' },
    { method: 'GET', url: '/metrics', code: 200, body: 'text' },
  ])('$method $url is answered $code with $body', async ({ method, url, code, body }) => {
    const { send } = await testPlane()
    const response = await send(method, url)
    const isText = headersOf(response, 'content-type')[0]?.startsWith('text/plain')
    expect([response.status, isText]).toEqual([code, body === 'text'])
    if (body === 'Status') expect(jsonOf(response)).toMatchObject({ kind: 'Status', code })
    if (body === 'text' && code === 404) expect(textOf(response)).toBe('404 page not found\n')
  })
})

describe('authentication and anonymous requests', () => {
  const tokens = [{ token: 'janes', user: { username: 'jane', groups: [] } }]
  const authenticators = [createStaticTokenAuthenticator(tokens)]
  const status = async (options: Parameters<typeof testPlane>[0], headers: Record<string, string> = {}) => {
    const { send } = await testPlane(options)
    return (await send('GET', CONFIG_MAPS, { headers })).status
  }

  test('every client has access without an authenticator', async () => {
    expect(await status({})).toBe(200)
  })

  test('only authenticated users have access without an authorizer', async () => {
    expect(await status({ authenticators })).toBe(401)
    expect(await status({ authenticators }, { authorization: 'Bearer janes' })).toBe(200)
  })

  test('requests without a credential have the user system:anonymous with an authorizer', async () => {
    expect(await status({ authenticators, authorizer: alwaysDeny })).toBe(403)
    expect(await status({ authenticators, anonymous: true })).toBe(200)
    expect(await status({ anonymous: false })).toBe(401)
  })

  test('a bad token is refused everywhere, in JSON and without a challenge', async () => {
    const { send } = await testPlane({ authenticators, authorizer: alwaysDeny })
    for (const url of [CONFIG_MAPS, '/healthz', '/nothing', `${CONFIG_MAPS}?watch=1`]) {
      const response = await send('GET', url, { headers: { authorization: 'Bearer bad', accept: 'application/yaml' } })
      expect([response.status, headersOf(response, 'www-authenticate'), headersOf(response, 'content-type')]).toEqual([
        401,
        [],
        ['application/json'],
      ])
      expect(jsonOf(response)).toMatchObject({ kind: 'Status', message: 'Unauthorized', reason: 'Unauthorized', code: 401 })
    }
  })

  test('authorization comes before existence, method, body and media types', async () => {
    const { send } = await testPlane({ authorizer: alwaysDeny })
    const headers = { 'content-type': 'text/plain', accept: 'text/nosuch' }
    for (const [method, url] of [
      ['POST', CONFIG_MAPS],
      ['PUT', CONFIG_MAPS],
      ['GET', '/apis/nosuch.example.com/v1/x'],
    ] as const) {
      expect((await send(method, url, { headers, body: '{not json' })).status).toBe(403)
    }
  })
})

describe('every answer', () => {
  test('has an audit id, that of the client if it is valid', async () => {
    const { send } = await testPlane()
    expect(headersOf(await send('GET', '/nothing'), 'audit-id')).toEqual([expect.stringMatching(/^[0-9a-f-]{36}$/)])
    expect(headersOf(await send('GET', '/%'), 'audit-id')).toHaveLength(1)
    expect(headersOf(await send('GET', '/livez', { headers: { 'audit-id': 'mine' } }), 'audit-id')).toEqual(['mine'])
    expect(headersOf(await send('GET', '/livez', { headers: { 'audit-id': 'not one' } }), 'audit-id')).not.toEqual(['not one'])
  })

  test('must not be cached', async () => {
    const { send } = await testPlane()
    expect(headersOf(await send('GET', CONFIG_MAPS), 'cache-control')).toEqual(['no-cache, private'])
  })

  test('is a 500 without details for an internal error, which is logged', async () => {
    const broken = {
      authorize: () => {
        throw new Error('the secret is 42')
      },
    }
    const { send, logged } = await testPlane({ authorizer: broken })
    const response = await send('GET', CONFIG_MAPS)
    expect([response.status, jsonOf(response)]).toMatchObject([500, { kind: 'Status', reason: 'InternalError' }])
    expect(textOf(response)).not.toContain('42')
    expect(logged).toEqual([
      { message: 'a request failed', fields: expect.objectContaining({ method: 'GET', path: CONFIG_MAPS }) },
    ])
  })

  test('has Retry-After if a retry makes sense', async () => {
    const { send, clock } = await testPlane()
    const sent = send('GET', `${CONFIG_MAPS}?resourceVersion=9000000000000`)
    await clock.advanceAndSettle(10_000)
    const response = await sent
    expect([response.status, headersOf(response, 'retry-after')]).toEqual([504, ['1']])
    expect(headersOf(await send('GET', `${CONFIG_MAPS}/x`), 'retry-after')).toEqual([])
  })
})

test('a plane uses the names of its dialect', async () => {
  const { send } = await testPlane({ dialect: kubernetesDialect })
  expect((await send('GET', '/apis/coordination.k8s.io/v1/leases')).status).toBe(200)
  expect(jsonOf(await send('GET', `${CONFIG_MAPS}?resourceVersionMatch=Exact`))).toMatchObject({
    details: { group: 'meta.k8s.io' },
  })
})

test('a type of the name of a built-in one is left out', async () => {
  const first = await testPlane()
  const impostor = {
    ...first.plane.catalog.all()[0],
    namespaced: true,
  } as (typeof first.plane.catalog)['all'] extends () => readonly (infer D)[] ? D : never
  const second = await testPlane({ resources: [impostor] })
  expect(second.plane.catalog.all()).not.toContain(impostor)
})

test('objects have the size limit of the options, over HTTP and in process', async () => {
  const { send, plane } = await testPlane({ limits: { maxObjectBytes: 2_000 } })
  const large = { apiVersion: 'v1', kind: 'ConfigMap', ...configMap('a', { text: 'x'.repeat(2_000) }) }
  const response = await send('POST', CONFIG_MAPS, { body: large })
  expect([response.status, jsonOf(response)]).toMatchObject([413, { reason: 'RequestEntityTooLarge' }])
  const maps = plane.client().resource({ group: '', version: 'v1', resource: 'configmaps', kind: 'ConfigMap' })
  const refused = maps.namespace('default').create(large as ObjectInput<Record<string, unknown>>)
  await expect(refused).rejects.toMatchObject({ status: { code: 413 } })
})
