import { afterEach, describe, expect, test } from '@jest/globals'
import type { AuditBackend, AuditEvent, AuditPolicy } from '../../../src/audit/index.js'
import type { Authenticator } from '../../../src/authn/index.js'
import { type ControlPlane, type ControlPlaneOptions, createControlPlane } from '../../../src/plane/index.js'
import { CONFIG_MAPS, configMap, gadgets } from '../../server/plane.js'
import { headersOf, jsonOf, type RequestInit, requestOf, streamOf, textOf } from '../../server/requests.js'
import { ManualClock } from '../../support/manual-clock.js'

const planes: ControlPlane[] = []
afterEach(() => Promise.all(planes.splice(0).map((plane) => plane.close())))

/** Reads the user from a header, and refuses `bad`. */
const byHeader: Authenticator = {
  authenticate: (request) => {
    const [username] = request.header('x-user')
    if (username === undefined) return { outcome: 'noOpinion' }
    return username === 'bad'
      ? { outcome: 'rejected', reason: 'no' }
      : { outcome: 'authenticated', user: { username, groups: ['dev'] } }
  },
}

async function audited(policy: AuditPolicy, options: ControlPlaneOptions = {}) {
  const events: AuditEvent[] = []
  const plane = await createControlPlane({
    authenticators: [byHeader],
    resources: [gadgets],
    logger: { error() {}, info() {} },
    audit: { policy, backends: [(event) => events.push(event)] },
    ...options,
  })
  planes.push(plane)
  const send = (url: string, { headers = {}, ...init }: RequestInit = {}) =>
    plane.handle(requestOf(url, { ...init, headers: { 'x-user': 'jane', ...(headers as Record<string, string>) } }))
  return { plane, events, send }
}

const everything: AuditPolicy = { rules: [{ level: 'RequestResponse' }] }

