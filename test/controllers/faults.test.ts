import { generateKeyPairSync } from 'node:crypto'
import { beforeAll, describe, expect, test } from '@jest/globals'
import { createCertificateRequest } from '../../src/public/certificates.js'
import type { Client } from '../../src/public/client.js'
import {
  createCertificateApprover,
  createCertificateSigner,
  createGarbageCollector,
  createNamespaceController,
  createServiceAccountController,
} from '../../src/public/controllers.js'
import { type TestPlane, testPlane } from '../../src/public/testing.js'
import { requestType, type SigningRequestFields } from '../support/certificate-requests.js'
import { selfSigned } from '../support/certificates.js'
import { ACCOUNTS, base64, configMaps, NAMESPACES, namesOf, ownerOf, secrets } from './support.js'

/** As whom the loops of a plane ask it. */
const LOOPS = 'system:apiserver'
const NODE_CLIENT = 'platform.io/apiserver-client-nodeagent'
const PUBLIC = 'platform-public'
const SYSTEM = 'platform-system'

let request: string
beforeAll(async () => {
  const { requestPem } = await createCertificateRequest({ commonName: 'system:node:n1', organizations: ['system:nodes'] })
  request = base64(requestPem)
})

/** Gives each loop something to do. */
async function work(client: Client, nowMs: number): Promise<void> {
  const namespaces = client.resource(NAMESPACES)
  for (const name of ['team', 'going']) await namespaces.create({ metadata: { name } })
  const maps = configMaps(client, 'team')
  const [owner, other] = [await maps.create({ metadata: { name: 'owner' } }), await maps.create({ metadata: { name: 'other' } })]
  await maps.create({ metadata: { name: 'owned', ownerReferences: [ownerOf(owner)] } })
  await maps.create({ metadata: { name: 'shared', ownerReferences: [ownerOf(owner), ownerOf(other)] } })
  await maps.delete('owner')
  await configMaps(client, 'going').create({ metadata: { name: 'content' } })
  await namespaces.delete('going')

  await client
    .resource(ACCOUNTS)
    .namespace('team')
    .create({ metadata: { name: 'robot' } })
  const annotations = { 'platform.io/service-account.name': 'robot' }
  const type = 'platform.io/service-account-token'
  await secrets(client, 'team').create({ metadata: { name: 'robot-token', annotations }, type })

  const token = (id: string, more: Record<string, string> = {}) => {
    const texts = { 'token-id': id, 'token-secret': '0123456789abcdef', 'usage-bootstrap-signing': 'true', ...more }
    const data = Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, base64(text)]))
    return secrets(client, SYSTEM).create({
      metadata: { name: `bootstrap-token-${id}` },
      type: 'bootstrap.platform.io/token',
      data,
    })
  }
  await token('aaaaaa')
  await token('bbbbbb', { expiration: new Date(nowMs + 30_000).toISOString() })
  await configMaps(client, PUBLIC).create({ metadata: { name: 'cluster-info' }, data: { kubeconfig: '{}' } })

  await client.resource<SigningRequestFields>(requestType()).create({
    metadata: { name: 'node' },
    spec: { request, signerName: NODE_CLIENT, usages: ['digital signature', 'client auth'] },
  })
}

/** What has to be there when everything is done: nothing more, and nothing less. */
async function outcome(client: Client): Promise<object> {
  const token = await secrets(client, 'team').get('robot-token')
  const node = await client.resource<SigningRequestFields>(requestType()).get('node')
  const shared = await configMaps(client, 'team').get('shared')
  return {
    namespaces: (await namesOf(client.resource(NAMESPACES))).filter((name) => ['team', 'going'].includes(name)),
    maps: await namesOf(configMaps(client, 'team')),
    ownersOfShared: shared.metadata.ownerReferences?.map(({ name }) => name),
    accounts: await namesOf(client.resource(ACCOUNTS).namespace('team')),
    token: Object.keys(token.data ?? {}).sort(),
    bootstrapTokens: (await namesOf(secrets(client, SYSTEM))).filter((name) => name.startsWith('bootstrap')),
    signatures: Object.keys((await configMaps(client, PUBLIC).get('cluster-info')).data ?? {}).sort(),
    conditions: node.status?.conditions?.map(({ type }) => type),
    isSigned: node.status?.certificate !== undefined,
  }
}
const DONE = {
  namespaces: ['team'],
  maps: ['kube-root-ca.crt', 'other', 'shared'],
  ownersOfShared: ['other'],
  accounts: ['default', 'robot'],
  token: ['ca.crt', 'namespace', 'token'],
  bootstrapTokens: ['bootstrap-token-aaaaaa'],
  signatures: ['jws-kubeconfig-aaaaaa', 'kubeconfig'],
  conditions: ['Approved'],
  isSigned: true,
}

