import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import http2 from 'node:http2'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { expect, test } from '@jest/globals'
import { nodeHandler } from '../../src/adapters/index.js'
import { createSelfSignedCertificate } from '../../src/crypto/index.js'
import type { ServerRequest } from '../../src/server/index.js'

const pems = async (host: string) => {
  const { certificatePem, privateKeyPem } = await createSelfSignedCertificate({ hosts: [host] })
  return { cert: certificatePem, key: privateKeyPem }
}

test.each(['https', 'http2'])('the certificate that a client presents over %s reaches the plane', async (name) => {
  const [own, client] = await Promise.all([pems('127.0.0.1'), pems('client.example')])
  const seen: (readonly Uint8Array[])[] = []
  const handler = nodeHandler({
    handle: async (request: ServerRequest) => {
      seen.push(request.peerCertificates)
      return { status: 200, headers: [], body: new Uint8Array(0) }
    },
  })
  const options = { ...own, requestCert: true, rejectUnauthorized: false }
  const server = name === 'https' ? https.createServer(options, handler) : http2.createSecureServer(options, handler)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  for (const credentials of [client, {}]) {
    if (name === 'https') {
      const request = https.get({ port, host: '127.0.0.1', agent: false, rejectUnauthorized: false, ...credentials })
      const [response] = await once(request, 'response')
      response.resume()
      await once(response, 'end')
    } else {
      const session = http2.connect(`https://127.0.0.1:${port}`, { rejectUnauthorized: false, ...credentials })
      const stream = session.request({ ':path': '/' }).resume()
      await once(stream, 'end')
      session.close()
    }
  }
  server.close()
  expect(seen.map((chain) => chain.map((der) => new X509Certificate(der).subject))).toEqual([['CN=client.example'], []])
})
