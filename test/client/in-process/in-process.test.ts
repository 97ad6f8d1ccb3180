import { describe, expect, test } from '@jest/globals'
import { filter, firstValueFrom, lastValueFrom, toArray } from 'rxjs'
import { fetchHandler } from '../../../src/adapters/index.js'
import type { Authorizer } from '../../../src/authz/index.js'
import { toJson } from '../../../src/client/in-process/json-value.js'
import { type Client, connectWithFetch, type ObjectInput, type ResourceClient } from '../../../src/client/index.js'
import { ApiError, type Attributes, type UserInfo } from '../../../src/meta/index.js'
import { type ControlPlane, createControlPlane } from '../../../src/plane/index.js'
import { defineResource } from '../../../src/resources/index.js'
import { gadgets } from '../../server/plane.js'
import { ManualClock } from '../../support/manual-clock.js'

const ALICE: UserInfo = { username: 'alice', groups: ['system:authenticated'] }
const CONFIG_MAPS = { group: '', version: 'v1', resource: 'configmaps', kind: 'ConfigMap' } as const
const NAMESPACES = { group: '', version: 'v1', resource: 'namespaces' } as const

/** A cluster-scoped type that is called as namespaces are: to both ways the word in front of its names means a namespace. */
const foreignNamespaces = defineResource({
  group: 'other.example.com',
  kind: 'Namespace',
  plural: 'namespaces',
  namespaced: false,
  versions: [{ name: 'v1' }],
})

/** Two planes that are the same, one asked in process and one over HTTP, and what their authorizers were asked. */
async function twoWays(decide: (attributes: Attributes) => boolean = () => true) {
  const ways = await Promise.all(
    [true, false].map(async (inProcess) => {
      const asked: Attributes[] = []
      const warnings: string[] = []
      const authorizer: Authorizer = {
        authorize(attributes) {
          asked.push(attributes)
          return decide(attributes) ? { decision: 'allow' } : { decision: 'deny', reason: 'not today' }
        },
      }
      const clock = new ManualClock()
      const authenticators = [{ authenticate: async () => ({ outcome: 'authenticated' as const, user: ALICE }) }]
      const plane = await createControlPlane({ clock, resources: [gadgets, foreignNamespaces], authorizer, authenticators })
      const onWarning = (text: string) => void warnings.push(text)
      const answer = fetchHandler(plane)
      const client: Client = inProcess
        ? plane.client({ user: ALICE, onWarning })
        : connectWithFetch({ server: 'http://plane', fetch: (url, init) => answer(new Request(url, init)), clock, onWarning })
      // Discovery is nothing that a client in process has to ask for, nor may be refused.
      const resourceRequests = () => asked.filter(({ isResourceRequest }) => isResourceRequest)
      return { plane, client, asked: resourceRequests, warnings }
    }),
  )
  return ways as [(typeof ways)[0], (typeof ways)[0]]
}

/** What came of a request, without what is by chance. */
async function outcomeOf(work: Promise<unknown>): Promise<unknown> {
  const answer = await work.catch((error: unknown) => {
    expect(error).toBeInstanceOf(ApiError)
    return (error as ApiError).status
  })
  const text = JSON.stringify(answer) ?? 'undefined'
  return JSON.parse(
    text.replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'UID').replace(/"continue":"[^"]+"/g, '"continue":"T"'),
  )
}

const maps = (client: Client) => client.resource(CONFIG_MAPS).namespace('default')
const map = (name: string, more: object = {}) => ({ metadata: { name }, ...more }) as ObjectInput<Record<string, unknown>>

