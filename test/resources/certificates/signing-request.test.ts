import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { ApiError, ApiObject } from '../../../src/meta/index.js'
import type { ResourceClient } from '../../../src/public/client.js'
import { type TestPlane, testPlane } from '../../../src/public/testing.js'
import {
  approved,
  base64,
  type ConditionFields,
  makeRequest,
  requestType,
  type SigningRequestFields,
} from '../../support/certificate-requests.js'
import { selfSigned } from '../../support/certificates.js'

type SigningRequest = ApiObject & SigningRequestFields

const SIGNER = 'example.com/my-signer'
let lab: TestPlane
let requests: ResourceClient<SigningRequestFields>
let pem: string
let certificate: string
beforeAll(async () => {
  lab = await testPlane()
  requests = lab
    .client({ user: { username: 'jane', uid: 'u-1', groups: ['dev'], extra: { scopes: ['view'] } } })
    .resource(requestType())
  pem = (await makeRequest()).request
  const authority = await selfSigned()
  certificate = (await authority.issue({ subject: 'CN=jane' })).cert
})
afterAll(() => lab.close())

let count = 0
let name: string
beforeEach(() => {
  count += 1
  name = `r-${count}`
})

const create = (spec: object = {}, rest: object = {}): Promise<SigningRequest> =>
  requests.create({
    metadata: { name },
    spec: { request: base64(pem), signerName: SIGNER, usages: ['client auth'], ...spec },
    ...rest,
  } as Parameters<typeof requests.create>[0])

/** Causes as `field: message`; none for a write that is taken. */
async function causesOf(write: Promise<unknown>): Promise<readonly string[]> {
  try {
    await write
    return []
  } catch (error) {
    const { code, details } = (error as ApiError).status
    expect(code).toBe(422)
    return (details?.causes ?? []).map(({ field, message }) => `${field}: ${message}`)
  }
}

describe('a new request', () => {
  test('has the user of its creator, whatever was sent, and no status', async () => {
    const claims = { username: 'admin', uid: 'x', groups: ['system:masters'], extra: { a: ['b'] } }
    const status = { conditions: [approved], certificate: base64(certificate) }
    const made = await create({ ...claims, expirationSeconds: 600 }, { status })
    expect(made.spec).toEqual({
      request: base64(pem),
      signerName: SIGNER,
      usages: ['client auth'],
      expirationSeconds: 600,
      username: 'jane',
      uid: 'u-1',
      groups: ['dev'],
      extra: { scopes: ['view'] },
    })
    expect(made.status).toEqual({})
  })

  test.each<[string, () => object | Promise<object>, readonly string[]]>([
    [
      'no PEM',
      () => ({ request: base64('hello') }),
      ['spec.request: Invalid value: "aGVsbG8=": PEM block type must be CERTIFICATE REQUEST'],
    ],
    [
      'no request',
      () => ({ request: undefined }),
      ['spec.request: Invalid value: null: PEM block type must be CERTIFICATE REQUEST'],
    ],
    ['no signer', () => ({ signerName: '' }), ['spec.signerName: Required value']],
    ['no usages', () => ({ usages: [] }), ['spec.usages: Required value']],
    ['a usage twice', () => ({ usages: ['any', 'any'] }), ['spec.usages[1]: Duplicate value: "any"']],
    [
      '599 seconds',
      () => ({ expirationSeconds: 599 }),
      ['spec.expirationSeconds: Invalid value: 599: may not specify a duration less than 600 seconds (10 minutes)'],
    ],
    [
      'the legacy signer',
      () => ({ signerName: 'platform.io/legacy-unknown' }),
      ['spec.signerName: Invalid value: "platform.io/legacy-unknown": the legacy signerName is not allowed via this API version'],
    ],
    [
      'no path',
      () => ({ signerName: 'plain' }),
      [
        `spec.signerName: Invalid value: "plain": must be a fully qualified domain and path of the form 'example.com/signer-name'`,
      ],
    ],
    [
      'two slashes',
      () => ({ signerName: 'example.com/a/b' }),
      [
        `spec.signerName: Invalid value: "example.com/a/b": must be a fully qualified domain and path of the form 'example.com/signer-name'`,
      ],
    ],
    [
      'no domain',
      () => ({ signerName: 'example/path' }),
      ['spec.signerName: Invalid value: "example": should be a domain with at least two segments separated by dots'],
    ],
    [
      'a long name',
      () => ({ signerName: `example.com/${'a'.repeat(600)}` }),
      ['spec.signerName: Too long: may not be more than 571 bytes'],
    ],
  ])('is refused with %s', async (_, spec, causes) => {
    expect(await causesOf(create(await spec()))).toEqual(causes)
  })

  test('is refused with unknown usages, all of which are reported before repeated ones', async () => {
    const causes = await causesOf(create({ usages: ['client auth', 'flying', 'client auth', 'diving'] }))
    expect(causes.map((cause) => cause.replace(/: supported.*/, ''))).toEqual([
      'spec.usages[1]: Unsupported value: "flying"',
      'spec.usages[3]: Unsupported value: "diving"',
      'spec.usages[2]: Duplicate value: "client auth"',
    ])
  })

  test('is refused when it contains a certificate, or cannot be parsed', async () => {
    expect(await causesOf(create({ request: base64(certificate) }))).toHaveLength(1)
    const nonsense = '-----BEGIN CERTIFICATE REQUEST-----\naGVsbG8=\n-----END CERTIFICATE REQUEST-----\n'
    expect(await causesOf(create({ request: base64(nonsense) }))).toHaveLength(1)
  })

  test('is refused when it was changed after it was signed', async () => {
    const der = Buffer.from(pem.replace(/-----.*-----|\n/g, ''), 'base64')
    const at = der.indexOf('jane')
    expect(at).toBeGreaterThan(0)
    der.write('root', at)
    const forged = `-----BEGIN CERTIFICATE REQUEST-----\n${der.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE REQUEST-----\n`
    expect(await causesOf(create({ request: base64(forged) }))).toEqual([expect.stringContaining('is not signed with the key')])
  })

  test.each([
    ['RSA', ['rsa:2048']],
    ['ECDSA on P-384', ['ec', '-pkeyopt', 'ec_paramgen_curve:P-384']],
    ['Ed25519', ['ed25519']],
  ])('may be for a key of %s', async (_, key) => {
    const { request } = await makeRequest({ key })
    expect(await causesOf(create({ request: base64(request) }))).toEqual([])
  })
})

