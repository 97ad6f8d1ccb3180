import type { ServerResponse } from 'node:http'
import type { TLSSocket } from 'node:tls'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import { createWebhookTransport } from '../../../../src/adapters/index.js'
import {
  type AdmissionAttributes,
  createAdmission,
  mutatingAdmissionWebhook,
  validatingAdmissionWebhook,
} from '../../../../src/admission/index.js'
import type { ApiError, ApiObject } from '../../../../src/meta/index.js'
import type { WebhookTransport } from '../../../../src/webhook/index.js'
import { selfSigned } from '../../../support/certificates.js'
import { fakePlane } from '../../fake-plane.js'
import { write } from '../../support.js'
import { type Answer, endless, patchOf, startWebhooks, type WebhookServer } from '../../webhook-server.js'

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
beforeEach(() => void server.taken())

const GROUP = 'admissionregistration.platform.io'
const RULES = [{ operations: ['*'], apiGroups: [''], apiVersions: ['v1'], resources: ['configmaps'] }]

const hook = (path: string, more: object = {}) => ({
  name: `${path.slice(1)}.example.com`,
  clientConfig: server.config(path),
  rules: RULES,
  failurePolicy: 'Fail',
  sideEffects: 'None',
  timeoutSeconds: 10,
  admissionReviewVersions: ['v1'],
  ...more,
})

type Kind = 'mutatingwebhookconfigurations' | 'validatingwebhookconfigurations'

type Options = Parameters<typeof validatingAdmissionWebhook>[0]

/** A plane with configurations by their names. */
async function planeWith(
  kind: Kind,
  configurations: Readonly<Record<string, readonly object[]>>,
  options?: Options,
  webhooks: WebhookTransport = createWebhookTransport(),
) {
  const plane = fakePlane({ webhooks })
  const admission = createAdmission([mutatingAdmissionWebhook(options), validatingAdmissionWebhook(options)])
  await admission.start(plane.sources)
  for (const [name, webhooks] of Object.entries(configurations)) plane.put(`${kind}.${GROUP}`, { metadata: { name }, webhooks })
  const told = { warnings: [] as string[], annotations: {} as Record<string, string> }
  const attributes = (more: Partial<AdmissionAttributes>) =>
    write({
      warn: (text) => void told.warnings.push(text),
      annotate: (key, value) => {
        told.annotations[key] = value
      },
      ...more,
    })
  const outcome = async (asked: Promise<unknown>) => {
    try {
      return (await asked) ?? 'passes'
    } catch (error) {
      const { code, reason = '', message } = (error as ApiError).status
      return `${code} ${reason} ${message}`
    }
  }
  return {
    plane,
    ...told,
    validate: (more: Partial<AdmissionAttributes> = {}) => outcome(admission.validate(attributes(more))),
    mutate: (more: Partial<AdmissionAttributes> = {}) => outcome(admission.mutate(attributes(more), (object) => object)),
    concerns: (more: Partial<AdmissionAttributes>) => admission.concernsValidation(attributes(more)),
  }
}

const validating = (...webhooks: readonly object[]) => planeWith('validatingwebhookconfigurations', { cfg: webhooks })
const mutating = (...webhooks: readonly object[]) => planeWith('mutatingwebhookconfigurations', { cfg: webhooks })

