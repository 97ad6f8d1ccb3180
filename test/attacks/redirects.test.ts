import { describe, expect, test } from '@jest/globals'
import { createWebhookTransport } from '../../src/adapters/index.js'
import { connectWithFetch } from '../../src/client/index.js'
import { connect } from '../../src/client/node/index.js'
import { createSelfSignedCertificate } from '../../src/crypto/index.js'
import { httpServer, httpsServer } from '../client/node/servers.js'

const NAMESPACES = { group: '', version: 'v1', resource: 'namespaces', kind: 'Namespace', namespaced: false } as const

/** A server that notes what it is asked, and one that sends everybody there. */
async function redirecting(code: number) {
  const asked: string[] = []
  const target = await httpServer((request, response) => {
    asked.push(`${request.method} ${request.headers.authorization ?? 'nobody'}`)
    response.end('{}')
  })
  return { asked, answer: { code, headers: { location: `${target}/metadata/token` } } }
}

describe.each([301, 302, 307, 308])('a redirect by %s', (code) => {
  test('is not followed by calls of webhooks', async () => {
    const { asked, answer } = await redirecting(code)
    const { certificatePem, privateKeyPem } = await createSelfSignedCertificate({ hosts: ['127.0.0.1'] })
    const hook = await httpsServer({ cert: certificatePem, key: privateKeyPem }, (_request, response) => {
      response.writeHead(answer.code, answer.headers).end()
    })
    const reply = await createWebhookTransport()({
      server: { url: `${hook}/convert` },
      caBundle: certificatePem,
      body: '{}',
      signal: AbortSignal.timeout(10_000),
    })
    expect(reply.status).toBe(code)
    expect(asked).toEqual([])
  })

  test.each([
    { what: 'fetch', open: (server: string) => connectWithFetch({ server, token: 'mine' }) },
    { what: 'Node', open: (server: string) => connect({ server, token: 'mine' }) },
  ])('is not followed by a client over $what, whose credential stays where it is', async ({ open }) => {
    const { asked, answer } = await redirecting(code)
    const server = await httpServer((_request, response) => void response.writeHead(answer.code, answer.headers).end())
    const client = open(server)
    await expect(client.resource(NAMESPACES).get('default')).rejects.toThrow()
    await expect(client.resource(NAMESPACES).create({ metadata: { name: 'a' } })).rejects.toThrow()
    client.close()
    expect(asked).toEqual([])
  })
})
