import { X509Certificate } from 'node:crypto'
import { afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import type { Authorizer } from '../../../src/authz/index.js'
import { ownSigners } from '../../../src/controllers/library/index.js'
import type { ApiObject } from '../../../src/meta/index.js'
import { createCertificateRequest } from '../../../src/public/certificates.js'
import { createCertificateApprover, createCertificateCleaner, createCertificateSigner } from '../../../src/public/controllers.js'
import { type TestPlane, testPlane } from '../../../src/public/testing.js'
import { approved, base64, requestType, type SigningRequestFields } from '../../support/certificate-requests.js'
import { secrets } from '../support.js'

type SigningRequest = ApiObject & SigningRequestFields

const CLIENT = 'platform.io/apiserver-client'
const NODE_CLIENT = 'platform.io/apiserver-client-nodeagent'
const HOUR_MS = 3_600_000
const usages = ['digital signature', 'client auth']

let pem: string
let nodePem: string
beforeAll(async () => {
  pem = (await createCertificateRequest({ commonName: 'jane', organizations: ['dev'] })).requestPem
  nodePem = (await createCertificateRequest({ commonName: 'system:node:n1', organizations: ['system:nodes'] })).requestPem
})

let lab: TestPlane
afterEach(() => lab.close())

const requests = (user?: { username: string; groups: readonly string[] }) =>
  lab.client(user && { user }).resource<SigningRequestFields>(requestType())
const create = (name: string, spec: object = {}, user?: { username: string; groups: readonly string[] }) =>
  requests(user).create({
    metadata: { name },
    spec: { request: base64(pem), signerName: CLIENT, usages, ...spec },
  } as SigningRequestFields & { metadata: { name: string } })
const decide = (made: SigningRequest, type = 'Approved') =>
  requests()
    .subresource<SigningRequestFields>('approval')
    .update({ ...made, status: { conditions: [{ ...approved, type }] } })
const statusOf = async (name: string) => {
  await lab.settled()
  return (await requests().get(name)).status ?? {}
}
const textOf = (certificate = '') => Buffer.from(certificate, 'base64').toString()
const names = async () => (await requests().list()).items.map(({ metadata }) => metadata.name)

describe('the loop that signs', () => {
  test('signs approved requests, and no others', async () => {
    lab = await testPlane({ controllers: ['csrsigning'] })
    await create('pending')
    await decide(await create('denied'), 'Denied')
    await decide(await create('other', { signerName: 'example.com/other' }))
    await decide(await create('approved'))
    const { certificate } = await statusOf('approved')
    expect(new X509Certificate(textOf(certificate)).subject).toBe('O=dev\nCN=jane')
    for (const name of ['pending', 'denied', 'other']) expect((await statusOf(name)).certificate).toBeUndefined()
  })

  test('says why it does not sign, after the approval only', async () => {
    lab = await testPlane({ controllers: ['csrsigning'] })
    const made = await create('a', { usages: ['server auth'] })
    expect(await statusOf('a')).toEqual({})
    await decide(made)
    expect((await statusOf('a')).conditions).toMatchObject([
      { type: 'Approved' },
      {
        type: 'Failed',
        status: 'True',
        reason: 'SignerValidationFailure',
        message: 'invalid usage for client certificate: server auth',
      },
    ])
  })

  test('has an authority of its own from the start that outlives the process, until it is replaced', async () => {
    lab = await testPlane({ controllers: ['csrsigning'] })
    await lab.settled()
    const authority = () => secrets(lab.client(), 'platform-system').get('binnacle-signing-authority')
    const first = await authority()
    await decide(await create('a'))
    const issuer = new X509Certificate(textOf(first.data?.['tls.crt']))
    expect(new X509Certificate(textOf((await statusOf('a')).certificate)).verify(issuer.publicKey)).toBe(true)

    const again = await lab.fork()
    await lab.close()
    lab = again
    await decide(await create('b'))
    expect(new X509Certificate(textOf((await statusOf('b')).certificate)).verify(issuer.publicKey)).toBe(true)

    await secrets(lab.client(), 'platform-system').delete('binnacle-signing-authority')
    await decide(await create('c'))
    expect(new X509Certificate(textOf((await statusOf('c')).certificate)).verify(issuer.publicKey)).toBe(false)
    expect((await authority()).metadata.uid).not.toBe(first.metadata.uid)
  })

  test('creates its authority with the first certificate if that failed at the start, and reports the failure', async () => {
    lab = await testPlane()
    lab.faults.add({ resource: 'secrets', verb: 'create' }, { status: 500 })
    const failures: unknown[] = []
    const client = lab.client()
    const signers = ownSigners(client, { onError: (error) => failures.push(error) })
    createCertificateSigner(client, { signers })
    await lab.settled()
    expect(failures).toHaveLength(1)
    await decide(await create('a'))
    expect((await statusOf('a')).certificate).toBeDefined()
  })

  test('retries when a signer fails', async () => {
    lab = await testPlane()
    const failures: unknown[] = []
    let tries = 0
    const signer = {
      signerName: CLIENT,
      refuses: () => undefined,
      async sign() {
        tries += 1
        if (tries < 3) throw new Error('the signer is away')
        return '# no certificate'
      },
    }
    createCertificateSigner(lab.client(), { signers: [signer], onError: (error) => void failures.push(error) })
    await decide(await create('a'))
    await lab.advance(60_000)
    expect(failures.slice(0, 2)).toEqual([new Error('the signer is away'), new Error('the signer is away')])
    // What the plane refuses is a failure of the signer too.
    expect(String(failures[2])).toContain('must contain at least one CERTIFICATE PEM block')
  })

  test('two replicas sign a request once', async () => {
    lab = await testPlane()
    let signed = 0
    const { cert } = await (await import('../../support/certificates.js')).selfSigned()
    const signer = {
      signerName: CLIENT,
      refuses: () => undefined,
      async sign() {
        signed += 1
        return cert
      },
    }
    for (let n = 0; n < 2; n++) createCertificateSigner(lab.client(), { signers: [signer] })
    await decide(await create('a'))
    await lab.advance(5_000)
    expect(signed).toBeGreaterThan(0)
    const writes = lab.history({ verb: 'update', resource: 'certificatesigningrequests', subresource: 'status' })
    expect(writes.filter(({ code }) => code === 200)).toHaveLength(1)
  })
})

describe('the loop that approves', () => {
  /** Allows what is named, to the user that is named: `jane nodeclient`. */
  const allowing =
    (...granted: readonly string[]): Authorizer['authorize'] =>
    ({ user, subresource }) => ({
      decision:
        granted.includes(`${user.username} ${subresource}`) || !subresource.endsWith('nodeclient') ? 'allow' : 'noOpinion',
    })
  const boot = { username: 'boot', groups: [] }
  const node = { username: 'system:node:n1', groups: ['system:nodes'] }
  const other = { username: 'system:node:n2', groups: ['system:nodes'] }

  test.each([
    { user: boot, granted: ['boot nodeclient'], is: 'AutoApproved' },
    { user: boot, granted: ['boot selfnodeclient'], is: undefined },
    { user: boot, granted: [], is: undefined },
    { user: node, granted: ['system:node:n1 selfnodeclient'], is: 'AutoApproved' },
    { user: other, granted: ['system:node:n2 selfnodeclient'], is: undefined },
  ])('$user.username with the rights $granted: $is', async ({ user, granted, is }) => {
    lab = await testPlane({ authorizer: { authorize: allowing(...granted) } })
    createCertificateApprover(lab.client())
    await create('a', { request: base64(nodePem), signerName: NODE_CLIENT }, user)
    expect((await statusOf('a')).conditions?.[0]?.reason).toBe(is)
  })

  test('checks again, as rights may be granted later', async () => {
    let granted: readonly string[] = []
    lab = await testPlane({ authorizer: { authorize: (asked) => allowing(...granted)(asked) } })
    createCertificateApprover(lab.client())
    await create('a', { request: base64(nodePem), signerName: NODE_CLIENT }, boot)
    expect(await statusOf('a')).toEqual({})
    granted = ['boot nodeclient']
    await lab.advance(60_000)
    expect((await statusOf('a')).conditions).toMatchObject([{ type: 'Approved', reason: 'AutoApproved' }])
  })

  test('does not approve requests of other clients, of servers, and those that its signer would refuse', async () => {
    lab = await testPlane()
    createCertificateApprover(lab.client())
    const serving = { signerName: 'platform.io/nodeagent-serving', usages: ['digital signature', 'server auth'] }
    await create('client', { request: base64(nodePem) })
    await create('server', { request: base64(nodePem), ...serving })
    await create('jane', { signerName: NODE_CLIENT })
    for (const name of ['client', 'server', 'jane']) expect(await statusOf(name)).toEqual({})
  })
})

describe('the loop that cleans', () => {
  test.each([
    { what: 'pending', decided: undefined, left: 24 * HOUR_MS },
    { what: 'approved', decided: 'Approved', left: HOUR_MS },
    { what: 'denied', decided: 'Denied', left: HOUR_MS },
  ])('deletes what is $what after $left ms, and no earlier', async ({ decided, left }) => {
    lab = await testPlane()
    createCertificateCleaner(lab.client())
    const made = await create('a')
    if (decided) await decide(made, decided)
    await lab.advance(left - 1000)
    expect(await names()).toEqual(['a'])
    await lab.advance(1000)
    expect(await names()).toEqual([])
  })

  test('measures the time from the last decision', async () => {
    lab = await testPlane()
    createCertificateCleaner(lab.client())
    const made = await create('a')
    await lab.advance(23 * HOUR_MS)
    await decide(made)
    await lab.advance(HOUR_MS - 1000)
    expect(await names()).toEqual(['a'])
    await lab.advance(1000)
    expect(await names()).toEqual([])
  })

  test('deletes a request when its certificate has expired', async () => {
    lab = await testPlane({ controllers: ['csrsigning'] })
    createCertificateCleaner(lab.client())
    await decide(await create('a', { expirationSeconds: 600 }))
    expect((await statusOf('a')).certificate).toBeDefined()
    await lab.advance(599_000)
    expect(await names()).toEqual(['a'])
    await lab.advance(2_000)
    expect(await names()).toEqual([])
  })
})
