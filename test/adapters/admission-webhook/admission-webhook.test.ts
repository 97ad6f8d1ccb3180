import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { ApiError } from '../../../src/meta/index.js'
import { createWebhookTransport, fetchHandler, nodeHandler } from '../../../src/public/adapters.js'
import {
  admissionWebhook,
  defaultTolerationSeconds,
  mutatingAdmissionWebhook,
  validatingAdmissionWebhook,
} from '../../../src/public/admission.js'
import { testPlane } from '../../../src/public/testing.js'
import { kinds } from '../../admission/kinds.js'
import { selfSigned } from '../../support/certificates.js'
import { type AdmissionPlugin, configMapRule } from '../../testing/admission-rule.js'

const REVIEW = {
  apiVersion: 'admission.k8s.io/v1',
  kind: 'AdmissionReview',
  request: {
    uid: 'u-1',
    kind: { group: '', version: 'v1', kind: 'ConfigMap' },
    resource: { group: '', version: 'v1', resource: 'configmaps' },
    name: 'a',
    namespace: 'default',
    operation: 'CREATE',
    userInfo: { username: 'eve', groups: ['dev'] },
    object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a', namespace: 'default' } },
    oldObject: null,
    dryRun: false,
    options: {},
  },
}

async function post(webhook: ReturnType<typeof admissionWebhook>, body: unknown, method = 'POST') {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const init = method === 'POST' ? { method, body: text } : { method }
  const response = await fetchHandler(webhook)(new Request('http://hook/any', init))
  return { status: response.status, body: (await response.json()) as { response: Record<string, unknown>; message?: string } }
}

describe('a plugin as a webhook', () => {
  const mutating = admissionWebhook(configMapRule(), { phase: 'mutating' })
  const validating = admissionWebhook(configMapRule(), { phase: 'validating' })

  test.each(['admission.k8s.io/v1', 'admission.k8s.io/v1beta1', 'admission.platform.io/v1'])(
    'answers reviews of %s',
    async (apiVersion) => {
      const { status, body } = await post(mutating, { ...REVIEW, apiVersion })
      const { patch, ...response } = body.response
      expect([status, { ...body, response }]).toEqual([
        200,
        {
          apiVersion,
          kind: 'AdmissionReview',
          response: {
            uid: 'u-1',
            allowed: true,
            patchType: 'JSONPatch',
            warnings: ['an owner was added'],
            auditAnnotations: { owner: 'eve' },
          },
        },
      ])
      expect(JSON.parse(atob(String(patch)))).toEqual([{ op: 'add', path: '/metadata/labels', value: { owner: 'eve' } }])
    },
  )

  test('refuses with code and reason, and a validating one sends no patch', async () => {
    const owned = (owner: string) => ({ ...REVIEW.request.object, metadata: { name: 'a', labels: { owner } } })
    const request = { ...REVIEW.request, operation: 'UPDATE', object: owned('b'), oldObject: owned('a') }
    expect((await post(validating, { ...REVIEW, request })).body.response).toMatchObject({
      uid: 'u-1',
      allowed: false,
      status: { code: 403, reason: 'Forbidden', message: 'configmaps "a" is forbidden: the owner stays' },
    })
    expect((await post(validating, REVIEW)).body.response).toEqual({ uid: 'u-1', allowed: true })
  })

  test('allows requests that no plugin matches', async () => {
    const request = { ...REVIEW.request, operation: 'PROXY' }
    expect((await post(validating, { ...REVIEW, request })).body.response).toEqual({ uid: 'u-1', allowed: true })
  })

  test('answers in the API group of the cluster that asks', async () => {
    const webhook = admissionWebhook(defaultTolerationSeconds())
    const request = {
      ...REVIEW.request,
      resource: { group: '', version: 'v1', resource: 'pods' },
      object: { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' }, spec: {} },
    }
    const { response } = (await post(webhook, { ...REVIEW, request })).body
    expect(atob(String(response.patch))).toContain('node.kubernetes.io/not-ready')
  })

  test.each([
    ['GET', {}, 405],
    ['POST', 'no JSON', 400],
    ['POST', {}, 400],
    ['POST', { ...REVIEW, apiVersion: 'admission.k8s.io/v9' }, 400],
    ['POST', { ...REVIEW, request: null }, 400],
    ['POST', ' '.repeat(8 * 1024 * 1024), 413],
  ])('answers %s of something else with an error', async (method, body, status) => {
    expect((await post(mutating, body, method)).status).toBe(status)
  })

  test('reports the failure of a plugin to its operator, not to the client', async () => {
    const failures: unknown[] = []
    const broken: AdmissionPlugin = {
      name: 'broken',
      validate() {
        throw new Error('secret')
      },
    }
    const { status, body } = await post(admissionWebhook(broken, { onError: (error) => failures.push(error) }), REVIEW)
    expect([status, JSON.stringify(body).includes('secret')]).toEqual([500, false])
    expect(failures).toEqual([new Error('secret')])
  })

  test('a plugin that mutates and validates needs the option that says which of the two', () => {
    expect(() => admissionWebhook(configMapRule())).toThrow("expected 'mutating' or 'validating'")
  })
})

describe('the same plugin in a plane and beside it', () => {
  const maps = { group: '', version: 'v1', resource: 'configmaps', kind: 'ConfigMap', namespaced: true } as const
  let server: ReturnType<typeof createServer>
  let caBundle: string
  beforeAll(async () => {
    const authority = await selfSigned()
    caBundle = btoa(authority.cert)
    const handlers = new Map(
      (['mutating', 'validating'] as const).map((phase) => [
        `/${phase}`,
        nodeHandler(admissionWebhook(configMapRule(), { phase })),
      ]),
    )
    server = createServer(await authority.issue({ hosts: ['127.0.0.1'] }), (request, response) =>
      handlers.get(request.url?.split('?')[0] ?? '')?.(request, response),
    )
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })

  test.each(['inside', 'beside'])('has the same result for the same writes: %s', async (where) => {
    const admission = where === 'inside' ? [configMapRule()] : [mutatingAdmissionWebhook(), validatingAdmissionWebhook()]
    const plane = await testPlane({ resources: kinds, admission, webhooks: createWebhookTransport() })
    if (where === 'beside') {
      for (const [kind, phase] of [
        ['MutatingWebhookConfiguration', 'mutating'],
        ['ValidatingWebhookConfiguration', 'validating'],
      ] as const) {
        const url = `https://127.0.0.1:${(server.address() as AddressInfo).port}/${phase}`
        await plane
          .client()
          .resource({ group: 'admissionregistration.platform.io', version: 'v1', kind })
          .create({
            metadata: { name: 'rule' },
            webhooks: [
              {
                name: 'rule.example.com',
                clientConfig: { url, caBundle },
                rules: [{ apiGroups: [''], apiVersions: ['v1'], operations: ['*'], resources: ['configmaps'] }],
                sideEffects: 'None',
                admissionReviewVersions: ['v1'],
              },
            ],
          } as never)
      }
    }
    const client = plane
      .client({ user: { username: 'eve', groups: ['system:masters'] } })
      .resource(maps)
      .namespace('default')
    expect((await client.create({ metadata: { name: 'a' } })).metadata.labels).toEqual({ owner: 'eve' })
    const refused = await client
      .patch('a', { merge: { metadata: { labels: { owner: 'bob' } } } })
      .catch((error: ApiError) => error.status.message)
    expect(refused).toContain('configmaps "a" is forbidden: the owner stays')
    await plane.close()
  })
})
