import { execFile } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import tls from 'node:tls'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { AuthoritySignerOptions, SigningRequest } from '../../src/certificates/index.js'
import { type CertificateAndKey, readCertificateRequest } from '../../src/crypto/index.js'
import {
  createAuthoritySigner,
  createCertificateAuthority,
  createCertificateRequest,
  readCertificateAuthority,
} from '../../src/public/certificates.js'
import { makeRequest } from '../support/certificate-requests.js'
import { selfSigned } from '../support/certificates.js'
import { ManualClock } from '../support/manual-clock.js'

const run = promisify(execFile)
const SIGNER = 'example.com/my-signer'
const YEAR_S = 31_536_000

let files: CertificateAndKey
let folder: string
beforeAll(async () => {
  files = await createCertificateAuthority({ commonName: 'my authority' })
  folder = mkdtempSync(path.join(os.tmpdir(), 'binnacle-signer-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

async function sign(
  pem: string,
  spec: Partial<SigningRequest> = {},
  options: Partial<AuthoritySignerOptions> = {},
  authority = files,
): Promise<string> {
  const known = await readCertificateAuthority(authority)
  const signer = createAuthoritySigner({ signerName: SIGNER, authority: () => known, ...options })
  const usages = ['digital signature', 'client auth']
  return signer.sign({ request: await readCertificateRequest(pem), usages, username: 'jane', groups: [], ...spec })
}

describe('what is signed', () => {
  test('has subject, names and key of the request, and no other extensions of it', async () => {
    const names = 'DNS:a.example.com,IP:10.1.2.3,URI:spiffe://x/y,email:jane@example.com'
    const extensions = ['basicConstraints=critical,CA:TRUE', 'extendedKeyUsage=codeSigning']
    const { request, key } = await makeRequest({ subject: '/C=DE/O=dev/O=ops/CN=jane', names, extensions })
    const made = new X509Certificate(await sign(request))
    expect(made.subject).toBe('C=DE\nO=dev\nO=ops\nCN=jane')
    expect(made.issuer).toBe('CN=my authority')
    expect(made.subjectAltName?.split(', ').sort()).toEqual([
      'DNS:a.example.com',
      'IP Address:10.1.2.3',
      'URI:spiffe://x/y',
      'email:jane@example.com',
    ])
    expect(made.keyUsage).toEqual(['1.3.6.1.5.5.7.3.2'])
    expect(made.ca).toBe(false)
    const { createPrivateKey } = await import('node:crypto')
    expect(made.checkPrivateKey(createPrivateKey(key))).toBe(true)
  })

  test('has the attributes of the subject that identify somebody, and no uid that the requester chose', async () => {
    const subject = '/CN=first/O=dev/emailAddress=a@b.c/1.3.6.1.4.1.57683.2=root/L=x/O=ops/serialNumber=1/serialNumber=2/CN=jane'
    const { request } = await makeRequest({ subject })
    expect(new X509Certificate(await sign(request)).subject).toBe('O=dev\nO=ops\nL=x\nCN=jane\nserialNumber=2')
  })

  test('has a common name that looks like DER as text', async () => {
    const { request } = await makeRequest({ subject: '/CN=#0500' })
    expect(new X509Certificate(await sign(request)).subject).toBe('CN=\\#0500')
  })

  test('has no names of other kinds, and names alone are critical', async () => {
    const { request } = await makeRequest({ subject: '/', names: 'DNS:a.example.com,otherName:1.2.3.4;UTF8:hello,RID:1.2.3.4' })
    const pem = await sign(request)
    expect(new X509Certificate(pem).subjectAltName).toBe('DNS:a.example.com')
    const file = path.join(folder, 'names-alone.pem')
    writeFileSync(file, pem)
    const { stdout } = await run('openssl', ['x509', '-noout', '-ext', 'subjectAltName', '-in', file])
    expect(stdout).toContain('Subject Alternative Name: critical')
    const { request: others } = await makeRequest({ names: 'otherName:1.2.3.4;UTF8:hello' })
    expect(new X509Certificate(await sign(others)).subjectAltName).toBeUndefined()
  })

  test('has a unique serial number', async () => {
    const { request } = await makeRequest()
    const serials = await Promise.all([1, 2, 3].map(async () => new X509Certificate(await sign(request)).serialNumber))
    expect(new Set(serials).size).toBe(3)
  })

  test.each([
    { asked: undefined, longest: undefined, lasts: YEAR_S },
    { asked: YEAR_S + 1, longest: undefined, lasts: YEAR_S },
    { asked: 86_400, longest: undefined, lasts: 86_400 },
    // From eight hours on the time before now is a part of it.
    { asked: 28_800, longest: undefined, lasts: 28_800 },
    { asked: 28_799, longest: undefined, lasts: 28_799 + 300 },
    { asked: 600, longest: undefined, lasts: 900 },
    { asked: 86_400, longest: 3600, lasts: 3900 },
    { asked: undefined, longest: 3600, lasts: 3900 },
  ])('is valid for $lasts s, when $asked s are requested and $longest s are the maximum', async ({ asked, longest, lasts }) => {
    const clock = new ManualClock(Date.now())
    const { requestPem } = await createCertificateRequest({ commonName: 'jane' })
    const pem = await sign(requestPem, asked === undefined ? {} : { expirationSeconds: asked }, {
      clock,
      ...(longest !== undefined && { durationSeconds: longest }),
    })
    const [from, to] = [new X509Certificate(pem).validFrom, new X509Certificate(pem).validTo].map(Date.parse) as [number, number]
    expect((to - from) / 1000).toBe(lasts)
    expect(Math.floor(clock.now() / 1000) - from / 1000).toBe(300)
  })

  test('never outlives its authority, and is not issued when that has expired', async () => {
    const clock = new ManualClock(Date.now())
    const short = await createCertificateAuthority({ commonName: 'short', days: 1, clock })
    const { requestPem } = await createCertificateRequest({ commonName: 'jane' })
    const made = new X509Certificate(await sign(requestPem, {}, { clock }, short))
    expect(made.validTo).toBe(new X509Certificate(short.certificatePem).validTo)
    clock.advance(2 * 86_400_000)
    await expect(sign(requestPem, {}, { clock }, short)).rejects.toThrow(/the authority of .* was valid until/)
  })
})

describe('other programs accept the certificate', () => {
  test.each([
    ['RSA', ['rsa:2048']],
    ['ECDSA on P-384', ['ec', '-pkeyopt', 'ec_paramgen_curve:P-384']],
    ['Ed25519', ['ed25519']],
  ])('openssl verifies a certificate for a key of %s', async (name, key) => {
    const { request } = await makeRequest({ key, names: 'DNS:a.example.com' })
    const [ca, leaf] = ['ca.pem', `${name.replaceAll(' ', '-')}.pem`].map((file) => path.join(folder, file)) as [string, string]
    writeFileSync(ca, files.certificatePem)
    writeFileSync(leaf, await sign(request))
    const { stdout } = await run('openssl', ['verify', '-x509_strict', '-purpose', 'sslclient', '-CAfile', ca, leaf])
    expect(stdout.trim()).toBe(`${leaf}: OK`)
    await expect(run('openssl', ['verify', '-purpose', 'sslserver', '-CAfile', ca, leaf])).rejects.toThrow()
  })

  test('Node uses it for TLS, on both sides', async () => {
    const [server, client] = [
      await createCertificateRequest({ commonName: 'server', hosts: ['localhost', '127.0.0.1'] }),
      await createCertificateRequest({ commonName: 'jane', organizations: ['dev'] }),
    ]
    const ca = files.certificatePem
    const serverUsages = ['digital signature', 'server auth']
    const listener = tls.createServer({
      ca,
      requestCert: true,
      rejectUnauthorized: true,
      key: server.privateKeyPem,
      cert: await sign(server.requestPem, { usages: serverUsages }),
    })
    listener.on('secureConnection', (socket) => socket.end(String(socket.getPeerCertificate().subject.CN)))
    listener.listen(0, '127.0.0.1')
    await once(listener, 'listening')
    const { port } = listener.address() as AddressInfo
    const cert = await sign(client.requestPem)
    const socket = tls.connect({ ca, port, host: '127.0.0.1', servername: 'localhost', key: client.privateKeyPem, cert })
    const [said] = await once(socket, 'data')
    expect(String(said)).toBe('jane')
    listener.close()
  })
})

describe('an authority', () => {
  test.each<[string, EcKeyGenParams | RsaHashedKeyGenParams]>([
    ['P-384', { name: 'ECDSA', namedCurve: 'P-384', hash: 'SHA-384' } as EcKeyGenParams],
    ['RSA', { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) }],
    ['Ed25519', { name: 'Ed25519' } as EcKeyGenParams],
  ])('may have a key of %s', async (_, algorithm) => {
    const { cert, key } = await selfSigned({ algorithm })
    const { request } = await makeRequest()
    const made = new X509Certificate(await sign(request, {}, {}, { certificatePem: cert, privateKeyPem: key }))
    expect(made.verify(new X509Certificate(cert).publicKey)).toBe(true)
  })

  test.each<[string, () => Promise<CertificateAndKey>, RegExp]>([
    [
      'no authority',
      async () => {
        const { cert, key } = await (await selfSigned()).issue()
        return { certificatePem: cert, privateKeyPem: key }
      },
      /is no authority/,
    ],
    [
      'another key',
      async () => ({ ...files, privateKeyPem: (await createCertificateAuthority({ commonName: 'x' })).privateKeyPem }),
      /not that of its certificate/,
    ],
    [
      'a key of another kind',
      async () => {
        const key = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-384' }, true, ['sign', 'verify'])
        const der = Buffer.from(await crypto.subtle.exportKey('pkcs8', key.privateKey)).toString('base64')
        return {
          ...files,
          privateKeyPem: `-----BEGIN PRIVATE KEY-----\n${der.replace(/.{64}/g, '$&\n')}\n-----END PRIVATE KEY-----\n`,
        }
      },
      /of another kind/,
    ],
    ['no key', async () => ({ ...files, privateKeyPem: files.certificatePem }), /expected one PEM block PRIVATE KEY/],
    ['no certificate', async () => ({ ...files, certificatePem: 'hello' }), /no certificate in PEM/],
  ])('is refused with %s', async (_, given, message) => {
    await expect(given().then(readCertificateAuthority)).rejects.toThrow(message)
  })
})
