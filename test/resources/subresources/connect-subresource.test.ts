import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { z } from 'zod'
import { fetchHandler } from '../../../src/public/adapters.js'
import type { Authenticator } from '../../../src/public/authn.js'
import { connectWithFetch } from '../../../src/public/client.js'
import { ApiError, type Client, type ControlPlane, createControlPlane, defineResource } from '../../../src/public/index.js'

/** What handlers were told, and what they have begun and ended. */
const told: unknown[] = []
let release = (): void => {}

const Widget = defineResource({
  group: 'shop.example.com',
  kind: 'Widget',
  versions: [
    {
      name: 'v1',
      schema: { spec: z.object({ size: z.int() }) },
      subresources: {
        log: {
          parameters: { follow: 'boolean', tailLines: 'integer', part: 'strings' },
          async stream({ object, user, namespace, name, options, signal, warn }) {
            if (options.tailLines === 0) throw new ApiError({ code: 409, reason: 'Conflict', message: 'nothing to show' })
            told.push([user.username, namespace, name, options])
            warn('logs are short')
            return lines((object.spec as { size: number }).size, options.follow === true, signal)
          },
        },
        proxy: {
          async proxy(request, { options }) {
            const { pathname, search } = new URL(request.url)
            const seen = { method: request.method, pathname, search, path: options.path, body: await request.text() }
            told.push(seen, Object.fromEntries(request.headers))
            if (pathname === '/missing') return new Response('no such page', { status: 404, headers: { 'retry-after': '1' } })
            return Response.json(seen, {
              status: 202,
              headers: {
                etag: '"7"',
                'set-cookie': 'a=b',
                'access-control-allow-origin': '*',
                connection: 'x-hop',
                'x-hop': '1',
              },
            })
          },
        },
        restart: {
          kind: 'WidgetRestart',
          schema: { spec: z.object({ reason: z.string() }), status: z.object({ at: z.int() }) },
          create: () => ({ status: { at: 7 } }),
        },
      },
    },
  ],
})

async function* lines(count: number, isFollowed: boolean, signal: AbortSignal): AsyncGenerator<string | Uint8Array> {
  try {
    for (let line = 1; line <= count; line++) yield line % 2 ? `line ${line} ä\n` : new TextEncoder().encode(`line ${line}\n`)
    if (isFollowed) await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  } finally {
    told.push('over')
    release()
  }
}

const failureOf = (work: Promise<unknown>) => work.then(String, ({ status }: ApiError) => status)

