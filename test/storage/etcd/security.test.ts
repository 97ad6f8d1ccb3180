import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { type CertificateAndKey, createSelfSignedCertificate } from '../../../src/crypto/index.js'
import { loadX509 } from '../../../src/crypto/x509.js'
import type { ApiError } from '../../../src/meta/index.js'
import { createEtcdStorage, type EtcdStorageOptions } from '../../../src/storage/index.js'
import { type Etcd, openReplica, startEtcd } from './support.js'

let folder: string
let etcd: Etcd
let server: CertificateAndKey
let client: CertificateAndKey
const auth = { username: 'binnacle', password: 'a secret' }

interface Administrator {
  user(name: string): { create(password: string): Promise<{ addRole(role: string): Promise<unknown> }> }
  role(name: string): { create(): Promise<{ grant(request: unknown): Promise<unknown> }> }
  readonly auth: { authEnable(): Promise<unknown> }
  close(): void
}

const { Etcd3 } = createRequire(import.meta.url)('etcd3') as { Etcd3: new (options: unknown) => Administrator }

/** A self-signed client certificate. */
async function clientCertificate(): Promise<CertificateAndKey> {
  const x509 = await loadX509()
  const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: '01',
    // No common name: etcd would use it as the user name.
    name: [{ O: ['binnacle'] }],
    keys,
    signingAlgorithm: { name: 'ECDSA', hash: 'SHA-256' },
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.clientAuth]),
    ],
  })
  const key = await crypto.subtle.exportKey('pkcs8', keys.privateKey)
  return { certificatePem: certificate.toString('pem'), privateKeyPem: x509.PemConverter.encode(key, 'PRIVATE KEY') }
}

const options = (more: Partial<EtcdStorageOptions> = {}): EtcdStorageOptions => ({
  endpoints: [etcd.url],
  prefix: '/secure',
  tls: { ca: server.certificatePem, cert: client.certificatePem, key: client.privateKeyPem },
  auth,
  timeoutMs: 2_000,
  ...more,
})

async function refusalOf(more: Partial<EtcdStorageOptions>): Promise<number | undefined> {
  const storage = await createEtcdStorage(options(more))
  const refusal = await storage.load().then(
    () => undefined,
    (error: ApiError) => error.status.code,
  )
  await storage.close()
  return refusal
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'binnacle-tls-'))
  server = await createSelfSignedCertificate({ hosts: ['127.0.0.1'] })
  client = await clientCertificate()
  const write = async (name: string, text: string) => {
    const file = path.join(folder, name)
    await writeFile(file, text)
    return file
  }
  const tls = {
    cert: await write('server.pem', server.certificatePem),
    key: await write('server-key.pem', server.privateKeyPem),
    ca: await write('client.pem', client.certificatePem),
  }
  etcd = await startEtcd({ tls, args: ['--auth-token-ttl', '1'] })
  const administrator = new Etcd3({
    hosts: etcd.url,
    credentials: {
      rootCertificate: Buffer.from(server.certificatePem),
      privateKey: Buffer.from(client.privateKeyPem),
      certChain: Buffer.from(client.certificatePem),
    },
  })
  const [root, user] = [
    await administrator.user('root').create('root'),
    await administrator.user(auth.username).create(auth.password),
  ]
  await administrator.role('root').create()
  await root.addRole('root')
  const role = await administrator.role('binnacle').create()
  const range = { start: Buffer.from('/secure/'), end: Buffer.from('/secure0') }
  await role.grant({ permission: 'Readwrite', range })
  await user.addRole('binnacle')
  await administrator.auth.authEnable()
  administrator.close()
})
afterAll(async () => {
  await etcd.stop()
  await rm(folder, { recursive: true })
})

test('mutual TLS, a user and a password give access to an etcd that requires them, to the keys below the prefix', async () => {
  const replica = await openReplica(options())
  const first = await replica.put('/a', 0, 'one')
  const second = await replica.put('/a', first, 'two')
  expect(replica.changes.map(({ revision }) => revision)).toEqual([first, second])
  expect(await replica.storage.revision()).toBe(second)
  await replica.storage.close()
})

test('an expired token of etcd is renewed, for commits and for watches', async () => {
  const replica = await openReplica(options())
  const first = await replica.put('/b', 0, 'one')
  await etcd.kill()
  await etcd.restart()
  const second = await replica.put('/b', first, 'two').catch(() => replica.put('/b', first, 'two'))
  expect(replica.changes.map(({ revision }) => revision)).toEqual([first, second])
  await replica.storage.close()
})

test.each<[string, () => Partial<EtcdStorageOptions>]>([
  ['a wrong password', () => ({ auth: { ...auth, password: 'another' } })],
  ['a prefix of others', () => ({ prefix: '/others' })],
  ['an untrusted server', () => ({ tls: { ca: client.certificatePem, cert: client.certificatePem, key: client.privateKeyPem } })],
  ['no certificate of the client', () => ({ tls: { ca: server.certificatePem } })],
])('%s is refused with 503, as it may be temporary', async (_, more) => {
  expect(await refusalOf(more())).toBe(503)
})

test('invalid certificates are refused at once, and keys are never shown', async () => {
  const attempt = createEtcdStorage(options({ tls: { ca: 'nonsense', cert: 'none', key: 'also none' } }))
  await expect(attempt).rejects.toThrow(/^tls: /)
  await expect(attempt).rejects.not.toThrow('also none')
})