describe('the request itself', () => {
  test('does not change spec and status, and accepts labels', async () => {
    const made = await create()
    const spec = { ...made.spec, signerName: 'example.com/other', username: 'admin' }
    const status = { conditions: [approved] }
    const changed = await requests.update({ ...made, metadata: { ...made.metadata, labels: { a: 'b' } }, spec, status })
    expect(changed.metadata.labels).toEqual({ a: 'b' })
    expect(changed.spec).toEqual(made.spec)
    expect(changed.status).toEqual({})
  })
})

const put = (subresource: string, made: SigningRequest, status: object, rest: object = {}) =>
  requests.subresource<SigningRequestFields>(subresource).update({ ...made, ...rest, status } as SigningRequest)
const approve = (made: SigningRequest, ...conditions: readonly object[]) => put('approval', made, { conditions })
const fresh = (made: SigningRequest) => requests.get(made.metadata.name ?? '')
const denied: ConditionFields = { ...approved, type: 'Denied' }

describe('/approval', () => {
  test('accepts conditions with the current time, and neither spec nor certificate', async () => {
    const made = await create()
    const status = { conditions: [approved], certificate: base64(certificate) }
    const after = await put('approval', made, status, { spec: { ...made.spec, usages: ['any'] } })
    const now = new Date(lab.clock.now()).toISOString().replace('.000', '')
    expect(after.status).toEqual({ conditions: [{ ...approved, lastUpdateTime: now, lastTransitionTime: now }] })
    expect(after.spec).toEqual(made.spec)
  })

  test('may change the reason and message of a decision: its time stays', async () => {
    const first = await approve(await create(), approved)
    await lab.advance(5_000)
    const again = await approve(first, { ...approved, message: 'by others' })
    const [before, after] = [first, again].map(({ status }) => status?.conditions?.[0])
    expect(after?.lastTransitionTime).toBe(before?.lastTransitionTime)
    expect(after?.lastUpdateTime).not.toBe(before?.lastUpdateTime)
  })

  test.each<[string, readonly object[], readonly string[]]>([
    [
      'both',
      [approved, denied],
      ['status.conditions: Invalid value: "Denied": Approved and Denied conditions are mutually exclusive'],
    ],
    ['one twice', [approved, approved], ['status.conditions[1].type: Duplicate value: "Approved"']],
    [
      'False',
      [{ ...approved, status: 'False' }],
      ['status.conditions[0].status: Unsupported value: "False": supported values: "True"'],
    ],
    ['no status', [{ type: 'Approved' }], ['status.conditions[0].status: Required value']],
    ['no type', [{ status: 'True' }], ['status.conditions[0].type: Required value']],
    [
      'an odd status of another',
      [{ type: 'X', status: 'Maybe' }],
      ['status.conditions[0].status: Unsupported value: "Maybe": supported values: "False", "True", "Unknown"'],
    ],
  ])('refuses %s', async (_, conditions, causes) => {
    expect(await causesOf(approve(await create(), ...conditions))).toEqual(causes)
  })

  test('cannot remove a decision', async () => {
    const made = await approve(await create(), approved)
    const removed = 'status.conditions: Forbidden: updates may not remove a condition of type "Approved"'
    expect(await causesOf(approve(made))).toEqual([removed])
    expect(await causesOf(approve(made, denied))).toEqual([removed])
  })
})

