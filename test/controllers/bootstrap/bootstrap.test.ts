import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { createBootstrapSigner, createTokenCleaner, verifyClusterInfo } from '../../../src/public/controllers.js'
import { type TestPlane, testPlane } from '../../../src/public/testing.js'
import { base64, configMaps, namesOf, secrets } from '../support.js'

const SYSTEM = 'platform-system'
const KUBECONFIG = 'apiVersion: v1\nkind: Config\n'
const SECRET = '0123456789abcdef'
const TYPE = 'bootstrap.platform.io/token'

let lab: TestPlane
beforeEach(async () => {
  lab = await testPlane({ controllers: ['bootstrapsigner', 'tokencleaner'] })
})
afterEach(() => lab.close())

const info = () => configMaps(lab.client(), 'platform-public')
const tokens = () => secrets(lab.client(), SYSTEM)

/** A token's Secret, with what differs from one that signs and never ends. */
function create(id: string, changed: Record<string, string | undefined> = {}, type = TYPE) {
  const entries = { 'token-id': id, 'token-secret': SECRET, 'usage-bootstrap-signing': 'true', ...changed }
  const data = Object.entries(entries).flatMap(([key, text]) => (text === undefined ? [] : [[key, base64(text)]]))
  return tokens().create({ metadata: { name: `bootstrap-token-${id}` }, type, data: Object.fromEntries(data) })
}
const inMs = (ms: number) => new Date(lab.clock.now() + ms).toISOString()
const keys = async () => Object.keys((await info().get('cluster-info')).data ?? {}).sort()

describe('cluster-info', () => {
  beforeEach(() => info().create({ metadata: { name: 'cluster-info' }, data: { kubeconfig: KUBECONFIG, other: 'kept' } }))

  test('has a signature for each token, which no other token verifies', async () => {
    await create('aaaaaa')
    await create('bbbbbb', { 'token-secret': 'fedcba9876543210' })
    await lab.settled()
    expect(await keys()).toEqual(['jws-kubeconfig-aaaaaa', 'jws-kubeconfig-bbbbbb', 'kubeconfig', 'other'])
    const signed = await info().get('cluster-info')
    expect(await verifyClusterInfo(signed, `aaaaaa.${SECRET}`)).toBe(KUBECONFIG)
    expect(await verifyClusterInfo(signed, 'bbbbbb.fedcba9876543210')).toBe(KUBECONFIG)
    for (const token of [`bbbbbb.${SECRET}`, 'aaaaaa.0000000000000000', `cccccc.${SECRET}`, 'aaaaaa', '']) {
      expect(await verifyClusterInfo(signed, token)).toBeUndefined()
    }
  })

  test('is signed again when it changes, and when a signature is tampered with', async () => {
    await create('aaaaaa')
    await lab.settled()
    await info().patch('cluster-info', { merge: { data: { kubeconfig: 'changed' } } })
    await lab.settled()
    expect(await verifyClusterInfo(await info().get('cluster-info'), `aaaaaa.${SECRET}`)).toBe('changed')
    await info().patch('cluster-info', { merge: { data: { 'jws-kubeconfig-aaaaaa': 'wrong', 'jws-kubeconfig-zzzzzz': 'x' } } })
    await lab.settled()
    expect(await keys()).toEqual(['jws-kubeconfig-aaaaaa', 'kubeconfig', 'other'])
    expect(await verifyClusterInfo(await info().get('cluster-info'), `aaaaaa.${SECRET}`)).toBe('changed')
  })

  test.each([
    { what: 'is for other uses', changed: { 'usage-bootstrap-signing': undefined, 'usage-bootstrap-authentication': 'true' } },
    { what: 'may sign in other words', changed: { 'usage-bootstrap-signing': 'True' } },
    { what: 'has another id than its name says', changed: { 'token-id': 'zzzzzz' } },
    { what: 'is too short', changed: { 'token-secret': 'short' } },
    { what: 'is over', changed: { expiration: '2020-01-01T00:00:00Z' } },
  ])('is not signed with a token that $what', async ({ changed }) => {
    await create('aaaaaa', changed)
    await lab.settled()
    expect(await keys()).toEqual(['kubeconfig', 'other'])
  })

  test('loses the signature of a token at its expiration', async () => {
    await create('aaaaaa', { expiration: inMs(60_000) })
    await create('bbbbbb')
    await lab.settled()
    await tokens().delete('bootstrap-token-bbbbbb')
    await lab.settled()
    expect(await keys()).toEqual(['jws-kubeconfig-aaaaaa', 'kubeconfig', 'other'])
    await lab.advance(60_000)
    expect(await keys()).toEqual(['kubeconfig', 'other'])
  })

  test('a signature of another algorithm, or none, counts for nothing', async () => {
    const header = Buffer.from(JSON.stringify({ alg: 'none', kid: 'aaaaaa' })).toString('base64url')
    const forged = (signature: string) => ({ metadata: {}, data: { kubeconfig: KUBECONFIG, 'jws-kubeconfig-aaaaaa': signature } })
    for (const signature of [`${header}..`, '..', 'x', `${header}.${Buffer.from(KUBECONFIG).toString('base64url')}.`]) {
      expect(
        await verifyClusterInfo({ apiVersion: 'v1', kind: 'ConfigMap', ...forged(signature) }, `aaaaaa.${SECRET}`),
      ).toBeUndefined()
    }
  })
})