describe.each(['in process', 'over HTTP'])('a subresource that connects, %s', (way) => {
  let plane: ControlPlane
  let client: Client
  const warnings: string[] = []
  beforeAll(async () => {
    plane = await createControlPlane({ resources: [Widget] })
    const onWarning = (text: string) => warnings.push(text)
    const fetch = (url: string, init: RequestInit) => fetchHandler(plane)(new Request(url, init))
    client =
      way === 'in process'
        ? plane.client({ user: 'ada', onWarning })
        : connectWithFetch({ server: 'http://plane', fetch, onWarning })
    await widgets().create({ metadata: { name: 'lamp' }, spec: { size: 3 } })
  })
  beforeEach(() => {
    told.length = 0
    warnings.length = 0
  })
  afterEach(() => expect(plane.stats.openWatches).toBe(0))
  afterAll(() => plane.close())
  const widgets = () => client.resource(Widget).namespace('default')

  test('gives a stream, with the options of the query by their types', async () => {
    const response = await widgets()
      .subresource('log')
      .connect('lamp', { query: { tailLines: 5, part: ['a', 'b'], follow: false, unknown: 'x' } })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/plain'])
    expect(await response.text()).toBe('line 1 ä\nline 2\nline 3 ä\n')
    const user = way === 'in process' ? 'ada' : 'system:anonymous'
    expect(told).toEqual([[user, 'default', 'lamp', { tailLines: 5, part: ['a', 'b'] }], 'over'])
    expect(warnings).toEqual(['logs are short'])
  })

  test('ends when its client disconnects, and aborts the signal of the handler', async () => {
    const { body } = await widgets()
      .subresource('log')
      .connect('lamp', { query: { follow: true } })
    const reader = (body as ReadableStream<Uint8Array>).getReader()
    expect(new TextDecoder().decode((await reader.read()).value)).toBe('line 1 ä\n')
    expect(plane.stats.openWatches).toBe(1)
    const ended = new Promise<void>((resolve) => {
      release = resolve
    })
    await reader.cancel()
    await ended
    expect(told.at(-1)).toBe('over')
  })

  test('ends when its request is given up', async () => {
    const giveUp = new AbortController()
    const { body } = await widgets()
      .subresource('log')
      .connect('lamp', { query: { follow: true }, signal: giveUp.signal })
    const reader = (body as ReadableStream<Uint8Array>).getReader()
    for (let line = 1; line <= 3; line++) await reader.read()
    const ended = new Promise<void>((resolve) => {
      release = resolve
    })
    const rest = reader.read()
    giveUp.abort()
    await expect(rest).rejects.toThrow()
    await ended
  })

  test.each([
    ['what the handler refuses, in its words', { query: { tailLines: 0 } }, { code: 409, message: 'nothing to show' }],
    ['what is no number', { query: { tailLines: 'x' } }, { code: 400, message: 'strconv.ParseInt: parsing "x": invalid syntax' }],
    ['another method', { method: 'POST' }, { code: 405 }],
    ['a path below a stream', { path: 'x' }, { code: 404 }],
  ] as const)('refuses %s', async (_what, options, expected) => {
    expect(await failureOf(widgets().subresource('log').connect('lamp', options))).toMatchObject(expected)
    expect(told).toEqual([])
  })

  test('refuses an object that is not there', async () => {
    const message = 'widgets.shop.example.com "sofa" not found'
    expect(await failureOf(widgets().subresource('log').connect('sofa'))).toMatchObject({ code: 404, message })
  })

  test.each([
    ['GET', '', '', '/', undefined],
    ['GET', '/', '', '/', '/'],
    ['POST', 'a//b%20c/', 'hello', '/a//b%20c/', '/a//b c/'],
    ['DELETE', 'a/x/%2e%2e/../b', '', '/b', '/b'],
    ['PATCH', 'x', '{}', '/x', '/x'],
  ] as const)('passes on %s %s with its query, body and path', async (method, path, body, pathname, shown) => {
    const query = { q: ['1', '2'], path: 'mine' }
    const response = await widgets()
      .subresource('proxy')
      .connect('lamp', { method, path, query, ...(body && { body }) })
    const expected = { method, pathname, search: '?q=1&q=2&path=mine', ...(shown && { path: shown }), body }
    expect([response.status, await response.json(), response.headers.get('etag')]).toEqual([202, expected, '"7"'])
  })

  test('passes on no credentials, cookies and hop-by-hop headers, in either direction', async () => {
    const hidden = ['proxy-authorization', 'cookie', 'x-remote-user', 'sec-websocket-protocol', 'te', 'x-own']
    const headers = { ...Object.fromEntries(hidden.map((name) => [name, 'secret'])), connection: 'close, X-Own', 'x-kept': 'yes' }
    const response = await widgets().subresource('proxy').connect('lamp', { headers })
    await response.text()
    expect(told.at(-1)).toMatchObject({ 'x-kept': 'yes' })
    expect(JSON.stringify(told)).not.toContain('secret')
    for (const name of ['set-cookie', 'access-control-allow-origin', 'x-hop', 'connection'])
      expect(response.headers.get(name)).toBeNull()
  })

  test('rejects with the error of the backend, and does not retry', async () => {
    const failure = await failureOf(widgets().subresource('proxy').connect('lamp', { method: 'PUT', path: 'missing', body: 'x' }))
    expect(failure).toMatchObject({ code: 404, reason: 'NotFound' })
    expect(told).toHaveLength(2)
  })

  test('has a client with methods for its verbs', async () => {
    const log = widgets().subresource('log')
    const restart = widgets().subresource('restart')
    const answer = await restart.create('lamp', { spec: { reason: 'dusty' } })
    const at: number | undefined = answer.status?.at
    expect(at).toBe(7)
    // @ts-expect-error a stream takes no objects
    expect(log.create).toBeInstanceOf(Function)
    // @ts-expect-error what takes objects is no stream
    expect(restart.connect).toBeInstanceOf(Function)
    // @ts-expect-error a reason is text
    await expect(restart.create('lamp', { spec: { reason: 5 } })).rejects.toThrow('spec.reason')
  })
})

