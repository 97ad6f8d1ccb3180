import { afterEach, beforeAll, expect, test } from '@jest/globals'
import type { Signer } from '../../../src/certificates/index.js'
import { createTrustBundlePublisher } from '../../../src/public/controllers.js'
import { type TestPlane, type TestPlaneOptions, testPlane } from '../../../src/public/testing.js'
import { selfSigned } from '../../support/certificates.js'

const TYPE = { group: 'certificates.platform.io', version: 'v1beta1', resource: 'clustertrustbundles' } as const
const SERVED = {
  featureGates: { ClusterTrustBundle: true },
  runtimeConfig: { 'certificates.platform.io/v1beta1': true },
}
const SERVING = 'platform.io/apiserver-serving'

let root: string
let next: string
beforeAll(async () => {
  root = (await selfSigned({ subject: 'CN=root' })).cert
  next = (await selfSigned({ subject: 'CN=next' })).cert
})

let lab: TestPlane
afterEach(() => lab.close())

const open = async (options: TestPlaneOptions = {}) => {
  lab = await testPlane({ ...SERVED, ...options })
  return lab.client().resource<{ spec: { signerName?: string; trustBundle: string } }>(TYPE)
}
const shown = async (bundles: Awaited<ReturnType<typeof open>>) => {
  await lab.settled()
  return (await bundles.list()).items.map(({ spec }) => [spec.signerName, spec.trustBundle])
}

test('a plane publishes the root of its serving certificate, and the authority of each of its signers', async () => {
  const bundles = await open({ controllers: ['cluster-trust-bundle-publisher', 'csrsigning'], rootCertificates: root })
  const published = await shown(bundles)
  const signers = ['apiserver-client', 'apiserver-client-nodeagent', 'legacy-unknown', 'nodeagent-serving']
  expect(published.map(([signerName]) => signerName).sort()).toEqual(
    [SERVING, ...signers.map((name) => `platform.io/${name}`)].sort(),
  )
  expect(published.find(([signerName]) => signerName === SERVING)?.[1]).toBe(root)
  // One authority signs for all of them.
  const secrets = lab.client().resource<{ data: Record<string, string> }>({ group: '', version: 'v1', resource: 'secrets' })
  const { data } = await secrets.namespace('platform-system').get('binnacle-signing-authority')
  const authority = Buffer.from(data['tls.crt'] ?? '', 'base64').toString()
  expect(new Set(published.filter(([signerName]) => signerName !== SERVING).map(([, pem]) => pem))).toEqual(new Set([authority]))
})

test('a deleted or changed bundle is restored, one of a former authority is deleted, and those of other signers stay', async () => {
  let authority = root
  const signer: Signer = {
    signerName: 'example.com/shop',
    refuses: () => undefined,
    sign: () => Promise.reject(new Error('not asked')),
    authority: async () => authority,
  }
  const bundles = await open()
  const loop = createTrustBundlePublisher(lab.client({ user: 'publisher' }), { signers: [signer] })
  await bundles.create({
    metadata: { name: 'example.org:other:a' },
    spec: { signerName: 'example.org/other', trustBundle: root },
  })
  await bundles.create({ metadata: { name: 'plain' }, spec: { trustBundle: root } })
  const others = [
    ['example.org/other', root],
    [undefined, root],
  ]
  expect(await shown(bundles)).toEqual([['example.com/shop', root], ...others])

  const [own] = (await bundles.list({ fieldSelector: 'spec.signerName=example.com/shop' })).items
  const name = own?.metadata.name ?? ''
  expect(name).toMatch(/^example\.com:shop:[0-9a-f]{20}$/)
  await bundles.delete(name)
  expect(await shown(bundles)).toEqual([['example.com/shop', root], ...others])
  await bundles.patch(name, { merge: { spec: { trustBundle: next } } })
  expect(await shown(bundles)).toEqual([['example.com/shop', root], ...others])

  authority = next
  await lab.advance(60_000)
  expect(await shown(bundles)).toEqual([['example.com/shop', next], ...others])
  await loop.stop()
})

test('a plane that does not serve the type has no such loop', async () => {
  lab = await testPlane({ controllers: ['cluster-trust-bundle-publisher'], rootCertificates: root })
  await lab.advance(120_000)
  expect(lab.history({ user: 'system:apiserver' })).toEqual([])
})