describe('/status', () => {
  const sign = (made: SigningRequest, text: string, conditions: readonly object[] = [approved]) =>
    put('status', made, { conditions, certificate: base64(text) })

  test('accepts a certificate with text around it, once', async () => {
    const made = await approve(await create(), approved)
    const signed = await sign(made, `# first\n${certificate}\n# and again\n${certificate}`)
    expect(signed.status?.certificate).toBe(base64(`# first\n${certificate}\n# and again\n${certificate}`))
    expect(signed.status?.conditions).toEqual(made.status?.conditions)
    const final = ['status.certificate: Forbidden: updates may not modify existing certificate content']
    expect(await causesOf(sign(signed, certificate))).toEqual(final)
    expect(await causesOf(sign(signed, ''))).toEqual(final)
    const current = await fresh(made)
    expect(await causesOf(put('status', current, { ...current.status }))).toEqual([])
  })

  test.each<[string, () => string, string]>([
    ['no block', () => 'hello', 'must contain at least one CERTIFICATE PEM block'],
    ['another block', () => `${certificate}${pem}`, 'only CERTIFICATE PEM blocks are allowed, found "CERTIFICATE REQUEST"'],
    ['headers', () => certificate.replace('-----\n', '-----\nA: b\n\n'), 'no PEM block headers are permitted'],
    ['other bytes', () => '-----BEGIN CERTIFICATE-----\naGVsbG8=\n-----END CERTIFICATE-----\n', 'x509: malformed certificate'],
    ['very many', () => certificate.repeat(101), 'must contain at most 100 PEM blocks'],
  ])('refuses a certificate with %s', async (_, text, message) => {
    const made = await approve(await create(), approved)
    expect(await causesOf(sign(made, text()))).toEqual([`status.certificate: Invalid value: "<certificate data>": ${message}`])
  })

  test('cannot change the approval', async () => {
    const made = await create()
    expect(await causesOf(sign(made, certificate, [approved]))).toEqual([
      'status.conditions: Forbidden: updates may not add a condition of type "Approved"',
    ])
    const decided = await approve(made, approved)
    expect(await causesOf(sign(decided, certificate, []))).toEqual([
      'status.conditions: Forbidden: updates may not remove a condition of type "Approved"',
    ])
    const told = await sign(decided, '', [
      { ...approved, message: 'other words' },
      { type: 'Failed', status: 'True' },
    ])
    expect(told.status?.conditions).toMatchObject([approved, { type: 'Failed', lastUpdateTime: expect.any(String) }])
  })
})

test('requests are listed by their signer', async () => {
  const signerName = 'example.com/listed'
  await create({ signerName })
  const { items } = await requests.list({ fieldSelector: `spec.signerName=${signerName}` })
  expect(items.map(({ metadata }) => metadata.name)).toEqual([name])
})

test('no manager is recorded for writes before the first apply', async () => {
  const made = await create()
  expect(made.metadata.managedFields).toBeUndefined()
  await requests.apply({ metadata: { name, labels: { a: 'b' } } }, { fieldManager: 'me' })
  const labelled = await requests.patch(name, { merge: { metadata: { labels: { c: 'd' } } } }, { fieldManager: 'you' })
  expect(labelled.metadata.managedFields?.map(({ manager }) => manager).sort()).toContain('you')
})