/** Requests that both ways have to answer alike, in this order. */
const REQUESTS: readonly (readonly [string, (client: Client) => Promise<unknown>])[] = [
  ['create', (client) => maps(client).create(map('a', { data: { k: 'v' } }))],
  ['create what is there', (client) => maps(client).create(map('a'))],
  ['create with an undefined member', (client) => maps(client).create(map('u', { data: undefined, immutable: undefined }))],
  ['create with a date', (client) => maps(client).create(map('d', { data: { at: new Date(0) } }))],
  ['create with a wrong type', (client) => maps(client).create(map('w', { data: { k: 5 } }))],
  ['create with an infinite number', (client) => maps(client).create(map('i', { data: { k: Number.NaN } }))],
  ['create of another kind', (client) => maps(client).create({ ...map('k'), kind: 'Secret' })],
  ['create in a namespace that is not there', (client) => client.resource(CONFIG_MAPS).namespace('nowhere').create(map('a'))],
  ['create with a bad name', (client) => maps(client).create(map('Not A Name'))],
  ['create elsewhere', (client) => maps(client).create({ ...map('e'), metadata: { name: 'e', namespace: 'other' } })],
  ['unknown fields', (client) => maps(client).create(map('x', { nonsense: 1 }))],
  ['unknown fields, strictly', (client) => maps(client).create(map('y', { nonsense: 1 }), { fieldValidation: 'Strict' })],
  ['a field manager that is too long', (client) => maps(client).create(map('z'), { fieldManager: 'x'.repeat(200) })],
  ['dry run', (client) => maps(client).create(map('dry'), { dryRun: true })],
  ['get', (client) => maps(client).get('a')],
  ['get what is not there', (client) => maps(client).get('nothing')],
  ['get a name that cannot be', (client) => maps(client).get('a/b')],
  ['get at a version that is none', (client) => maps(client).get('a', { resourceVersion: 'x' })],
  ['list', (client) => maps(client).list()],
  ['list a page', (client) => maps(client).list({ limit: 1 })],
  ['list everywhere', (client) => client.resource(CONFIG_MAPS).list()],
  ['list badly', (client) => maps(client).list({ labelSelector: '!' })],
  ['list by an unknown field', (client) => maps(client).list({ fieldSelector: 'spec.x=1' })],
  ['list at an unknown token', (client) => maps(client).list({ continue: 'x' })],
  ['list by name', (client) => maps(client).list({ fieldSelector: 'metadata.name=a' })],
  ['update what is not there', (client) => maps(client).update(map('nothing'))],
  ['update', (client) => maps(client).update(map('a', { data: { k: 'w' } }))],
  ['update a stale version', (client) => maps(client).update({ metadata: { name: 'a', resourceVersion: '1' } })],
  ['merge patch', (client) => maps(client).patch('a', { merge: { data: { l: 'm' } } })],
  ['merge patch with undefined', (client) => maps(client).patch('a', { merge: { data: { l: undefined } } })],
  ['json patch', (client) => maps(client).patch('a', { json: [{ op: 'remove', path: '/data/l' }] })],
  ['json patch that does not fit', (client) => maps(client).patch('a', { json: [{ op: 'remove', path: '/data/zz' }] })],
  [
    'json patch of a value into itself',
    (client) => maps(client).patch('a', { json: [{ op: 'move', from: '/data', path: '/data/x' }] }),
  ],
  ['strategic patch', (client) => maps(client).patch('a', { strategic: { data: { s: '1' } } })],
  ['apply', (client) => maps(client).apply({ metadata: { name: 'a' }, data: { own: '1' } }, { fieldManager: 'me' })],
  ['apply without a manager', (client) => maps(client).apply({ metadata: { name: 'a' } })],
  [
    'apply against another',
    (client) => maps(client).apply({ metadata: { name: 'a' }, data: { own: '2' } }, { fieldManager: 'you' }),
  ],
  ['apply a new one', (client) => maps(client).apply({ metadata: { name: 'new' } }, { fieldManager: 'me' })],
  ['delete with a stale precondition', (client) => maps(client).delete('a', { preconditions: { resourceVersion: '1' } })],
  ['delete with a bad policy', (client) => maps(client).delete('a', { propagationPolicy: 'Never' as 'Orphan' })],
  ['delete', (client) => maps(client).delete('a')],
  ['delete what is not there', (client) => maps(client).delete('a')],
  ['delete a selection', (client) => maps(client).deleteCollection({}, { labelSelector: 'no=body' })],
  ['a deprecated version', (client) => client.resource(gadgets, { version: 'v1beta1' }).namespace('default').list()],
  ['a custom object', (client) => gadget(client).create({ metadata: { name: 'g' }, spec: { size: 1 } })],
  ['a custom object of a wrong type', (client) => gadget(client).create({ metadata: { name: 'h' }, spec: { size: 'x' } })],
  ['its status', (client) => gadget(client).status.update({ metadata: { name: 'g' }, status: { ok: true } })],
  ['its scale, which it has not', (client) => gadget(client).scale.get('g')],
  ['a strategic patch that it does not take', (client) => gadget(client).patch('g', { strategic: {} })],
  ['in another version', (client) => client.resource(gadgets, { version: 'v1beta1' }).namespace('default').get('g')],
  ['a cluster-scoped object', (client) => client.resource(NAMESPACES).create({ metadata: { name: 'fresh' } })],
  ['a namespace that is held', (client) => client.resource(NAMESPACES).delete('fresh')],
  [
    'an object called as a namespace is',
    (client) => client.resource(foreignNamespaces).create({ metadata: { name: 'default' } }),
  ],
  ['a read of it', (client) => client.resource(foreignNamespaces).get('default')],
  ['a delete of it', (client) => client.resource(foreignNamespaces).delete('default')],
  ['a list of all', (client) => client.resource(foreignNamespaces).list()],
  ['a namespace that must stay', (client) => client.resource(NAMESPACES).delete('default')],
  [
    'a review',
    (client) =>
      client.resource({ group: 'authentication.platform.io', version: 'v1', kind: 'SelfSubjectReview' }).create({ metadata: {} }),
  ],
  ['a type that is not served', (client) => client.resource({ group: 'none', version: 'v1', resource: 'nothings' }).list()],
]