// A key that does not have to be made first, which takes longer than planes in tests wait for.
const signingKey = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  .privateKey.export({ type: 'pkcs8', format: 'pem' })
  .toString()
const open = () =>
  testPlane({
    controllers: ['*'],
    rootCertificates: 'PEM',
    serviceAccounts: { signingKey },
    logger: { error() {} },
  })

describe('all loops do what they have to, and nothing else', () => {
  const writes = ['create', 'update', 'patch', 'delete', 'deletecollection'] as const
  test.each<[string, (lab: TestPlane) => void]>([
    ['when all is well', () => {}],
    [
      'when their watches break',
      ({ faults }) => void faults.add({ user: LOOPS, verb: 'watch', times: 100 }, { cutAfterEvents: 2 }),
    ],
    [
      'when the place of their watches is forgotten',
      ({ faults }) => void faults.add({ user: LOOPS, verb: 'watch', times: 60 }, { status: 410 }),
    ],
    ['when lists are refused', ({ faults }) => void faults.add({ user: LOOPS, verb: 'list', times: 40 }, { status: 503 })],
    [
      'when others write in between',
      ({ faults }) => {
        for (const verb of writes) faults.add({ user: LOOPS, verb, times: 4 }, { status: 409 })
      },
    ],
    [
      'when the answers to their writes are lost',
      ({ faults }) => {
        for (const verb of writes) faults.add({ user: LOOPS, verb, times: 4 }, { loseAnswer: true })
      },
    ],
    [
      'when what they read comes late',
      ({ faults }) => void faults.add({ user: LOOPS, verb: 'watch', times: Number.POSITIVE_INFINITY }, { delayMs: 700 }),
    ],
  ])(
    '%s',
    async (situation, spoil) => {
      const lab = await open()
      spoil(lab)
      const client = lab.client({ user: 'tester' })
      await work(client, lab.clock.now())
      await lab.advance(20 * 60_000)
      expect(await outcome(client)).toEqual(DONE)
      expect(lab.faults.count > 0).toBe(situation !== 'when all is well')
      await lab.close()
    },
    60_000,
  )

  test('when their plane is killed in the midst of it', async () => {
    let lab = await open()
    await work(lab.client({ user: 'tester' }), lab.clock.now())
    // At moments that differ, each time with something begun and something not.
    for (const ms of [0, 500, 1_000, 1_500, 4_000]) {
      await lab.advance(ms)
      const next = await lab.fork()
      await lab.close()
      lab = next
    }
    await lab.advance(20 * 60_000)
    expect(await outcome(lab.client({ user: 'tester' }))).toEqual(DONE)
    await lab.close()
  }, 60_000)
})

test('a leader that stands still is followed by another, and does nothing more when it comes back late', async () => {
  const lab = await testPlane()
  const tester = lab.client({ user: 'tester' })
  const { cert } = await selfSigned()
  let signed = 0
  const signer = {
    signerName: NODE_CLIENT,
    refuses: () => undefined,
    async sign() {
      signed += 1
      return cert
    },
  }
  const start = (identity: string) => {
    const client = lab.client({ user: identity })
    const leases = client.resource({ group: 'coordination.platform.io', version: 'v1', resource: 'leases' }).namespace('default')
    const options = (name: string) => ({ leaderElection: { leases, name, identity } })
    return [
      createServiceAccountController(client, options('accounts')),
      createGarbageCollector(client, options('garbage')),
      createNamespaceController(client, options('namespaces')),
      createCertificateApprover(client, options('approver')),
      createCertificateSigner(client, { ...options('signer'), signers: [signer] }),
    ]
  }
  const first = start('first')
  await lab.advance(1_000)
  const second = start('second')
  await lab.advance(1_000)
  const frozen = lab.faults.add({ user: 'first', times: Number.POSITIVE_INFINITY }, { refuseConnection: true })
  await work(tester, lab.clock.now())
  await lab.advance(60_000)
  const { namespaces, accounts, maps, conditions } = (await outcome(tester)) as typeof DONE
  expect({ namespaces, accounts, maps, conditions }).toEqual({
    namespaces: ['team'],
    accounts: ['default', 'robot'],
    maps: ['other', 'shared'],
    conditions: ['Approved'],
  })
  frozen.remove()
  const from = lab.revision
  await lab.advance(60_000)
  // Only Leases are renewed.
  expect(lab.diff(from).filter(({ kind }) => kind !== 'Lease')).toEqual([])
  expect(signed).toBe(1)
  await Promise.all([...first, ...second].map((each) => each.stop()))
  await lab.close()
})
