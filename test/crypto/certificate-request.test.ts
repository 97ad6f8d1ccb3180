import { expect, test } from '@jest/globals'
import { createSelfSignedCertificate, readCertificateRequest, readCertificates, readPemBlocks } from '../../src/crypto/index.js'
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

test('bytes behind a request or a certificate are refused', async () => {
  const { certificatePem } = await createSelfSignedCertificate({ hosts: ['localhost'] })
  const longer = (pem: string, label: string): string => {
    const [block] = readPemBlocks(pem)
    const bytes = Buffer.concat([block?.bytes ?? new Uint8Array(), Uint8Array.of(0, 0)])
    return `-----BEGIN ${label}-----\n${bytes.toString('base64')}\n-----END ${label}-----\n`
  }
  const request = longer(await requestFor(1), 'CERTIFICATE REQUEST')
  await expect(readCertificateRequest(request)).rejects.toThrow('asn1: the block holds no certificate request that can be read')
  await expect(readCertificates(longer(certificatePem, 'CERTIFICATE'))).rejects.toThrow('certificate 1 of 1 cannot be read')
})