describe('a validating webhook', () => {
  test('receives all attributes of the request', async () => {
    server.answer('/v', {})
    const { validate } = await validating(hook('/v'))
    const user = { username: 'jane', uid: 'u', groups: ['dev'], extra: { scopes: ['a'] } }
    expect(await validate({ user })).toBe('passes')
    const [[path, review] = []] = server.taken()
    expect(path).toBe('/v?timeout=10s')
    expect(review).toEqual({
      apiVersion: 'admission.platform.io/v1',
      kind: 'AdmissionReview',
      request: {
        uid: expect.stringMatching(/^[0-9a-f-]{36}$/),
        kind: { group: '', version: 'v1', kind: 'ConfigMap' },
        resource: { group: '', version: 'v1', resource: 'configmaps' },
        requestKind: { group: '', version: 'v1', kind: 'ConfigMap' },
        requestResource: { group: '', version: 'v1', resource: 'configmaps' },
        name: 'a',
        namespace: 'default',
        operation: 'CREATE',
        userInfo: user,
        object: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'a' } },
        oldObject: null,
        dryRun: false,
        options: { kind: 'CreateOptions', apiVersion: 'meta.platform.io/v1' },
      },
    })
  })

  test.each([
    [{ allowed: false, status: { message: 'no' } }, '400  admission webhook "v.example.com" denied the request: no'],
    [
      { allowed: false, status: { code: 422, reason: 'Invalid', message: 'no' } },
      '422 Invalid admission webhook "v.example.com" denied the request: no',
    ],
    [
      { allowed: false, status: { code: 200, reason: 'Because' } },
      '400 Because admission webhook "v.example.com" denied the request: Because',
    ],
    [{ allowed: false }, '400  admission webhook "v.example.com" denied the request without explanation'],
  ])('refuses with %j', async (answer, expected) => {
    server.answer('/v', answer)
    const { validate } = await validating(hook('/v'))
    expect(await validate()).toBe(expected)
  })

  test('warns, and annotates the audit event, also when it refuses', async () => {
    server.answer('/v', { allowed: false, warnings: ['one', 'two'], auditAnnotations: { key: 'value' } })
    const { validate, warnings, annotations } = await validating(hook('/v'))
    await validate()
    expect(warnings).toEqual(['one', 'two'])
    expect(annotations).toEqual({ 'v.example.com/key': 'value' })
  })

  test('annotates the audit event by keys that are names, and by no others', async () => {
    server.answer('/v', { auditAnnotations: { 'a/b': 'x', 'a b': 'x', '': 'x', ok: 'yes' } })
    const { validate, annotations } = await validating(hook('/v'))
    expect(await validate()).toBe('passes')
    expect(annotations).toEqual({ 'v.example.com/ok': 'yes' })
  })

  test.each([
    ['v1', 'validating webhook may not return response.patch'],
    ['v1beta1', 'passes'],
  ])('with a patch in its answer, which it may not have, by reviews of %s: %s', async (version, expected) => {
    server.answer('/v', { patchType: 'JSONPatch', patch: btoa('[]') })
    const { validate } = await validating(hook('/v', { admissionReviewVersions: [version] }))
    expect(await validate()).toContain(expected)
  })

  test('is called in parallel with others, and the first refusal in the order of the list is returned', async () => {
    let release: (() => void) | undefined
    const slow = new Promise<void>((resolve) => {
      release = resolve
    })
    const refuse = (response: { end(text: string): void }, uid: string, message: string) =>
      response.end(
        JSON.stringify({
          apiVersion: 'admission.platform.io/v1',
          kind: 'AdmissionReview',
          response: { uid, allowed: false, status: { message } },
        }),
      )
    server.answer('/one', (response, { request }) => void slow.then(() => refuse(response, request.uid, 'first')))
    server.answer('/two', (response, { request }) => {
      refuse(response, request.uid, 'second')
      release?.()
    })
    const { validate } = await validating(hook('/one'), hook('/two'))
    expect(await validate()).toContain('denied the request: first')
  })

  test.each([
    [{ operation: 'UPDATE' }, true],
    [{ resource: 'secrets' }, false],
    [{ group: GROUP, resource: 'validatingwebhookconfigurations' }, false],
    [{ group: GROUP, resource: 'mutatingadmissionpolicies' }, false],
  ] as const)('is asked about %j: %s', async (request, expected) => {
    const everything = [{ operations: ['*'], apiGroups: ['*'], apiVersions: ['*'], resources: ['*'] }]
    const { concerns } = await validating(
      hook('/v', { rules: expected ? everything : [...RULES, { ...RULES[0], apiGroups: [GROUP] }] }),
    )
    expect(concerns(request)).toBe(expected)
  })

  test.each([
    [`object.metadata.name == 'b'`, 'Fail', 'passes', 0],
    [`object.metadata.name == 'a'`, 'Fail', 'passes', 1],
    [
      'object.none == 1',
      'Fail',
      `403 Forbidden configmaps "a" is forbidden: expression 'object.none == 1' resulted in error: no such key: none`,
      0,
    ],
    ['object.none == 1', 'Ignore', 'passes', 0],
  ])('with the condition %s and failure policy %s', async (expression, failurePolicy, expected, calls) => {
    server.answer('/v', {})
    const { validate } = await validating(hook('/v', { failurePolicy, matchConditions: [{ name: 'c', expression }] }))
    expect(await validate()).toBe(expected)
    expect(server.taken()).toHaveLength(calls)
  })

  test('is called with the first review version of its list that the plane supports', async () => {
    server.answer('/v', {})
    const { validate } = await validating(hook('/v', { admissionReviewVersions: ['v9', 'v1beta1', 'v1'] }))
    expect(await validate()).toBe('passes')
    expect(server.taken()[0]?.[1].apiVersion).toBe('admission.platform.io/v1beta1')
  })

  test('with side effects is not asked in a dry run, which fails', async () => {
    const { validate } = await validating(hook('/v', { sideEffects: 'Some' }))
    expect(await validate({ dryRun: true })).toBe('400 BadRequest admission webhook "v.example.com" does not support dry run')
    expect(server.taken()).toEqual([])
  })
})

