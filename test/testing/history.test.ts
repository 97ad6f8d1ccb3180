import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { fetchHandler } from '../../src/adapters/index.js'
import { createStaticTokenAuthenticator } from '../../src/authn/index.js'
import { type RequestFilter, type TestPlane, testPlane } from '../../src/testing/index.js'
import { CONFIG_MAPS, Widget } from './widget.js'

let plane: TestPlane
beforeEach(async () => {
  const user = { username: 'ada', groups: [] }
  plane = await testPlane({
    resources: [Widget],
    authenticators: [createStaticTokenAuthenticator([{ token: 'secret', user }])],
    anonymous: true,
  })
})
afterEach(() => plane.close())

const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
  const init = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }
  return fetchHandler(plane)(
    new Request(`http://plane${path}`, { method, headers: { 'content-type': 'application/json', ...headers }, ...init }),
  )
}
const lines = (filter?: RequestFilter) =>
  plane
    .history(filter)
    .map(({ user, verb, resource, subresource, name, code }) => `${user} ${verb} ${resource}/${name}/${subresource} ${code}`)

describe('the history of requests', () => {
  test('has the user, verb, object, body and result of each request, in order', async () => {
    const widgets = plane.client({ user: 'ada' }).resource(Widget).namespace('default')
    await widgets.create({ metadata: { name: 'lamp' }, spec: { color: 'red' } })
    await plane.advance(1_000)
    await widgets.status.patch('lamp', { merge: { status: { ready: true } } })
    await widgets.get('sofa').catch(() => {})
    await plane
      .client()
      .resource(Widget)
      .deleteCollection({}, {})
      .catch(() => {})
    expect(plane.history()).toEqual([
      {
        at: plane.clock.now() - 1_000,
        user: 'ada',
        verb: 'create',
        group: 'shop.example.com',
        version: 'v1',
        resource: 'widgets',
        subresource: '',
        namespace: 'default',
        name: 'lamp',
        body: { apiVersion: 'shop.example.com/v1', kind: 'Widget', metadata: { name: 'lamp' }, spec: { color: 'red' } },
        via: 'client',
        code: 201,
        reason: undefined,
        auditId: 'request-1',
        trace: expect.objectContaining({ code: 201, user: 'ada' }),
      },
      expect.objectContaining({ verb: 'patch', subresource: 'status', body: { status: { ready: true } }, code: 200 }),
      expect.objectContaining({ verb: 'get', name: 'sofa', code: 404, reason: 'NotFound', body: undefined }),
    ])
  })

  test('has the trace of each request, whichever way it came', async () => {
    await plane
      .client()
      .resource(CONFIG_MAPS)
      .namespace('default')
      .create({ metadata: { name: 'a' } })
    await send('GET', '/api/v1/namespaces/default/configmaps/a')
    const [write, read] = plane.history()
    expect(write?.trace).toMatchObject({ verb: 'create', code: 201, resourceVersion: expect.stringMatching(/^\d+$/) })
    expect(write?.trace?.spans.map(({ name }) => name)).toEqual(expect.arrayContaining(['authorization', 'routing', 'validate']))
    expect(read?.trace).toMatchObject({ verb: 'get', code: 200, auditId: read?.auditId })
  })

  test('has the generated name', async () => {
    const { metadata } = await plane
      .client()
      .resource(CONFIG_MAPS)
      .namespace('default')
      .create({ metadata: { generateName: 'm-' } })
    const answer = await send('POST', '/api/v1/namespaces/default/configmaps', { metadata: { generateName: 'n-' } })
    const { metadata: made } = (await answer.json()) as { metadata: { name: string } }
    expect(plane.history().map(({ name }) => name)).toEqual([metadata.name, made.name])
  })

  test('has the requests that came to the handler: by whom, also with impersonation', async () => {
    const path = '/api/v1/namespaces/default/configmaps'
    await send('GET', path)
    await send('GET', path, undefined, { authorization: 'Bearer secret' })
    await send('GET', path, undefined, { authorization: 'Bearer secret', 'impersonate-user': 'bob' })
    await send('GET', path, undefined, { authorization: 'Bearer wrong' })
    await send('POST', path, { metadata: { name: 'a' } })
    await send('PATCH', `${path}/a?fieldManager=x`, 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n', {
      'content-type': 'application/apply-patch+yaml',
    })
    await send('DELETE', `${path}/a`)
    expect(lines()).toEqual([
      'system:anonymous list configmaps// 200',
      'ada list configmaps// 200',
      'bob list configmaps// 200',
      'system:anonymous list configmaps// 401',
      'system:anonymous create configmaps/a/ 201',
      'system:anonymous patch configmaps/a/ 200',
      'system:anonymous delete configmaps/a/ 200',
    ])
    expect(plane.history({ verb: 'patch' })[0]?.body).toBe('apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n')
  })

  test('leaves out non-resource requests, and unreadable ones', async () => {
    for (const path of ['/version', '/healthz', '/api/v1', `/${'x'.repeat(20_000)}`]) await send('GET', path)
    expect(lines()).toEqual([])
  })

  test('has unanswered requests, and watches when they are opened', async () => {
    plane.faults.add({ verb: 'get' }, { delayMs: 1_000 })
    const client = plane.client({ user: 'ada' })
    const work = client
      .resource(CONFIG_MAPS)
      .namespace('default')
      .get('a')
      .catch(() => {})
    await plane.advance(0)
    expect(lines()).toEqual(['ada get configmaps/a/ undefined'])
    await plane.advance(1_000)
    await work
    const subscription = client.resource(CONFIG_MAPS).watch({ initial: 'stream' }).subscribe()
    await plane.settled()
    subscription.unsubscribe()
    expect(lines()).toEqual(['ada get configmaps/a/ 404', 'ada watch configmaps// 200'])
  })

  test('can be filtered, and a returned list does not change', async () => {
    const maps = plane.client({ user: 'ada' }).resource(CONFIG_MAPS).namespace('default')
    await maps.create({ metadata: { name: 'a' } })
    const records = plane.history()
    await maps.create({ metadata: { name: 'b' } })
    await maps.delete('a')
    expect(records).toHaveLength(1)
    expect(Object.isFrozen(records[0])).toBe(true)
    expect(lines({ verb: 'create' })).toHaveLength(2)
    expect(lines({ user: 'ada', name: 'a' })).toHaveLength(2)
    expect(lines({ user: 'bob' })).toEqual([])
    expect(lines({ when: ({ name }) => name > 'a' })).toEqual(['ada create configmaps/b/ 201'])
    expect(() => plane.history({ kind: 'Widget' } as RequestFilter)).toThrow(
      'history: kind is "Widget": expected resource instead, the plural name in URLs, such as "configmaps"',
    )
    expect(() => plane.history({ verbs: 'get' } as RequestFilter)).toThrow('history: verbs is unknown: did you mean verb?')
  })

  test('does not read a body that is too large or incomplete', async () => {
    const path = '/api/v1/namespaces/default/configmaps'
    const request = (readBody: () => Promise<Uint8Array | 'too-large'>) =>
      plane.handle({
        method: 'POST',
        url: path,
        headers: [['content-type', 'application/json']],
        readBody,
        peerCertificates: [],
        signal: new AbortController().signal,
      })
    expect((await request(async () => 'too-large')).status).toBe(413)
    expect((await request(() => Promise.reject(new Error('gone')))).status).toBeGreaterThanOrEqual(400)
    expect(lines().map((line) => line.split(' ')[1])).toEqual(['create', 'create'])
  })
})
