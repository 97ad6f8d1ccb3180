import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { nodeHandler } from '../../src/adapters/index.js'
import { mutatingAdmissionWebhook } from '../../src/admission/index.js'
import { type ControlPlane, createControlPlane } from '../../src/plane/index.js'
import { packagedKinds } from '../../src/resources/packaged/index.js'

/** A plane on a port, whose webhook answers with what a test says. */
let answer: (review: { request: { uid: string } }) => string
let plane: ControlPlane
let server: http.Server
let base: string

beforeAll(async () => {
  const { MutatingWebhookConfiguration } = packagedKinds()
  plane = await createControlPlane({
    resources: [MutatingWebhookConfiguration],
    admission: [mutatingAdmissionWebhook()],
    webhooks: async ({ body }) => ({ status: 200, body: answer(JSON.parse(body)) }),
    logger: { info: () => {}, error: () => {} },
  })
  const webhook = {
    name: 'hook.example.com',
    clientConfig: { url: 'https://hook.example.com' },
    admissionReviewVersions: ['v1'],
    sideEffects: 'None',
    rules: [{ apiGroups: [''], apiVersions: ['*'], operations: ['*'], resources: ['configmaps'] }],
  } as const
  await plane
    .client()
    .resource(MutatingWebhookConfiguration)
    .create({ metadata: { name: 'hook' }, webhooks: [webhook] })
  server = http.createServer(nodeHandler(plane)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(async () => {
  await plane.close()
  server.close()
  server.closeAllConnections()
})

const create = () =>
  fetch(`${base}/api/v1/namespaces/default/configmaps`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ metadata: { generateName: 'a' } }),
  })

const says = (members: object, review: { request: { uid: string } }) =>
  JSON.stringify({ ...review, request: undefined, response: { uid: review.request.uid, ...members } })
const long = 'x'.repeat(1_000_000)
const patched = (operations: readonly object[], review: { request: { uid: string } }) =>
  says({ allowed: true, patchType: 'JSONPatch', patch: btoa(JSON.stringify(operations)) }, review)
const numbered = (first: number, end: number) =>
  Object.fromEntries(Array.from({ length: end - first }, (_, i) => [100_000 + first + i, '']))
const addition = (first: number, end: number) => ({ op: 'add', path: '/x', value: numbered(first, end) })

describe('a webhook that refuses a write with', () => {
  test.each<[about: string, status: object, code: number, retryAfter: string | null]>([
    ['a status that ends no request', { code: 100 }, 400, null],
    ['a status beyond all', { code: 99_999 }, 400, null],
    ['a message of a megabyte', { code: 403, message: long }, 403, null],
    ['a reason of a megabyte', { code: 403, reason: long }, 403, null],
    ['causes that are none', { code: 403, details: { causes: 'x' } }, 403, null],
    ['causes of other types', { code: 403, details: { causes: [null, 1, { message: {}, field: 1 }] } }, 403, null],
    ['names of other types', { code: 403, details: { name: { a: 1 }, kind: [1], group: null } }, 403, null],
    ['names of a megabyte', { code: 403, details: { name: long, kind: long, group: long, uid: long } }, 403, null],
    ['a wait of a year', { code: 429, details: { retryAfterSeconds: 31_536_000 } }, 429, '3600'],
    ['a wait that is over', { code: 429, details: { retryAfterSeconds: -5 } }, 429, null],
    ['a wait with another header in it', { code: 429, details: { retryAfterSeconds: '1\r\ninjected: yes' } }, 429, null],
  ])('%s is reported in a valid Status', async (_, status, code, retryAfter) => {
    answer = (review) => says({ allowed: false, status }, review)
    const response = await create()
    const body = await response.text()
    expect([response.status, response.headers.get('retry-after'), response.headers.get('injected')]).toEqual([
      code,
      retryAfter,
      null,
    ])
    expect(JSON.parse(body)).toMatchObject({ kind: 'Status', status: 'Failure', code })
    expect(body.length).toBeLessThan(100_000)
  })
})

test.each<[about: string, text: (review: { request: { uid: string } }) => string, why: string]>([
  ['levels without an end', () => `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`, 'more than 1000 levels'],
  ['hundreds of thousands of values', () => `[${'[],'.repeat(500_000)}1]`, 'more than 100000 fields and items'],
  [
    'a patch of hundreds of thousands of values',
    (review) => says({ allowed: true, patchType: 'JSONPatch', patch: btoa(`[${'[],'.repeat(500_000)}1]`) }, review),
    'undecodable patch',
  ],
  [
    'an annotation of each number',
    (review) => says({ allowed: true, auditAnnotations: numbered(0, 1001) }, review),
    'more than 1000 fields whose names are numbers',
  ],
  ['a patch with a field of each number', (review) => patched([addition(0, 1001)], review), 'undecodable patch'],
  [
    'a patch whose operations add a field of each number',
    (review) =>
      patched(
        [addition(0, 0), ...Array.from({ length: 1001 }, (_, i) => ({ op: 'add', path: `/x/${100_000 + i}`, value: '' }))],
        review,
      ),
    'more than 1000 fields whose names are numbers',
  ],
  [
    'a patch with a number that is infinite',
    (review) =>
      says({ allowed: true, patchType: 'JSONPatch', patch: btoa('[{"op":"add","path":"/data","value":1e999}]') }, review),
    'undecodable patch in webhook response: a number is out of range',
  ],
  [
    'a patch with a number that would be rounded',
    (review) =>
      says({ allowed: true, patchType: 'JSONPatch', patch: btoa('[{"op":"add","path":"/x","value":9007199254740993}]') }, review),
    'a whole number beyond 2^53 cannot be kept exactly',
  ],
])('an answer of %s fails the write, and nothing of it is used', async (_, text, why) => {
  answer = text
  const response = await create()
  expect([response.status, await response.text()]).toEqual([500, expect.stringContaining(why)])
})