const gadget = (client: Client) => client.resource(gadgets).namespace('default') as ResourceClient<Record<string, unknown>>

describe('in process and over HTTP', () => {
  test('requests have the same result, authorization and warnings', async () => {
    const [inProcess, http] = await twoWays()
    for (const [name, request] of REQUESTS) {
      const [one, other] = [await outcomeOf(request(inProcess.client)), await outcomeOf(request(http.client))]
      expect({ name, outcome: one }).toEqual({ name, outcome: other })
    }
    expect(inProcess.warnings).toEqual(http.warnings)
    expect(inProcess.warnings.length).toBeGreaterThan(1)
    expect(inProcess.asked()).toEqual(http.asked())
    for (const { plane } of [inProcess, http]) await plane.close()
  })

  test('a refusal is the same', async () => {
    const [inProcess, http] = await twoWays(({ isResourceRequest, verb }) => !isResourceRequest || verb === 'list')
    for (const [name, request] of REQUESTS) {
      expect({ name, outcome: await outcomeOf(request(inProcess.client)) }).toEqual({
        name,
        outcome: await outcomeOf(request(http.client)),
      })
    }
    expect(await outcomeOf(maps(inProcess.client).get('a'))).toMatchObject({
      code: 403,
      message:
        'configmaps "a" is forbidden: User "alice" cannot get resource "configmaps" in API group "" in the namespace "default": not today',
    })
    const watch = firstValueFrom(maps(inProcess.client).watch({ resourceVersion: '1' }))
    expect(await outcomeOf(watch)).toMatchObject({ code: 403 })
    for (const { plane } of [inProcess, http]) await plane.close()
  })
})

