import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { clusterTrustBundleAttest } from '../../../src/public/admission.js'
import type { Client } from '../../../src/public/client.js'
import { type ControlPlane, createControlPlane } from '../../../src/public/index.js'
import { selfSigned } from '../../support/certificates.js'

const GROUP = 'certificates.platform.io'
const type = (version: string) =>
  ({ group: GROUP, version, resource: 'clustertrustbundles', kind: 'ClusterTrustBundle', namespaced: false }) as const
const rbac = { group: 'rbac.authorization.platform.io', version: 'v1' } as const
const SIGNER = 'example.com/shop'

let plane: ControlPlane
let one: string
let other: string
let key: string
beforeAll(async () => {
  const made = await selfSigned({ subject: 'CN=one' })
  ;[one, key] = [made.cert, made.key]
  other = (await selfSigned({ subject: 'CN=other' })).cert
  plane = await createControlPlane({
    authorizer: 'RBAC',
    featureGates: { ClusterTrustBundle: true },
    runtimeConfig: { [`${GROUP}/v1beta1`]: true, [`${GROUP}/v1alpha1`]: true },
    admission: [clusterTrustBundleAttest()],
  })
  const cluster = (kind: string) => plane.client().resource({ ...rbac, kind })
  const role = async (name: string, rules: readonly object[], users: readonly string[]) => {
    await cluster('ClusterRole').create({ metadata: { name }, rules })
    const subjects = users.map((user) => ({ kind: 'User', name: user }))
    await cluster('ClusterRoleBinding').create({ metadata: { name }, roleRef: { kind: 'ClusterRole', name }, subjects })
  }
  await role('bundles', [{ apiGroups: [GROUP], resources: ['clustertrustbundles'], verbs: ['*'] }], ['jane', 'attester', 'wide'])
  const attest = (name: string) => [{ apiGroups: [GROUP], resources: ['signers'], resourceNames: [name], verbs: ['attest'] }]
  await role('attest', attest(SIGNER), ['attester'])
  await role('wide', attest('example.com/*'), ['wide'])
})
afterAll(() => plane.close())

const bundles = (user?: string, version = 'v1beta1') =>
  plane.client(user === undefined ? {} : { user }).resource<{ spec: object }>(type(version))
const create = (name: string, spec: object, user?: string) => bundles(user).create({ metadata: { name }, spec })

test('each version is served only if its feature gate and the version are turned on', async () => {
  const served = async (client: Client) => (await client.types()).filter(({ kind }) => kind === 'ClusterTrustBundle')
  const closed = await createControlPlane()
  expect(await served(closed.client())).toEqual([])
  const open = await createControlPlane({ featureGates: { ClusterTrustBundle: true } })
  expect(await served(open.client())).toEqual([])
  await expect(createControlPlane({ runtimeConfig: { [`${GROUP}/v1beta1`]: true } })).rejects.toThrow(RangeError)
  expect(await served(plane.client())).toMatchObject([{ version: 'v1beta1', namespaced: false }])
  await Promise.all([closed.close(), open.close()])
})

test('a bundle is the same in both versions, and is found by its signer', async () => {
  await create('example.com:shop:a', { signerName: SIGNER, trustBundle: `${one}\nbetween\n${other}` })
  await create('plain', { trustBundle: one })
  const found = await bundles(undefined, 'v1alpha1').list({ fieldSelector: `spec.signerName=${SIGNER}` })
  expect(found.items.map(({ apiVersion, metadata }) => `${apiVersion} ${metadata.name}`)).toEqual([
    `${GROUP}/v1alpha1 example.com:shop:a`,
  ])
})

describe('a bundle is refused', () => {
  const bad = (edit: (pem: string) => string) => ({ trustBundle: edit(one) })
  test.each<[string, string, () => object, RegExp]>([
    ['without certificates', 'a', () => ({ trustBundle: 'nothing' }), /must contain at least one CERTIFICATE PEM block/],
    ['that is empty', 'a', () => ({ trustBundle: '' }), /spec\.trustBundle/],
    ['with a key in it', 'a', () => ({ trustBundle: one + key }), /only CERTIFICATE PEM blocks are allowed, found "PRIVATE KEY"/],
    [
      'with headers in a block',
      'a',
      () => bad((pem) => pem.replace('-----BEGIN CERTIFICATE-----\n', '-----BEGIN CERTIFICATE-----\nA: b\n\n')),
      /no PEM block headers are permitted/,
    ],
    ['with one certificate twice', 'a', () => ({ trustBundle: one + other + one }), /must contain each certificate once/],
    [
      'with bytes that are none',
      'a',
      () => ({ trustBundle: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n' }),
      /x509: malformed certificate/,
    ],
    ['with a bad signer', 'nosigner:a', () => ({ signerName: 'nosigner', trustBundle: one }), /must be a fully qualified domain/],
    ['that is named for a signer, and has none', 'example.com:shop:b', () => bad((pem) => pem), /must not have ":" in its name/],
    [
      'that is not named for its signer',
      'b',
      () => ({ signerName: SIGNER, trustBundle: one }),
      /named with prefix example\.com:shop:/,
    ],
    ['with no name of its own', 'example.com:shop:', () => ({ signerName: SIGNER, trustBundle: one }), /metadata\.name/],
  ])('%s', async (_about, name, spec, message) => {
    await expect(create(name, spec())).rejects.toThrow(message)
  })

  test('when its signer changes', async () => {
    const made = await create('example.com:shop:fixed', { signerName: SIGNER, trustBundle: one })
    const { signerName: _, ...rest } = made.spec as { signerName: string; trustBundle: string }
    await expect(bundles().update({ ...made, spec: rest })).rejects.toThrow(/spec\.signerName.*field is immutable/)
    const changed = await bundles().update({ ...made, spec: { signerName: SIGNER, trustBundle: other } })
    expect(changed.spec).toEqual({ signerName: SIGNER, trustBundle: other })
  })
})

describe('a write of a bundle of a signer', () => {
  test('needs the right to attest for the signer, even to delete it', async () => {
    const refused = `user not permitted to attest for signerName "${SIGNER}"`
    const spec = { signerName: SIGNER, trustBundle: one }
    await expect(create('example.com:shop:c', spec, 'jane')).rejects.toThrow(refused)
    const made = await create('example.com:shop:c', spec, 'attester')
    await expect(bundles('jane').update({ ...made, spec: { ...spec, trustBundle: other } })).rejects.toThrow(refused)
    await expect(bundles('jane').delete('example.com:shop:c')).rejects.toThrow(refused)
    await bundles('attester').delete('example.com:shop:c')
    await create('example.com:shop:d', spec, 'wide')
  })

  test('needs no right to attest for a bundle without a signer', async () => {
    await create('without-signer', { trustBundle: one }, 'jane')
    await bundles('jane').delete('without-signer')
  })
})