test('cluster-info is not made for a token, and stays as it is without a configuration', async () => {
  await create('aaaaaa')
  await lab.settled()
  expect(await namesOf(info())).toEqual([])
  await info().create({ metadata: { name: 'cluster-info' }, data: { other: 'x' } })
  await lab.settled()
  expect(await keys()).toEqual(['other'])
})

describe('the cleaner of tokens', () => {
  test('deletes a token at its expiration, and no earlier', async () => {
    await create('aaaaaa', { expiration: inMs(60_000) })
    await lab.advance(59_000)
    expect(await namesOf(tokens())).toEqual(['bootstrap-token-aaaaaa'])
    await lab.advance(1_000)
    expect(await namesOf(tokens())).toEqual([])
  })

  test.each([
    { expiration: '2020-01-01T00:00:00Z', left: 0 },
    { expiration: 'tomorrow', left: 0 },
    { expiration: '', left: 1 },
    { expiration: '2120-01-01T00:00:00Z', left: 1 },
  ])('leaves $left of a token that ends at "$expiration"', async ({ expiration, left }) => {
    await create('aaaaaa', { expiration })
    await lab.advance(1_000)
    expect(await namesOf(tokens())).toHaveLength(left)
  })

  test('keeps a token whose expiration is postponed', async () => {
    await create('aaaaaa', { expiration: inMs(60_000) })
    await lab.settled()
    await tokens().patch('bootstrap-token-aaaaaa', { merge: { data: { expiration: base64(inMs(3_600_000)) } } })
    await lab.advance(120_000)
    expect(await namesOf(tokens())).toHaveLength(1)
  })

  test('leaves Secrets of other types and in other namespaces alone', async () => {
    const over = { data: { expiration: base64('2020-01-01T00:00:00Z') } }
    await create('aaaaaa', { expiration: '2020-01-01T00:00:00Z' }, 'Opaque')
    await secrets(lab.client()).create({ metadata: { name: 'bootstrap-token-bbbbbb' }, type: TYPE, ...over })
    await lab.settled()
    expect([await namesOf(tokens()), await namesOf(secrets(lab.client()))]).toEqual([
      ['bootstrap-token-aaaaaa'],
      ['bootstrap-token-bbbbbb'],
    ])
  })
})

test('each controller works alone, on any client', async () => {
  const other = await testPlane()
  const loops = [createBootstrapSigner(other.client()), createTokenCleaner(other.client())]
  await Promise.all(loops.map(({ synced }) => synced))
  await Promise.all(loops.map((loop) => loop.stop()))
  await other.close()
})
