import { execFile } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@jest/globals'
import type { SigningRequest } from '../../src/certificates/index.js'
import { builtInSigners } from '../../src/certificates/index.js'
import { readCertificateRequest } from '../../src/crypto/index.js'
import { kubernetesDialect, platformDialect } from '../../src/meta/index.js'
import { createCertificateAuthority, readCertificateAuthority } from '../../src/public/certificates.js'
import { makeRequest, type RequestWish } from '../support/certificate-requests.js'

const signers = builtInSigners({ dialect: platformDialect, authorityOf: () => () => Promise.reject(new Error('not asked')) })
const NODE = '/O=system:nodes/CN=system:node:n1'
const [CLIENT, NODE_CLIENT, NODE_SERVING, LEGACY] = [
  'platform.io/apiserver-client',
  'platform.io/apiserver-client-nodeagent',
  'platform.io/nodeagent-serving',
  'platform.io/legacy-unknown',
] as const
const CLIENTS = ['digital signature', 'client auth']
const SERVERS = ['digital signature', 'server auth']
const NAMES = 'DNS:n1.example.com,IP:10.0.0.1'

async function refusal(signerName: string, usages: readonly string[], wish: RequestWish): Promise<string | undefined> {
  const { request } = await makeRequest(wish)
  const asked: SigningRequest = { request: await readCertificateRequest(request), usages, username: 'jane', groups: [] }
  return signers.find((signer) => signer.signerName === signerName)?.refuses(asked)
}

test('there are four, named by the dialect', () => {
  expect(signers.map(({ signerName }) => signerName)).toEqual([CLIENT, NODE_CLIENT, NODE_SERVING, LEGACY])
  const others = builtInSigners({ dialect: kubernetesDialect, authorityOf: () => () => Promise.reject(new Error('not asked')) })
  expect(others.map(({ signerName }) => signerName)).toEqual([
    'kubernetes.io/kube-apiserver-client',
    'kubernetes.io/kube-apiserver-client-kubelet',
    'kubernetes.io/kubelet-serving',
    'kubernetes.io/legacy-unknown',
  ])
})

test('a signer without an authority is left out', () => {
  const some = builtInSigners({
    dialect: platformDialect,
    authorityOf: (name) => (name === CLIENT ? () => Promise.reject() : undefined),
  })
  expect(some.map(({ signerName }) => signerName)).toEqual([CLIENT])
})

// Specification, "Certificate signing endpoints", built-in signers: the rows, and what breaks each of their rules.
test.each<[signer: string, usages: readonly string[], wish: RequestWish]>([
  [CLIENT, ['client auth'], {}],
  [
    CLIENT,
    ['client auth', 'key encipherment', 'digital signature'],
    { subject: '/CN=anybody', names: `${NAMES},email:a@b.c,URI:x://y` },
  ],
  [NODE_CLIENT, CLIENTS, { subject: NODE }],
  [NODE_CLIENT, [...CLIENTS, 'key encipherment'], { subject: NODE }],
  [NODE_CLIENT, CLIENTS, { subject: '/O=system:nodes/CN=system:node:' }],
  [NODE_SERVING, SERVERS, { subject: NODE, names: NAMES }],
  [NODE_SERVING, [...SERVERS, 'key encipherment'], { subject: NODE, names: 'IP:::1' }],
  [LEGACY, ['code signing', 'cert sign'], { subject: '/O=a/O=b', names: 'email:a@b.c' }],
])('%s signs for %j: %j', async (signer, usages, wish) => {
  expect(await refusal(signer, usages, wish)).toBeUndefined()
})

// The last rule of each row: no certificate is an authority.
test.each<[signer: string, purpose: string, usages: readonly string[], wish: RequestWish]>([
  [CLIENT, 'sslclient', CLIENTS, { names: NAMES }],
  [NODE_CLIENT, 'sslclient', CLIENTS, { subject: NODE }],
  [NODE_SERVING, 'sslserver', SERVERS, { subject: NODE, names: NAMES }],
  [LEGACY, 'sslserver', [...SERVERS, ...CLIENTS], { names: NAMES }],
])(
  'openssl accepts what %s signs for %s, and a request for an authority does not result in one',
  async (name, purpose, usages, wish) => {
    const files = await createCertificateAuthority({ commonName: 'cluster' })
    const authority = await readCertificateAuthority(files)
    const signer = builtInSigners({ dialect: platformDialect, authorityOf: () => () => authority }).find(
      ({ signerName }) => signerName === name,
    )
    const extensions = ['basicConstraints=critical,CA:TRUE', 'keyUsage=keyCertSign']
    const { request } = await makeRequest({ ...wish, extensions })
    const asked = { request: await readCertificateRequest(request), usages, username: 'jane', groups: [] }
    expect(signer?.refuses(asked)).toBeUndefined()
    const issued = (await signer?.sign(asked)) ?? ''
    expect(new X509Certificate(issued).ca).toBe(false)

    const folder = await mkdtemp(path.join(os.tmpdir(), 'binnacle-signed-'))
    const [ca, leaf] = [path.join(folder, 'ca.pem'), path.join(folder, 'leaf.pem')]
    await Promise.all([writeFile(ca, files.certificatePem), writeFile(leaf, issued)])
    const verify = ['verify', '-x509_strict', '-purpose', purpose, '-CAfile', ca, leaf]
    expect((await promisify(execFile)('openssl', verify)).stdout.trim()).toBe(`${leaf}: OK`)
    await rm(folder, { recursive: true })
  },
)