describe('a client in process', () => {
  const closing: ControlPlane[] = []
  const planeWith = async (options = {}) => {
    const plane = await createControlPlane({ clock: new ManualClock(), ...options })
    closing.push(plane)
    return plane
  }

  test('acts as the plane itself unless it has a user', async () => {
    const seen: UserInfo[] = []
    const authorizer: Authorizer = {
      authorize({ user }) {
        seen.push(user)
        return { decision: 'allow' }
      },
    }
    const plane = await planeWith({ authorizer })
    await maps(plane.client()).list()
    await maps(plane.client({ user: 'bob' })).list()
    expect(seen).toEqual([
      { username: 'system:apiserver', groups: ['system:masters', 'system:authenticated'] },
      { username: 'bob', groups: ['system:authenticated'] },
    ])
    await plane.close()
  })

  test('writes with the field manager of its user agent, or with the given one', async () => {
    const plane = await planeWith()
    const managerOf = async (client: Client, name: string) =>
      (await maps(client).create(map(name, { data: { a: '1' } }))).metadata.managedFields?.map(({ manager }) => manager)
    expect(await managerOf(plane.client(), 'a')).toEqual(['binnacle'])
    expect(await managerOf(plane.client({ userAgent: 'my-tool/1.2' }), 'b')).toEqual(['my-tool'])
    expect(await managerOf(plane.client({ fieldManager: 'me' }), 'c')).toEqual(['me'])
    await plane.close()
  })

  test('neither keeps nor freezes its arguments', async () => {
    const plane = await planeWith()
    const data = { a: '1' }
    const sent = { metadata: { name: 'a' }, data }
    await maps(plane.client()).create(sent)
    data.a = '2'
    expect((await maps(plane.client()).get('a')).data).toEqual({ a: '1' })
    await plane.close()
  })

  test('receives events before the write that causes them resolves', async () => {
    const plane = await planeWith()
    const client = plane.client()
    const told: string[] = []
    const { metadata } = await maps(client).list()
    const subscription = maps(client)
      .watch({ resourceVersion: metadata.resourceVersion })
      .subscribe(({ type }) => told.push(type))
    await maps(client).list()
    await maps(client).create(map('a'))
    expect(told).toEqual(['ADDED'])
    subscription.unsubscribe()
    await plane.close()
  })

  test('ends with its plane: watches complete, requests are refused', async () => {
    const plane = await planeWith()
    const client = plane.client()
    const events = lastValueFrom(
      maps(client)
        .watch()
        .pipe(
          filter(({ type }) => type !== 'BOOKMARK'),
          toArray(),
        ),
    )
    await maps(client).create(map('a'))
    await plane.close()
    expect((await events).map(({ type }) => type)).toContain('SYNCED')
    expect(client.closed.aborted).toBe(true)
    expect(await outcomeOf(maps(client).get('a'))).toMatchObject({ code: 503, reason: 'ServiceUnavailable' })
  })

  test('can be closed alone', async () => {
    const plane = await planeWith()
    const [one, other] = [plane.client(), plane.client()]
    one.close()
    expect(await outcomeOf(maps(one).list())).toMatchObject({ code: 503 })
    expect((await maps(other).list()).items).toEqual([])
    await plane.close()
  })

  test('a signal aborts a request while it is executed', async () => {
    const reason = new Error('enough')
    const controller = new AbortController()
    const authorizer = { authorize: () => new Promise<never>(() => controller.abort(reason)) }
    const plane = await planeWith({ authorizer })
    await expect(maps(plane.client()).get('a', { signal: controller.signal })).rejects.toBe(reason)
    await plane.close()
  })
})

describe('a value as the JSON that it would be', () => {
  test.each([
    {
      value: { a: undefined, b: [undefined, () => {}], c: new Date(0), d: Number.POSITIVE_INFINITY, e: { toJSON: () => 'text' } },
    },
    { value: { __proto__: null, constructor: 'x', toString: 1 } },
    { value: JSON.parse('{"__proto__":{"a":1}}') },
    { value: [1, 'a', null, true, { x: [] }] },
  ])('$value', ({ value }) => {
    expect(JSON.stringify(toJson(value).value)).toBe(JSON.stringify(value))
  })

  test('circles, bigints and what is too large are refused', () => {
    const circle: Record<string, unknown> = {}
    circle.self = circle
    expect(() => toJson(circle)).toThrow('exceeded max depth')
    expect(() => toJson({ n: 5n })).toThrow('a bigint is no JSON value')
    expect(() => toJson({ text: 'x'.repeat(1_000) }, { maxBytes: 1_000 })).toThrow('Request entity too large: limit is 1000')
    expect(() => toJson(undefined)).toThrow('is no JSON value')
  })

  test('as many members and items are taken as in a body over HTTP', () => {
    const limits = { maxValues: 100_000 }
    const list = (length: number, item: unknown) => Array.from({ length }, () => item)
    expect(toJson(list(100_000, 1), limits).value).toHaveLength(100_000)
    expect(toJson(list(50_000, {}), limits).value).toHaveLength(50_000)
    const refused = 'the body of the request has more than 100000 fields and items'
    const items = [list(100_001, undefined), list(50_001, []), Object.assign([], { length: 3_000_000 })]
    for (const value of items) expect(() => toJson(value, limits)).toThrow(refused)
  })

  test('an answer may have more, such as the rules of a user', async () => {
    const rules = Array.from({ length: 20_000 }, (_, i) => ({ verbs: ['get'], apiGroups: [''], resources: [`r${i}`] }))
    const authorizer: Authorizer = {
      authorize: () => ({ decision: 'allow' }),
      rulesFor: () => ({ resourceRules: rules, nonResourceRules: [], incomplete: false }),
    }
    const plane = await createControlPlane({ authorizer })
    const kind = { group: 'authorization.platform.io', version: 'v1', kind: 'SelfSubjectRulesReview' }
    const { status } = await plane
      .client()
      .resource(kind)
      .create({ metadata: {}, spec: { namespace: 'default' } })
    expect(status).toMatchObject({ resourceRules: { length: 20_000 } })
    await plane.close()
  })
})
