import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createWebhookTransport } from '../../../../src/adapters/index.js'
import { type AdmissionAttributes, imagePolicyWebhook } from '../../../../src/admission/index.js'
import type { ApiObject } from '../../../../src/meta/index.js'
import { selfSigned } from '../../../support/certificates.js'
import type { ManualClock } from '../../../support/manual-clock.js'
import { write } from '../../support.js'
import { endless, startWebhooks, type WebhookServer } from '../../webhook-server.js'
import { planeWith } from '../plane-with.js'

const object = (kind: string, spec: object, metadata: object = {}): ApiObject =>
  ({ apiVersion: 'v1', kind, metadata: { name: 'a', ...metadata }, spec }) as ApiObject
const pod = (spec: object, more: Partial<AdmissionAttributes> = {}, metadata: object = {}) =>
  write({ resource: 'pods', kind: 'Pod', object: object('Pod', spec, metadata), ...more })

/**
 * What comes of a call. Time passes only between attempts: but for the timeout of a call there is
 * another timer then. A call that hangs gets its time when it has arrived.
 */
async function inTime<T>(clock: ManualClock, asked: Promise<T>, hasArrived = () => false): Promise<T> {
  let isOver = false
  const over = asked.finally(() => {
    isOver = true
  })
  while (!isOver) {
    await new Promise((resolve) => setTimeout(resolve, 5))
    if (clock.pending > 1) clock.advance((clock.nextTimerAt ?? clock.now()) - clock.now())
    else if (hasArrived()) clock.advance(30_000)
  }
  return over
}

