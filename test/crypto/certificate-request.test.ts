import { expect, test } from '@jest/globals'
import { readCertificateRequest } from '../../src/crypto/index.js'
import { x509 } from '../support/certificates.js'

/** A request for a certificate of so many hosts. */
async function requestFor(hosts: number): Promise<string> {
  const names = Array.from({ length: hosts }, (_, i) => ({ type: 'dns' as const, value: `host-${i}.example.com` }))
  const request = await x509.Pkcs10CertificateRequestGenerator.create({
    name: 'CN=jane',
    keys: await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify']),
    signingAlgorithm: { name: 'ECDSA', hash: 'SHA-256' },
    extensions: [new x509.SubjectAlternativeNameExtension(names)],
  })
  return request.toString('pem')
}

test('a request has at most 8 KiB, as unauthenticated clients send it', async () => {
  await expect(readCertificateRequest(await requestFor(200))).resolves.toMatchObject({ names: { ip: [] } })
  await expect(readCertificateRequest(await requestFor(400))).rejects.toThrow(/^a request of \d+ bytes is not taken$/)
})