describe('a webhook with credentials', () => {
  const denied = (why: string) => `400  admission webhook "v.example.com" denied the request: ${why}`
  const told =
    (who: (response: ServerResponse) => string): Answer =>
    (response, review) => {
      const verdict = { uid: review.request.uid, allowed: false, status: { message: who(response) } }
      response.end(JSON.stringify({ apiVersion: review.apiVersion, kind: review.kind, response: verdict }))
    }

  test('gets the certificate and the token for its host, which are read before each call', async () => {
    const { cert, key } = await selfSigned({ subject: 'CN=the plane' })
    server.answer(
      '/v',
      told(({ req }) => `${(req.socket as TLSSocket).getPeerCertificate().subject.CN} ${req.headers.authorization}`),
    )
    const hosts: string[] = []
    const credentials = (host: string) => {
      hosts.push(host)
      return { identity: { cert, key }, authorization: `Bearer ${hosts.length}` }
    }
    const { validate } = await planeWith('validatingwebhookconfigurations', { cfg: [hook('/v')] }, { credentials })
    expect([await validate(), await validate()]).toEqual([denied('the plane Bearer 1'), denied('the plane Bearer 2')])
    expect(hosts).toEqual([new URL(server.origin).host, new URL(server.origin).host])
  })

  test('in a service is known by the name of that, with the port unless it is the usual one', async () => {
    const hosts: string[] = []
    const credentials = async (host: string) => {
      hosts.push(host)
      throw new Error('nothing is known of it')
    }
    const services = [443, 8443].map((port) => ({ service: { namespace: 'tools', name: 'hook', path: '/v', port } }))
    const hooks = services.map((clientConfig) => hook('/v', { clientConfig }))
    const { validate } = await planeWith('validatingwebhookconfigurations', { cfg: hooks }, { credentials })
    expect(await validate()).toContain('500 InternalError Internal error occurred: failed calling webhook "v.example.com": ')
    expect(hosts).toEqual(['hook.tools.svc', 'hook.tools.svc:8443'])
  })

  test('gets no credentials by default', async () => {
    server.answer(
      '/v',
      told(({ req }) => `${(req.socket as TLSSocket).getPeerCertificate().subject?.CN} ${req.headers.authorization}`),
    )
    expect(await (await validating(hook('/v'))).validate()).toBe(denied('undefined undefined'))
  })
})