const NO_ORGANIZATION = 'subject organization is not system:nodes'
const NO_NODE = 'subject common name does not begin with system:node:'
const CLIENT_USAGES = 'usages did not match [client auth digital signature key encipherment]'
const SERVER_USAGES = 'usages did not match [digital signature key encipherment server auth]'

test.each<[signer: string, usages: readonly string[], wish: RequestWish, reason: string]>([
  [CLIENT, ['digital signature'], {}, 'missing required usage for client certificate: client auth'],
  [CLIENT, ['client auth', 'server auth'], {}, 'invalid usage for client certificate: server auth'],
  [CLIENT, ['client auth', 'cert sign'], {}, 'invalid usage for client certificate: cert sign'],
  [CLIENT, ['client auth', 'any'], {}, 'invalid usage for client certificate: any'],
  [NODE_CLIENT, CLIENTS, { subject: '/CN=system:node:n1' }, NO_ORGANIZATION],
  [NODE_CLIENT, CLIENTS, { subject: '/O=dev/CN=system:node:n1' }, NO_ORGANIZATION],
  [NODE_CLIENT, CLIENTS, { subject: '/O=system:nodes/O=dev/CN=system:node:n1' }, NO_ORGANIZATION],
  [NODE_CLIENT, CLIENTS, { subject: '/O=system:nodes/CN=n1' }, NO_NODE],
  [NODE_CLIENT, CLIENTS, { subject: NODE, names: 'DNS:a.example.com' }, 'DNS subjectAltNames are not allowed'],
  [NODE_CLIENT, CLIENTS, { subject: NODE, names: 'IP:10.0.0.1' }, 'IP subjectAltNames are not allowed'],
  [NODE_CLIENT, CLIENTS, { subject: NODE, names: 'email:a@b.c' }, 'Email subjectAltNames are not allowed'],
  [NODE_CLIENT, CLIENTS, { subject: NODE, names: 'URI:x://y' }, 'URI subjectAltNames are not allowed'],
  [NODE_CLIENT, CLIENTS, { subject: NODE, names: 'otherName:1.2.3.4;UTF8:x' }, 'other subjectAltNames are not allowed'],
  [NODE_SERVING, SERVERS, { subject: NODE, names: `${NAMES},RID:1.2.3.4` }, 'other subjectAltNames are not allowed'],
  [NODE_CLIENT, ['client auth'], { subject: NODE }, CLIENT_USAGES],
  [NODE_CLIENT, [...CLIENTS, 'server auth'], { subject: NODE }, CLIENT_USAGES],
  [NODE_CLIENT, [...CLIENTS, 'key encipherment', 'any'], { subject: NODE }, CLIENT_USAGES],
  [NODE_SERVING, SERVERS, { subject: '/O=dev/CN=system:node:n1', names: NAMES }, NO_ORGANIZATION],
  [NODE_SERVING, SERVERS, { subject: '/O=system:nodes/CN=n1', names: NAMES }, NO_NODE],
  [NODE_SERVING, SERVERS, { subject: NODE }, 'DNS or IP subjectAltName is required'],
  [NODE_SERVING, SERVERS, { subject: NODE, names: 'email:a@b.c' }, 'DNS or IP subjectAltName is required'],
  [NODE_SERVING, SERVERS, { subject: NODE, names: `${NAMES},email:a@b.c` }, 'Email subjectAltNames are not allowed'],
  [NODE_SERVING, SERVERS, { subject: NODE, names: `${NAMES},URI:x://y` }, 'URI subjectAltNames are not allowed'],
  [NODE_SERVING, ['server auth'], { subject: NODE, names: NAMES }, SERVER_USAGES],
  [NODE_SERVING, [...SERVERS, 'client auth'], { subject: NODE, names: NAMES }, SERVER_USAGES],
])('%s refuses for %j: %j', async (signer, usages, wish, reason) => {
  expect(await refusal(signer, usages, wish)).toBe(reason)
})