describe('an audit event', () => {
  test('has the user, the request, the source address and the decision', async () => {
    const { events, send } = await audited({ rules: [{ level: 'Metadata' }] })
    const response = await send(`${CONFIG_MAPS}?dryRun=All`, {
      method: 'POST',
      body: configMap('a', { k: 'v' }),
      headers: { 'user-agent': 'tester/1.0', 'x-forwarded-for': '10.1.2.3', 'audit-id': 'mine' },
    })
    expect(headersOf(response, 'audit-id')).toEqual(['mine'])
    const [came, done] = events
    const both = {
      level: 'Metadata',
      auditID: 'mine',
      requestURI: `${CONFIG_MAPS}?dryRun=All`,
      verb: 'create',
      user: { username: 'jane', groups: ['dev', 'system:authenticated'] },
      sourceIPs: ['10.1.2.3'],
      userAgent: 'tester/1.0',
      requestReceivedTimestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/),
      stageTimestamp: expect.any(String),
    }
    const object = { resource: 'configmaps', namespace: 'default', apiVersion: 'v1' }
    expect(came).toEqual({ ...both, stage: 'RequestReceived', objectRef: object })
    expect(done).toEqual({
      ...both,
      stage: 'ResponseComplete',
      objectRef: { ...object, name: 'a' },
      responseStatus: { metadata: {}, code: 201 },
      annotations: { 'authorization.platform.io/decision': 'allow', 'authorization.platform.io/reason': '' },
    })
  })

  test('holds the request object, with its defaults, and the response object', async () => {
    const { events, send } = await audited({ ...everything, omitStages: ['RequestReceived'], omitManagedFields: true })
    const secret = { metadata: { name: 's' }, stringData: { k: 'v' } }
    const answer = jsonOf(await send('/api/v1/namespaces/default/secrets', { method: 'POST', body: secret })) as {
      metadata: { managedFields?: unknown }
    }
    expect(events[0]?.requestObject).toMatchObject({ kind: 'Secret', apiVersion: 'v1', metadata: { name: 's' }, type: 'Opaque' })
    const { managedFields, ...metadata } = answer.metadata
    expect(managedFields).toBeDefined()
    expect(events[0]?.responseObject).toEqual({ ...answer, metadata })
  })

  test('holds a patch as it was sent, and the options of a delete', async () => {
    const { events, send } = await audited({ ...everything, omitStages: ['RequestReceived'] })
    await send(CONFIG_MAPS, { method: 'POST', body: configMap('a', { k: 'v' }) })
    const patch = [{ op: 'remove', path: '/data/k' }]
    const type = { 'content-type': 'application/json-patch+json' }
    await send(`${CONFIG_MAPS}/a`, { method: 'PATCH', body: patch, headers: type })
    await send(`${CONFIG_MAPS}/a`, { method: 'DELETE', body: { propagationPolicy: 'Background' } })
    expect(events.slice(1).map(({ requestObject }) => requestObject)).toEqual([
      patch,
      { kind: 'DeleteOptions', apiVersion: 'v1', propagationPolicy: 'Background' },
    ])
  })

  test('of a list holds the list', async () => {
    const { events, send } = await audited({ ...everything, omitStages: ['RequestReceived'] })
    await send('/apis/example.com/v1/namespaces/default/gadgets', {
      method: 'POST',
      body: { apiVersion: 'example.com/v1', kind: 'Gadget', metadata: { name: 'g' } },
    })
    await send('/apis/example.com/v1beta1/namespaces/default/gadgets')
    expect(events[1]?.responseObject).toMatchObject({
      kind: 'GadgetList',
      apiVersion: 'example.com/v1beta1',
      items: [{ apiVersion: 'example.com/v1beta1', metadata: { name: 'g' } }],
    })
    expect(events[1]?.annotations).toMatchObject({ 'platform.io/deprecated': 'true' })
  })

  test('of a built-in list holds items without a kind and version, as the answer does', async () => {
    const { events, send } = await audited({ ...everything, omitStages: ['RequestReceived'] })
    await send(CONFIG_MAPS, { method: 'POST', body: configMap('a') })
    await send(CONFIG_MAPS)
    const list = events[1]?.responseObject as { readonly kind: string; readonly items: readonly object[] }
    expect(list.kind).toBe('ConfigMapList')
    expect(list.items.map((item) => Object.keys(item))).toEqual([['metadata']])
  })

  test('of a refusal holds the failure, and why it was forbidden', async () => {
    const { events, send } = await audited(
      { ...everything, omitStages: ['RequestReceived'] },
      { authorizer: { authorize: ({ verb }) => ({ decision: verb === 'get' ? 'allow' : 'deny', reason: 'not today' }) } },
    )
    await send(`${CONFIG_MAPS}/none`)
    await send(CONFIG_MAPS, { method: 'POST', body: configMap('a') })
    expect(events[0]?.responseStatus).toMatchObject({ status: 'Failure', reason: 'NotFound', code: 404, metadata: {} })
    expect(events[0]?.responseObject).toMatchObject({ kind: 'Status', code: 404 })
    expect(events[1]?.requestObject).toBeUndefined()
    expect(events[1]?.annotations).toEqual({
      'authorization.platform.io/decision': 'forbid',
      'authorization.platform.io/reason': 'not today',
    })
  })

  test('of a bad credential has no user', async () => {
    const { events, send } = await audited(everything)
    await send('/version', { headers: { 'x-user': 'bad' } })
    expect(events).toHaveLength(1)
    expect(events[0]).toMatchObject({ stage: 'ResponseStarted', user: {}, responseStatus: { reason: 'Unauthorized', code: 401 } })
  })

  test('is written when a watch begins, and when it ends', async () => {
    const { events, send } = await audited(everything)
    const response = await send(`${CONFIG_MAPS}?watch=1`)
    const stages = () => events.map(({ stage }) => stage)
    expect(stages()).toEqual(['RequestReceived', 'ResponseStarted'])
    const stop = streamOf(response).start({ write: () => 0, onDrained() {}, end() {}, abort() {} })
    stop()
    expect(stages()).toEqual(['RequestReceived', 'ResponseStarted', 'ResponseComplete'])
    expect(events[2]?.responseStatus).toEqual({ metadata: {}, code: 200 })
  })

  test('of a refused watch is complete at once', async () => {
    const { events, send } = await audited({ ...everything, omitStages: ['RequestReceived'] })
    await send(`${CONFIG_MAPS}?watch=1&resourceVersion=x`)
    expect(events.map(({ stage }) => stage)).toEqual(['ResponseStarted', 'ResponseComplete'])
  })
})

test('the rule is chosen by the authenticated user, not by the impersonated one', async () => {
  const { events, send } = await audited({ rules: [{ level: 'Metadata', users: ['jane'] }] })
  await send(CONFIG_MAPS, { headers: { 'impersonate-user': 'zoe' } })
  await send(CONFIG_MAPS, { headers: { 'x-user': 'joe', 'impersonate-user': 'jane' } })
  expect(events.map(({ user, impersonatedUser }) => [user.username, impersonatedUser?.username])).toEqual([
    ['jane', undefined],
    ['jane', 'zoe'],
  ])
})

