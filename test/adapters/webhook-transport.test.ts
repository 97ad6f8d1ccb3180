import { once } from 'node:events'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createSelfSignedCertificate } from '../../src/crypto/index.js'
import { createWebhookTransport } from '../../src/public/adapters.js'

/** A webhook server over TLS, whose certificate is for the name of a service. */
let server: Server
let origin: string
let certificate: string
const bodies: string[] = []

beforeAll(async () => {
  const pair = await createSelfSignedCertificate({ hosts: ['hook.tools.svc', '127.0.0.1'] })
  certificate = pair.certificatePem
  server = createServer({ cert: pair.certificatePem, key: pair.privateKeyPem }, (incoming, outgoing) => {
    let body = ''
    incoming.on('data', (chunk) => (body += String(chunk)))
    incoming.on('end', () => {
      bodies.push(`${incoming.method} ${incoming.url} ${incoming.headers['content-type']} ${body}`)
      if (incoming.url !== '/silent') outgoing.writeHead(incoming.url === '/no' ? 404 : 200).end('"ä"')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})

const signal = () => AbortSignal.timeout(10_000)

describe('calls of webhooks', () => {
  test('go to a URL whose certificate the caBundle vouches for', async () => {
    const call = { server: { url: `${origin}/convert` }, caBundle: certificate, body: '{"a":1}', signal: signal() }
    expect(await createWebhookTransport()(call)).toEqual({ status: 200, body: '"ä"' })
    expect(bodies).toContain('POST /convert application/json {"a":1}')
  })

  test('go to a service where the option says it is, and expect the certificate of the service', async () => {
    const transport = createWebhookTransport({ resolveService: () => origin })
    const to = (name: string) => ({ service: { namespace: 'tools', name, path: '/no', port: 443 } })
    const call = { caBundle: certificate, body: '{}', signal: signal() }
    expect(await transport({ ...call, server: to('hook') })).toMatchObject({ status: 404 })
    await expect(transport({ ...call, server: to('other') })).rejects.toThrow('other.tools.svc')
    const elsewhere = { service: { namespace: 'tools', name: 'hook', path: '//evil.example/no', port: 443 } }
    await transport({ ...call, server: elsewhere })
    expect(bodies).toContain('POST //evil.example/no application/json {}')
  })

  test('fail when nobody vouches for the server, when nobody is there, and when they are aborted', async () => {
    const transport = createWebhookTransport()
    const call = { server: { url: `${origin}/convert` }, body: '{}', signal: signal() }
    await expect(transport(call)).rejects.toThrow('self-signed certificate')
    await expect(transport({ ...call, server: { url: 'https://127.0.0.1:1/' } })).rejects.toThrow('ECONNREFUSED')
    const gone = new AbortController()
    const silent = transport({ ...call, server: { url: `${origin}/silent` }, caBundle: certificate, signal: gone.signal })
    gone.abort()
    await expect(silent).rejects.toThrow('aborted')
  })
})