const OF_A_BACKEND = {
  'alt-svc': 'h2="elsewhere:443"',
  'audit-id': 'another',
  'clear-site-data': '"*"',
  nel: '{}',
  'report-to': '{}',
  'reporting-endpoints': 'a="https://elsewhere"',
  'service-worker-allowed': '/',
  'strict-transport-security': 'max-age=1',
  'x-content-type-options': 'none',
  'x-platform-pf-flowschema-uid': 'another',
  etag: '"7"',
}

describe('a backend that is called by `fetch`', () => {
  let backend: Server
  let plane: ControlPlane
  const asked: string[] = []
  beforeEach(() => {
    asked.length = 0
  })
  beforeAll(async () => {
    backend = createServer((request, response) => {
      asked.push(`${request.method} ${request.url}`)
      if (request.url === '/headers') return response.writeHead(200, OF_A_BACKEND).end()
      if (request.url === '/keys') return response.end(String(request.headers['x-api-key']))
      if (request.url === '/moved') return response.writeHead(302, { location: '/secret' }).end()
      if (request.url === '/echo') return request.pipe(response)
      return response.writeHead(200, { 'content-encoding': 'gzip', 'content-type': 'text/html' }).end(gzipSync('<p>hello</p>'))
    }).listen(0, '127.0.0.1')
    await once(backend, 'listening')
    const address = `http://127.0.0.1:${(backend.address() as AddressInfo).port}`
    const Site = defineResource({
      group: 'shop.example.com',
      kind: 'Site',
      versions: [
        {
          name: 'v1',
          subresources: { proxy: { proxy: (request) => fetch(new URL(new URL(request.url).pathname, address), request) } },
        },
      ],
    })
    const byKey: Authenticator = {
      authenticate: (request) =>
        request.header('x-api-key').length > 0
          ? { outcome: 'authenticated', user: { username: 'ann', groups: [] } }
          : { outcome: 'noOpinion' },
      isCredential: (name) => name === 'x-api-key',
    }
    plane = await createControlPlane({ resources: [Site], authenticators: [byKey], anonymous: true })
    await plane
      .client()
      .resource(Site)
      .namespace('default')
      .create({ metadata: { name: 'web' } })
  })
  afterAll(async () => {
    backend.close()
    backend.closeAllConnections()
    await plane.close()
  })
  const ask = (path: string, init: RequestInit = {}) =>
    fetchHandler(plane)(new Request(`http://plane/apis/shop.example.com/v1/namespaces/default/sites/web/proxy${path}`, init))

  test('returns a redirect, and does not follow it', async () => {
    const response = await ask('/moved', { redirect: 'manual' })
    expect([response.status, response.headers.get('location')]).toEqual([302, '/secret'])
    expect(asked).toEqual(['GET /moved'])
  })

  test('has its answer decoded if it was compressed, and sandboxed by its headers', async () => {
    const response = await ask('/page')
    expect(await response.text()).toBe('<p>hello</p>')
    const names = ['content-type', 'content-encoding', 'content-security-policy', 'x-content-type-options']
    expect(names.map((name) => response.headers.get(name))).toEqual(['text/html', null, 'sandbox', 'nosniff'])
  })

  test('sets no headers that act on all pages of the plane, or that the plane sets itself', async () => {
    const { headers } = await ask('/headers')
    const seen = Object.keys(OF_A_BACKEND).map((name) => [name, headers.get(name)])
    expect(Object.fromEntries(seen)).toEqual({
      ...Object.fromEntries(seen.map(([name]) => [name, null])),
      'audit-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'x-content-type-options': 'nosniff',
      'x-platform-pf-flowschema-uid': expect.stringMatching(/^[0-9a-f-]{36}$/),
      etag: '"7"',
    })
  })

  test('does not see the credential of the caller', async () => {
    expect(await (await ask('/keys', { headers: { 'x-api-key': 'secret' } })).text()).toBe('undefined')
  })

  test('gets a body as it arrives', async () => {
    expect(await (await ask('/echo', { method: 'POST', body: 'hello' })).text()).toBe('hello')
  })
})