describe('a webhook that fails', () => {
  const json = (document: object) => (response: { end(text: string): void }) => response.end(JSON.stringify(document))
  const failures = [
    [
      'an error',
      { answer: (response: { writeHead(code: number): { end(): void } }) => response.writeHead(500).end() },
      'an error on the server ("unknown") has prevented the request from succeeding',
    ],
    [
      'a redirect',
      {
        answer: (response: { writeHead(code: number, headers: object): { end(): void } }) =>
          response.writeHead(307, { location: '/good' }).end(),
      },
      'it answered with status 307',
    ],
    ['no JSON', { answer: (response: { end(text: string): void }) => response.end('hello') }, 'the answer is not JSON'],
    [
      'another kind',
      { answer: json({ apiVersion: 'v1', kind: 'Status' }) },
      'converting (v1.Status) to (v1.AdmissionReview): unknown conversion',
    ],
    [
      'no response',
      { answer: json({ apiVersion: 'admission.platform.io/v1', kind: 'AdmissionReview' }) },
      'received invalid webhook response: webhook response was absent',
    ],
    ['another uid', { answer: { uid: 'other' } }, 'received invalid webhook response: expected response.uid='],
    ['a patch', { answer: patchOf({ op: 'remove', path: '/data' }) }, 'validating webhook may not return response.patch'],
    [
      'half an answer',
      {
        answer: (response: { writeHead(code: number, headers: object): { write(text: string): void }; destroy(): void }) => {
          response.writeHead(200, { 'content-length': 100 }).write('{"half":')
          setImmediate(() => response.destroy())
        },
      },
      'failed to call webhook: Post "https://127.0.0.1:',
    ],
    ['100 MB', { answer: endless }, 'the answer is longer than 3145728 bytes'],
  ] as const

  test.each(failures)(
    'with %s refuses the request, or is ignored with failurePolicy Ignore',
    async (_what, { answer }, message) => {
      server.answer('/v', answer as never)
      const closed = await validating(hook('/v'))
      const refusal = await closed.validate()
      expect(refusal).toContain('500 InternalError Internal error occurred: failed calling webhook "v.example.com": ')
      expect(refusal).toContain(message)
      const open = await validating(hook('/v', { failurePolicy: 'Ignore' }))
      expect(await open.validate()).toBe('passes')
      expect(open.annotations).toEqual({
        'failed-open.validating.webhook.admission.platform.io/round_0_index_0': 'v.example.com',
      })
      expect(open.plane.failures).toHaveLength(1)
    },
  )

  test('by its certificate is never trusted', async () => {
    const stranger = await selfSigned()
    const other = await validating(hook('/v', { clientConfig: { ...server.config('/v'), caBundle: btoa(stranger.cert) } }))
    expect(await other.validate()).toContain('500 InternalError')
    const unreachable = await validating(hook('/v', { clientConfig: { url: server.config('/v').url } }))
    expect(await unreachable.validate()).toContain('500 InternalError')
    const late = await validating(hook('/v', { clientConfig: expired.config('/v') }))
    expect(await late.validate()).toContain('certificate has expired')
    expect([...server.taken(), ...expired.taken()]).toEqual([])
  })

  test('by taking too long fails after its time', async () => {
    let arrived: (() => void) | undefined
    const asked = new Promise<void>((resolve) => {
      arrived = resolve
    })
    server.answer('/v', () => arrived?.())
    const { validate, plane } = await validating(hook('/v', { timeoutSeconds: 2 }))
    const outcome = validate()
    await asked
    plane.clock.advance(2_000)
    expect(await outcome).toContain(`Post "${server.origin}/v?timeout=2s": context deadline exceeded`)
  })

  test('has no more time than is left of the request, in whole seconds', async () => {
    server.answer('/v', {})
    const { validate, plane } = await validating(hook('/v', { timeoutSeconds: 5 }))
    for (const leftMs of [1_500, 60_000]) await validate({ deadlineMs: plane.clock.now() + leftMs })
    expect(server.taken().map(([path]) => path)).toEqual(['/v?timeout=2s', '/v?timeout=5s'])
  })

  test.each(['validate', 'mutate'] as const)(
    'fails the request after its time limit, even if its failure is ignored: %s',
    async (phase) => {
      const asked: string[] = []
      const transport: WebhookTransport = async ({ server: at }) => {
        asked.push('url' in at ? new URL(at.url).pathname : '')
        clock.advance(3000)
        throw new Error('too late')
      }
      const kind = phase === 'mutate' ? 'mutatingwebhookconfigurations' : 'validatingwebhookconfigurations'
      const hooks = [hook('/first', { failurePolicy: 'Ignore' }), hook('/second', { failurePolicy: 'Ignore' })]
      const all = await planeWith(kind, { cfg: hooks }, undefined, transport)
      const { clock } = all.plane
      expect(await all[phase]({ deadlineMs: clock.now() + 2500 })).toBe(
        '504 Timeout Timeout: request did not complete within requested timeout',
      )
      // Those that judge are asked side by side.
      expect(asked).toEqual(phase === 'mutate' ? ['/first'] : ['/first', '/second'])
    },
  )

  test('of a service receives its timeout, too', async () => {
    server.answer('/v', {})
    const service = { namespace: 'tools', name: 'hook', path: '/v' }
    const clientConfig = { service, caBundle: server.config('/v').caBundle }
    const { validate } = await validating(hook('/v', { clientConfig }))
    // Its certificate is for another name, which is told with the whole address.
    expect(await validate()).toContain('Post "https://hook.tools.svc:443/v?timeout=10s": ')
  })

  test('fails when the plane has no transport for webhooks', async () => {
    const plane = fakePlane()
    const admission = createAdmission([validatingAdmissionWebhook()])
    await admission.start(plane.sources)
    plane.put(`validatingwebhookconfigurations.${GROUP}`, { metadata: { name: 'cfg' }, webhooks: [hook('/v')] })
    await expect(admission.validate(write())).rejects.toThrow('this plane has no way out to webhooks')
  })
})