describe('ImagePolicyWebhook', () => {
  let server: WebhookServer
  let expired: WebhookServer
  beforeAll(async () => {
    server = await startWebhooks()
    expired = await startWebhooks({ isExpired: true })
  })
  afterAll(() => {
    server.stop()
    expired.stop()
  })

  const review = (status: object) => (response: { end(text: string): void }) =>
    response.end(JSON.stringify({ apiVersion: 'imagepolicy.platform.io/v1alpha1', kind: 'ImageReview', status }))
  const asked = (defaultAllow = false, { config = server.config('/images'), authority = server.authority.cert } = {}) => {
    const { url } = config
    return planeWith(
      imagePolicyWebhook({
        target: { server: { url }, caBundle: authority },
        transport: createWebhookTransport(),
        allowTtlSeconds: 60,
        denyTtlSeconds: 5,
        retryBackoffMs: 10,
        defaultAllow,
      }),
    )
  }
  const images = (...names: readonly string[]) => ({ containers: names.map((image) => ({ name: image, image })) })

  test('asks about all images of a pod, with its annotations for the service', async () => {
    server.answer('/images', review({ allowed: true }))
    const { judged } = await asked()
    server.taken()
    const annotations = { 'mine.image-policy.platform.io/ticket': '42', other: 'x' }
    expect(await judged(pod(images('a', 'b'), {}, { annotations }))).toBe('passes')
    expect(server.taken().map(([, body]) => body)).toEqual([
      {
        apiVersion: 'imagepolicy.platform.io/v1alpha1',
        kind: 'ImageReview',
        spec: {
          containers: [{ image: 'a' }, { image: 'b' }],
          annotations: { 'mine.image-policy.platform.io/ticket': '42' },
          namespace: 'default',
        },
      },
    ])
  })

  test.each([
    [
      { allowed: false, reason: 'too old' },
      '403 pods "a" is forbidden: image policy webhook backend denied one or more images: too old',
    ],
    [
      { allowed: false, reason: 'x'.repeat(50_000) },
      `403 pods "a" is forbidden: image policy webhook backend denied one or more images: ${'x'.repeat(1024)}`,
    ],
    [{ allowed: false }, '403 pods "a" is forbidden: one or more images rejected by webhook backend'],
  ])('refuses with %j', async (status, expected) => {
    server.answer('/images', review(status))
    expect(await (await asked()).judged(pod(images('a')))).toBe(expected)
  })

  test('caches answers: allowed ones for longer than denied ones', async () => {
    const { judged, plane } = await asked()
    server.taken()
    server.answer('/images', review({ allowed: true }))
    await judged(pod(images('good')))
    server.answer('/images', review({ allowed: false }))
    await judged(pod(images('bad')))
    plane.clock.advance(4_000)
    expect(await judged(pod(images('good')))).toBe('passes')
    expect(await judged(pod(images('bad')))).toContain('403')
    expect(server.taken()).toHaveLength(2)
    plane.clock.advance(2_000)
    await judged(pod(images('good')))
    await judged(pod(images('bad')))
    expect(server.taken()).toHaveLength(1)
  })

  type Told = {
    readonly config?: ReturnType<WebhookServer['config']>
    readonly authority?: string
    readonly answer?: (response: ServerResponse) => void
    readonly why: string
    readonly isHanging?: true
  }
  const failures: readonly (readonly [what: string, told: () => Told | Promise<Told>])[] = [
    ['no review', () => ({ answer: (response) => response.end('{}'), why: 'has not answered with an ImageReview' })],
    ['a status that stays', () => ({ answer: (response) => response.writeHead(404).end(), why: 'answered with status 404' })],
    [
      'an error, again and again',
      () => ({ answer: (response) => response.writeHead(500).end(), why: 'answered with status 500' }),
    ],
    ['no JSON', () => ({ answer: (response) => response.end('hello'), why: 'the answer is not JSON' })],
    [
      'half an answer',
      () => ({
        answer: (response) => {
          response.writeHead(200, { 'content-length': 100 }).write('{"half":')
          setImmediate(() => response.destroy())
        },
        why: '',
      }),
    ],
    ['100 MB', () => ({ answer: endless, why: 'the answer is longer than 65536 bytes' })],
    [
      'thousands of levels',
      () => ({
        answer: (response) => response.end(`${'['.repeat(5000)}${']'.repeat(5000)}`),
        why: 'the answer has more than 1000 levels',
      }),
    ],
    ['nothing', () => ({ answer: () => {}, isHanging: true, why: 'there was no answer within 30 seconds' })],
    ['the certificate of another server', async () => ({ authority: (await selfSigned()).cert, why: 'certificate' })],
    [
      'a certificate that is out of date',
      () => ({ config: expired.config('/images'), authority: expired.authority.cert, why: 'certificate has expired' }),
    ],
  ]
  test.each(failures)('that answers with %s fails closed or open', async (_what, told) => {
    const { answer, why, isHanging, ...where } = await told()
    const hasArrived = () => isHanging === true && server.taken().length > 0
    server.taken()
    server.answer('/images', answer ?? review({ allowed: true }))
    const closed = await asked(false, where)
    const refusal = await inTime(closed.plane.clock, closed.judged(pod(images('a'))), hasArrived)
    expect(refusal).toContain('403 pods "a" is forbidden: ')
    expect(refusal).toContain(why)
    const open = await asked(true, where)
    const notes: Record<string, string> = {}
    const annotate = (key: string, value: string) => {
      notes[key] = value
    }
    expect(await inTime(open.plane.clock, open.judged(pod(images('a'), { annotate })), hasArrived)).toBe('passes')
    expect(notes).toEqual({ 'imagepolicywebhook.image-policy.platform.io/failed-open': 'true' })
    expect(open.plane.failures).toHaveLength(1)
  })

  test('that fails with a temporary error is asked again', async () => {
    let calls = 0
    server.answer('/images', (response) => {
      calls += 1
      if (calls < 3) response.writeHead(503).end()
      else review({ allowed: true })(response)
    })
    const { judged, plane } = await asked()
    expect(await inTime(plane.clock, judged(pod(images('a'))))).toBe('passes')
    expect(calls).toBe(3)
  })

  test('is asked about updates too, about init containers last, and about containers that are added alone', async () => {
    server.answer('/images', review({ allowed: true }))
    const { judged } = await asked()
    const spec = { ...images('b'), initContainers: [{ name: 'i', image: 'a' }], ephemeralContainers: [{ name: 'e', image: 'c' }] }
    const oldObject = object('Pod', spec)
    server.taken()
    await judged(pod(spec, { operation: 'UPDATE', oldObject }))
    await judged(pod(spec, { operation: 'UPDATE', oldObject, subresource: 'ephemeralcontainers' }))
    await judged(pod(spec, { operation: 'UPDATE', oldObject, subresource: 'status' }))
    expect(server.taken().map(([, body]) => (body as unknown as { spec: { containers: unknown } }).spec.containers)).toEqual([
      [{ image: 'b' }, { image: 'a' }],
      [{ image: 'c' }],
    ])
  })
})