test('discovery shows the verbs and the kind of the options, OpenAPI the parameters and the paths below', async () => {
  const plane = await createControlPlane({ resources: [Widget] })
  const ask = async (path: string) => (await fetchHandler(plane)(new Request(`http://plane${path}`))).json()
  const { resources } = (await ask('/apis/shop.example.com/v1')) as { resources: { name: string }[] }
  const shown = (name: string) => resources.find((resource) => resource.name === `widgets/${name}`)
  expect(shown('log')).toMatchObject({ kind: 'WidgetLogOptions', verbs: ['get'] })
  expect(shown('proxy')).toMatchObject({ kind: 'WidgetProxyOptions', verbs: ['create', 'delete', 'get', 'patch', 'update'] })
  const { paths } = (await ask('/openapi/v3/apis/shop.example.com/v1')) as { paths: Record<string, Record<string, never>> }
  const base = '/apis/shop.example.com/v1/namespaces/{namespace}/widgets/{name}'
  expect(paths[`${base}/log`]?.get).toMatchObject({
    operationId: 'connectGetShopExampleComV1NamespacedWidgetLog',
    'x-platform-action': 'connect',
    parameters: [{ name: 'follow' }, { name: 'tailLines', schema: { type: 'integer' } }, { name: 'part' }],
    responses: { 200: { content: { '*/*': { schema: { type: 'string' } } } } },
  })
  expect(Object.keys(paths[`${base}/proxy/{path}`] ?? {}).sort()).toEqual([
    'delete',
    'get',
    'head',
    'options',
    'parameters',
    'patch',
    'post',
    'put',
  ])
  const { definitions } = (await ask('/openapi/v2')) as { definitions: object }
  expect(definitions).toBeDefined()
  await plane.close()
})

test.each([
  ['a stream that is none', { log: { stream: 'x' } }, 'subresource "log" must have a kind'],
  ['two forms at once', { log: { stream() {}, proxy() {} } }, 'subresource "log" must have a kind'],
  ['a kind that is none', { log: { kind: 'log', stream() {} } }, 'subresource "log" must have a kind'],
  ['a method that there is not', { x: { methods: ['TRACE'], proxy() {} } }, 'subresource "x" must have methods among GET, HEAD'],
  [
    'a parameter of no type',
    { log: { parameters: { a: 'date' }, stream() {} } },
    'subresource "log" must have parameters of type',
  ],
  ['a parameter called kind', { log: { parameters: { kind: 'string' }, stream() {} } }, 'must not have a parameter "kind"'],
])('%s is refused by name', (_what, subresources, message) => {
  const make = () =>
    defineResource({ group: 'shop.example.com', kind: 'Widget', versions: [{ name: 'v1', subresources: subresources as never }] })
  expect(make).toThrow(message)
})
