import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from '@jest/globals'
import { createSelfSignedCertificate } from '../../src/public/crypto.js'

const START = Date.parse('2030-05-01T12:00:00Z')
const clock = { now: () => START, setTimeout: () => () => {} }

/** Asks a real TLS server for `/`, trusting only the given certificate. */
async function exchange(options: { certificatePem: string; privateKeyPem: string; host: string; servername?: string }) {
  const server = https.createServer({ cert: options.certificatePem, key: options.privateKeyPem }, (_, response) =>
    response.end('hello'),
  )
  server.listen(0, options.host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  try {
    return await new Promise<string>((resolve, reject) => {
      const { host, servername } = options
      const request = https.get(
        { host, port, ca: options.certificatePem, agent: false, ...(servername && { servername }) },
        (response) => {
          let text = ''
          response.setEncoding('utf8').on('data', (chunk) => {
            text += chunk
          })
          response.on('end', () => resolve(text))
        },
      )
      request.on('error', reject)
    })
  } finally {
    server.close()
  }
}

describe('a self-signed certificate', () => {
  test('is trusted by a TLS client that was given it, by address and by name', async () => {
    const pair = await createSelfSignedCertificate({ hosts: ['127.0.0.1', 'localhost', '::1'] })
    await expect(exchange({ ...pair, host: '127.0.0.1' })).resolves.toBe('hello')
    await expect(exchange({ ...pair, host: '127.0.0.1', servername: 'localhost' })).resolves.toBe('hello')
  })

  test('is not trusted for a name that it does not carry', async () => {
    const pair = await createSelfSignedCertificate({ hosts: ['plane.example'] })
    await expect(exchange({ ...pair, host: '127.0.0.1', servername: 'other.example' })).rejects.toThrow(/altnames/)
  })

  test('names DNS hosts and addresses of both families', async () => {
    const { certificatePem } = await createSelfSignedCertificate({ hosts: ['plane.example', '10.0.0.7', 'fd00::7'] })
    const certificate = new X509Certificate(certificatePem)
    expect(certificate.subject).toBe('CN=plane.example')
    expect(certificate.subjectAltName).toBe('DNS:plane.example, IP Address:10.0.0.7, IP Address:FD00:0:0:0:0:0:0:7')
  })

  test('is valid from an hour ago for the days asked for, by the clock handed in', async () => {
    const { certificatePem } = await createSelfSignedCertificate({ hosts: ['localhost'], days: 30, clock })
    const certificate = new X509Certificate(certificatePem)
    expect(Date.parse(certificate.validFrom)).toBe(START - 3_600_000)
    expect(Date.parse(certificate.validTo)).toBe(START + 30 * 24 * 3_600_000)
  })

  test('has a serial number of its own, positive whatever the random bytes', async () => {
    const random = { uuid: () => '', bytes: (length: number) => new Uint8Array(length).fill(0xff) }
    const { certificatePem } = await createSelfSignedCertificate({ hosts: ['localhost'], random })
    expect(new X509Certificate(certificatePem).serialNumber).toBe(`7F${'FF'.repeat(15)}`)
  })

  test('is refused without a host', async () => {
    await expect(createSelfSignedCertificate({ hosts: [] })).rejects.toThrow(TypeError)
  })
})