test('by default no body is written down: no secret, no token', async () => {
  const events: AuditEvent[] = []
  const { send } = await audited(everything, { audit: { backends: [(event) => events.push(event)] } })
  const secrets = '/api/v1/namespaces/default/secrets'
  await send(secrets, { method: 'POST', body: { metadata: { name: 's' }, stringData: { k: 'hunter2' } } })
  const type = { 'content-type': 'application/merge-patch+json' }
  await send(`${secrets}/s`, { method: 'PATCH', body: { stringData: { k: 'hunter2' } }, headers: type })
  const { data } = jsonOf(await send(`${secrets}/s`)) as { data: { k: string } }
  await send(secrets, { headers: { authorization: 'Bearer hunter2' } })
  await send(`${secrets}?watch=1`)
  expect(events.map(({ verb, stage }) => `${verb} ${stage}`)).toEqual([
    'create ResponseComplete',
    'patch ResponseComplete',
    'get ResponseComplete',
    'list ResponseComplete',
    'watch ResponseStarted',
  ])
  expect(JSON.stringify(events)).not.toContain('hunter2')
  expect(JSON.stringify(events)).not.toContain(data.k)
})

describe('the end of a plane', () => {
  const ending = async (close: () => Promise<void>) => {
    const clock = new ManualClock()
    const backend: AuditBackend = { name: 'broken', open: () => ({ take: () => undefined, close }) }
    const { plane } = await audited(everything, { clock, audit: { backends: [backend] } })
    const state = { isOver: false }
    const closed = plane.close().then(() => {
      state.isOver = true
    })
    return { clock, state, closed }
  }

  test('waits ten seconds at most for a backend that hangs', async () => {
    const { clock, state, closed } = await ending(() => new Promise(() => {}))
    await clock.advanceAndSettle(9_999)
    expect(state.isOver).toBe(false)
    clock.advance(1)
    await closed
  })

  test('is reached although a backend fails to close', async () => {
    const { closed } = await ending(() => Promise.reject(new Error('mine')))
    await closed
  })
})

describe('a backend that fails', () => {
  const failing = (onTake: () => Promise<void>): AuditBackend => ({
    name: 'broken',
    open: () => ({ take: onTake, close: async () => {} }),
  })

  test('at RequestReceived refuses the request', async () => {
    const backends = [failing(() => Promise.reject(new Error('disk full')))]
    const { send } = await audited(everything, { audit: { policy: everything, backends } })
    const response = await send(CONFIG_MAPS, { method: 'POST', body: configMap('a') })
    expect(response.status).toBe(500)
    expect(textOf(response)).not.toContain('disk full')
  })

  test('with the answer leaves the answer as it is', async () => {
    const backends = [failing(() => Promise.reject(new Error('disk full')))]
    const policy: AuditPolicy = { ...everything, omitStages: ['RequestReceived'] }
    const { send } = await audited(policy, { audit: { policy, backends } })
    expect((await send(CONFIG_MAPS, { method: 'POST', body: configMap('a') })).status).toBe(201)
  })

  test('by throwing in a function is counted and reported', async () => {
    const told: string[] = []
    const { plane, send } = await audited(everything, {
      anonymous: true,
      logger: { error: (message) => void told.push(message), info() {} },
      audit: {
        backends: [
          () => {
            throw new Error('mine')
          },
        ],
      },
    })
    expect((await send(CONFIG_MAPS)).status).toBe(200)
    expect(told).toEqual(['audit events are lost'])
    const metrics = textOf(await plane.handle(requestOf('/metrics')))
    expect(metrics).toContain('apiserver_audit_error_total{plugin="function"} 1')
    expect(metrics).toContain('apiserver_audit_level_total{level="Metadata"}')
  })

  test('by being full loses events, which are counted and not built', async () => {
    const backend: AuditBackend = {
      name: 'full',
      open: () => ({ isFull: () => true, take: () => Promise.reject(new Error('asked for nothing')), close: async () => {} }),
    }
    const { plane, send } = await audited(everything, { anonymous: true, audit: { backends: [backend] } })
    expect((await send(CONFIG_MAPS)).status).toBe(200)
    expect(textOf(await plane.handle(requestOf('/metrics')))).toContain('apiserver_audit_error_total{plugin="full"} 1')
  })
})

test('a list that would take long to write is omitted from its event, with an annotation', async () => {
  const { plane, events, send } = await audited({ ...everything, omitStages: ['RequestReceived'] })
  const maps = plane.client().resource({ group: '', version: 'v1', resource: 'configmaps' }).namespace('default')
  for (const name of ['a', 'b', 'c', 'd', 'e']) await maps.create({ metadata: { name }, data: { k: 'x'.repeat(900_000) } })
  const last = async (path: string) => {
    const response = await send(path)
    expect(response.status).toBe(200)
    return events.at(-1)
  }
  const [whole, page] = [await last(CONFIG_MAPS), await last(`${CONFIG_MAPS}?limit=2`)]
  expect([whole?.responseObject, whole?.annotations?.['audit.platform.io/truncated']]).toEqual([undefined, 'true'])
  expect(page?.responseObject).toMatchObject({ items: [{ metadata: { name: 'a' } }, { metadata: { name: 'b' } }] })
  expect(page?.annotations?.['audit.platform.io/truncated']).toBeUndefined()
})