describe('a mutating webhook', () => {
  const label = (key: string, value = 'yes') => patchOf({ op: 'add', path: '/metadata/labels', value: { [key]: value } })

  test('does it by a patch, and is seen in the audit event', async () => {
    server.answer('/m', label('a'))
    const { mutate, annotations } = await mutating(hook('/m'))
    expect(await mutate()).toMatchObject({ metadata: { name: 'a', labels: { a: 'yes' } } })
    expect(annotations).toEqual({
      'mutation.webhook.admission.platform.io/round_0_index_0':
        '{"configuration":"cfg","webhook":"m.example.com","mutated":true}',
      'patch.webhook.admission.platform.io/round_0_index_0':
        '{"configuration":"cfg","webhook":"m.example.com","patch":[{"op":"add","path":"/metadata/labels","value":{"a":"yes"}}],"patchType":"JSONPatch"}',
    })
  })

  test.each([
    [patchOf({ op: 'replace', path: '/metadata/name', value: 'a' }), ['mutation', 'patch']],
    [patchOf(), ['mutation']],
    [{}, ['mutation']],
  ])('returns the same object when it changes nothing, and records that: %#', async (answer, notes) => {
    server.answer('/m', answer)
    const { mutate, annotations } = await mutating(hook('/m'))
    const { object } = write()
    expect(await mutate({ object: object as ApiObject })).toBe(object)
    expect(
      Object.keys(annotations)
        .map((key) => key.split('.', 1)[0])
        .sort(),
    ).toEqual(notes)
    expect(annotations['mutation.webhook.admission.platform.io/round_0_index_0']).toContain('"mutated":false')
  })

  test.each([
    ['refuses', { allowed: false }, 'Fail', 'denied the request'],
    ['fails', { uid: 'other' }, 'Fail', 'expected response.uid='],
    ['is passed over', { uid: 'other' }, 'Ignore', ''],
  ])('that %s has changed nothing, as the audit event says', async (_what, answer, failurePolicy, message) => {
    server.answer('/m', answer)
    const { mutate, annotations } = await mutating(hook('/m', { failurePolicy }))
    expect(JSON.stringify(await mutate())).toContain(message.replaceAll('"', ''))
    const place = 'webhook.admission.platform.io/round_0_index_0'
    expect(annotations).toEqual({
      [`mutation.${place}`]: '{"configuration":"cfg","webhook":"m.example.com","mutated":false}',
      ...(failurePolicy === 'Ignore' && { [`failed-open.mutation.${place}`]: 'm.example.com' }),
    })
  })

  test('comes after those in configurations whose names come before, and sees what they did', async () => {
    server.answer('/one', patchOf({ op: 'add', path: '/data', value: { log: 'one' } }))
    server.answer(
      '/two',
      patchOf({ op: 'test', path: '/data/log', value: 'one' }, { op: 'replace', path: '/data/log', value: 'two' }),
    )
    const { mutate } = await planeWith('mutatingwebhookconfigurations', { b: [hook('/two')], a: [hook('/one')] })
    expect(await mutate()).toMatchObject({ data: { log: 'two' } })
  })

  test.each([
    ['IfNeeded', 2],
    ['Never', 1],
  ])('with reinvocation %s runs %i times when a later one changes the object', async (reinvocationPolicy, times) => {
    server.answer('/m', {})
    server.answer('/later', label('later'))
    const { mutate } = await mutating(hook('/m', { reinvocationPolicy }), hook('/later'))
    expect(await mutate()).toMatchObject({ metadata: { labels: { later: 'yes' } } })
    expect(server.taken().filter(([path]) => path.startsWith('/m'))).toHaveLength(times)
  })

  test.each([
    [patchOf({ op: 'test', path: '/metadata/name', value: 'b' }), 'the test failed'],
    [patchOf({ op: 'replace', path: '', value: 1 }), 'what the patch leaves is not an object'],
    [
      patchOf({ op: 'replace', path: '/apiVersion', value: 'v2' }),
      'what the patch leaves is a v2 ConfigMap, and no v1 ConfigMap',
    ],
    [patchOf({ op: 'replace', path: '/kind', value: 'Secret' }), 'what the patch leaves is a v1 Secret, and no v1 ConfigMap'],
    [patchOf({ op: 'remove', path: '/kind' }), 'and no v1 ConfigMap'],
  ])('by a patch that does not fit fails, whatever its failure policy', async (answer, message) => {
    server.answer('/m', answer)
    const { mutate } = await mutating(hook('/m', { failurePolicy: 'Ignore' }))
    expect(await mutate()).toMatch(/^500 InternalError Internal error occurred: /)
    expect(await mutate()).toContain(message)
  })

  test.each([
    [{ patchType: 'JSONPatch', patch: btoa('{') }, 'received undecodable patch in webhook response'],
    [{ patchType: 'JSONPatch', patch: '%' }, 'received undecodable patch in webhook response'],
    [{ patchType: 'MergePatch', patch: btoa('{}') }, 'unsupported patch type "MergePatch"'],
    [{ patch: btoa('[]') }, 'webhook returned response.patch but not response.patchType'],
    [{ patchType: 'JSONPatch' }, 'webhook returned response.patchType but not response.patch'],
  ])('fails with %j', async (answer, message) => {
    server.answer('/m', answer)
    const { mutate } = await mutating(hook('/m'))
    expect(await mutate()).toContain(message)
    const open = await mutating(hook('/m', { failurePolicy: 'Ignore' }))
    expect(await open.mutate()).toEqual(write().object)
  })

  test('may refuse a delete, and not change it', async () => {
    const request = { operation: 'DELETE', object: undefined, oldObject: write().object as ApiObject } as const
    server.answer('/m', { allowed: false, status: { message: 'keep' } })
    const { mutate } = await mutating(hook('/m'))
    expect(await mutate(request)).toBe('400  admission webhook "m.example.com" denied the request: keep')
    server.answer('/m', patchOf())
    expect(await mutate(request)).toBe('passes')
    server.answer('/m', label('a'))
    expect(await mutate(request)).toContain('attempted to modify the object, which is not supported for this operation')
  })
})
