import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import type { TLSSocket } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { webhookTarget } from '../../src/client/node/index.js'
import { createWebhookTransport } from '../../src/public/adapters.js'
import { loadKubeconfig, parseKubeconfig } from '../../src/public/client/node.js'
import { temporaryFolder } from '../client/node/servers.js'
import { type Issued, selfSigned } from '../support/certificates.js'

/** Webhook servers over TLS: one whose certificate is for the name of a service, and one whose certificate is out of date. */
let authority: Issued
let client: Issued
let server: Server
let outdated: Server
let origin: string
let outdatedOrigin: string
let connections = 0
const asked: string[] = []

const ANSWERS: Readonly<Record<string, (request: IncomingMessage, response: ServerResponse, body: string) => void>> = {
  '/silent': () => {},
  '/no': (_request, response) => response.writeHead(404).end('"ä"'),
  '/broken': (_request, response) => response.writeHead(500).end(),
  '/page': (_request, response) => response.writeHead(503).end('a page for people'.repeat(1000)),
  '/elsewhere': (_request, response) => response.writeHead(307, { location: '/convert' }).end(),
  '/half': (request, response) => {
    response.writeHead(200, { 'content-length': 100 }).write('{"half":')
    setImmediate(() => request.socket.destroy())
  },
  '/cut': (request) => request.socket.destroy(),
  '/endless': (_request, response) => {
    const chunk = Buffer.alloc(64 * 1024, ' ')
    const more = () => {
      while (!response.destroyed && response.write(chunk));
    }
    response.on('drain', more)
    response.writeHead(200)
    more()
  },
  '/who': (request, response) => {
    const { subject } = (request.socket as TLSSocket).getPeerCertificate()
    const { authorization } = request.headers
    response.end(JSON.stringify({ certificate: subject?.CN, authorization }))
  },
}

beforeAll(async () => {
  authority = await selfSigned()
  client = await authority.issue({ subject: 'CN=plane' })
  const good = await authority.issue({ hosts: ['hook.tools.svc', '127.0.0.1'] })
  const bad = await authority.issue({ hosts: ['127.0.0.1'], notAfterMs: Date.now() - 60_000 })
  const answer = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    let body = ''
    incoming.on('data', (chunk) => (body += String(chunk)))
    incoming.on('end', () => {
      const url = incoming.url ?? ''
      asked.push(`${incoming.method} ${url} ${incoming.headers['content-type']} ${body}`)
      const special = ANSWERS[url]
      if (special) special(incoming, outgoing, body)
      else outgoing.end('"ä"')
    })
  }
  server = createServer({ ...good, ca: authority.cert, requestCert: true, rejectUnauthorized: false }, answer)
  outdated = createServer(bad, answer)
  server.on('secureConnection', () => {
    connections += 1
  })
  origin = await listen(server)
  outdatedOrigin = await listen(outdated)
})

async function listen(one: Server): Promise<string> {
  one.listen(0, '127.0.0.1')
  await once(one, 'listening')
  return `https://127.0.0.1:${(one.address() as AddressInfo).port}`
}

afterAll(async () => {
  for (const one of [server, outdated]) {
    one.closeAllConnections()
    one.close()
    await once(one, 'close')
  }
})

const signal = () => AbortSignal.timeout(10_000)
const call = (place: string) => ({
  server: { url: `${origin}${place}` },
  caBundle: authority.cert,
  body: '{}',
  signal: signal(),
})

describe('calls of webhooks', () => {
  test('go to a URL whose certificate the caBundle vouches for', async () => {
    expect(await createWebhookTransport()({ ...call('/convert'), body: '{"a":1}' })).toEqual({ status: 200, body: '"ä"' })
    expect(asked).toContain('POST /convert application/json {"a":1}')
  })

  test('go to a service where the option says it is, and expect the certificate of the service', async () => {
    const transport = createWebhookTransport({ resolveService: () => origin })
    const to = (name: string) => ({ service: { namespace: 'tools', name, path: '/no', port: 443 } })
    expect(await transport({ ...call(''), server: to('hook') })).toMatchObject({ status: 404 })
    await expect(transport({ ...call(''), server: to('other') })).rejects.toThrow('other.tools.svc')
    const elsewhere = { service: { namespace: 'tools', name: 'hook', path: '//evil.example/no', port: 443 } }
    await transport({ ...call(''), server: elsewhere })
    expect(asked).toContain('POST //evil.example/no application/json {}')
    await transport({
      ...call(''),
      server: { service: { namespace: 'tools', name: 'hook', path: '/no', port: 443, query: 'timeout=3s' } },
    })
    expect(asked).toContain('POST /no?timeout=3s application/json {}')
  })

  test('of one webhook share a connection, unless they show or expect something else', async () => {
    const transport = createWebhookTransport()
    connections = 0
    for (let i = 0; i < 3; i += 1) await transport(call('/convert'))
    expect(connections).toBe(1)
    const who = await transport({ ...call('/who'), identity: client, authorization: 'Bearer mine' })
    expect(JSON.parse(who.body)).toEqual({ certificate: 'plane', authorization: 'Bearer mine' })
    expect(connections).toBe(2)
    expect(JSON.parse((await transport(call('/who'))).body)).toEqual({})
    expect(connections).toBe(3)
    await transport(call('/who?timeout=3s'))
    expect(connections).toBe(3)
    await expect(transport({ ...call('/who'), serverName: 'other.example' })).rejects.toThrow('other.example')
    await expect(transport({ ...call('/who'), caBundle: client.cert })).rejects.toThrow('certificate')
  })

  test.each(['/convert', '/silent?other'])('of %s do not wait for a hundred others of its server that hang', async (place) => {
    const transport = createWebhookTransport()
    const hanging = Array.from({ length: 100 }, () => new AbortController())
    const others = Promise.allSettled(hanging.map(({ signal }) => transport({ ...call('/silent'), signal })))
    expect(await transport(call(place))).toMatchObject({ status: 200 })
    for (const one of hanging) one.abort()
    expect((await others).every(({ status }) => status === 'rejected')).toBe(true)
  })

  test('use a new connection when a kept one was closed', async () => {
    const transport = createWebhookTransport()
    await transport(call('/convert'))
    server.closeAllConnections()
    expect(await transport(call('/convert'))).toMatchObject({ status: 200 })
  })

  test('fail when the server is untrusted, when it is unreachable, and when they are aborted', async () => {
    const transport = createWebhookTransport()
    const { caBundle: _, ...unknown } = call('/convert')
    await expect(transport(unknown)).rejects.toThrow('self-signed certificate in certificate chain')
    await expect(transport({ ...call(''), server: { url: 'https://127.0.0.1:1/' } })).rejects.toThrow('ECONNREFUSED')
    const gone = new AbortController()
    const silent = transport({ ...call('/silent'), signal: gone.signal })
    gone.abort()
    await expect(silent).rejects.toThrow('aborted')
  })

  test('fail when another authority signed the certificate, though the machine or another webhook may trust it', async () => {
    const transport = createWebhookTransport()
    const other = await selfSigned({ subject: 'CN=other' })
    await transport(call('/convert'))
    await expect(transport({ ...call('/convert'), caBundle: other.cert })).rejects.toThrow('certificate')
  })

  test('fail when the certificate is out of date, also while the environment disables verification', async () => {
    const before = process.env.NODE_TLS_REJECT_UNAUTHORIZED
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0'
    try {
      const late = createWebhookTransport()({ ...call(''), server: { url: `${outdatedOrigin}/` } })
      await expect(late).rejects.toThrow('certificate has expired')
    } finally {
      if (before === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED
      else process.env.NODE_TLS_REJECT_UNAUTHORIZED = before
    }
  })

  test.each([
    ['/broken', 500],
    ['/elsewhere', 307],
  ])('to %s give status %s, and are not repeated', async (place, status) => {
    asked.length = 0
    expect(await createWebhookTransport()(call(place))).toMatchObject({ status })
    expect(asked).toEqual([`POST ${place} application/json {}`])
  })

  test.each(['/half', '/cut'])(
    'to %s, which closes the connection early, fail with an error that allows a retry',
    async (place) => {
      await expect(createWebhookTransport()(call(place))).rejects.toMatchObject({ failure: 'connection', isTransient: true })
    },
  )

  test('read no more of an answer than the limit allows', async () => {
    const endless = createWebhookTransport()({ ...call('/endless'), maxReplyBytes: 1_000_000 })
    await expect(endless).rejects.toThrow('the answer is longer than 1000000 bytes')
  })

  test('give the status of a failure, however long its body is', async () => {
    const failed = createWebhookTransport()({ ...call('/page'), maxReplyBytes: 6 })
    expect(await failed).toEqual({ status: 503, body: 'a page' })
  })

  test.each(['http://127.0.0.1:1/', 'file:///etc/passwd', 'no url'])('never go to %s', async (url) => {
    await expect(createWebhookTransport()({ ...call(''), server: { url } })).rejects.toThrow(/https|URL/)
  })

  test('are reported to observers, whether they were answered or not', async () => {
    const transport = createWebhookTransport()
    const told: unknown[] = []
    const stop = transport.observe?.((finished) => told.push(finished))
    await transport(call('/no'))
    await expect(transport({ ...call('/endless'), maxReplyBytes: 1 })).rejects.toThrow('longer')
    stop?.()
    await transport(call('/no'))
    const { host } = new URL(origin)
    expect(told).toEqual([
      { host, status: 404, seconds: expect.any(Number) },
      { host, status: undefined, seconds: expect.any(Number) },
    ])
  })

  test('do not show the user name and password of a URL', async () => {
    const url = `${origin.replace('//', '//name:password@')}/who`
    const { body } = await createWebhookTransport()({ ...call(''), server: { url } })
    expect(JSON.parse(body)).toEqual({})
  })
})

const kubeconfig = (cluster: object, user: object) =>
  JSON.stringify({
    'current-context': 'hook',
    clusters: [{ name: 'c', cluster }],
    users: [{ name: 'u', user }],
    contexts: [{ name: 'hook', context: { cluster: 'c', user: 'u' } }],
  })

describe('a webhook that a kubeconfig describes', () => {
  test('is called with what its files hold: authority, client certificate and token', async () => {
    const folder = await temporaryFolder()
    const file = path.join(folder, 'hook.yaml')
    const write = (name: string, text: string) => writeFile(path.join(folder, name), text)
    await Promise.all([
      write('ca.pem', authority.cert),
      write('client.pem', client.cert),
      write('client.key', client.key),
      write('token', 'in-a-file\n'),
      writeFile(
        file,
        kubeconfig(
          { server: `${origin}/who`, 'certificate-authority': 'ca.pem' },
          { 'client-certificate': 'client.pem', 'client-key': 'client.key', tokenFile: 'token' },
        ),
      ),
    ])
    const target = webhookTarget(await loadKubeconfig({ paths: [file] }))
    const { body } = await createWebhookTransport()({ ...(await target()), body: '{}', signal: signal() })
    expect(JSON.parse(body)).toEqual({ certificate: 'plane', authorization: 'Bearer in-a-file' })
    expect(await readFile(path.join(folder, 'token'), 'utf8')).toBe('in-a-file\n')
  })

  test('is called with a name and a password, and expects the name that it should have', async () => {
    const cluster = {
      server: origin,
      'certificate-authority-data': btoa(authority.cert),
      'tls-server-name': 'hook.tools.svc',
    }
    const target = webhookTarget(await parseKubeconfig(kubeconfig(cluster, { username: 'a', password: 'b' })))
    expect(await target()).toEqual({
      server: { url: origin },
      caBundle: authority.cert,
      serverName: 'hook.tools.svc',
      authorization: `Basic ${btoa('a:b')}`,
    })
  })

  test.each([
    { cluster: { server: 'http://hook.example' }, user: {}, says: 'a webhook has to be reached by https://' },
    { cluster: { 'insecure-skip-tls-verify': true }, user: {}, says: 'insecure-skip-tls-verify is not available for webhooks' },
    { cluster: { 'proxy-url': 'http://proxy' }, user: {}, says: 'proxy-url is not available for webhooks' },
    { cluster: {}, user: { as: 'admin' }, says: 'as is not available for webhooks' },
  ])('is refused when $says', async ({ cluster, user, says }) => {
    const config = await parseKubeconfig(kubeconfig({ server: 'https://hook.example', ...cluster }, user))
    expect(() => webhookTarget(config)).toThrow(says)
  })

  test('is not called while a file that it needs cannot be read', async () => {
    const config = await parseKubeconfig(
      kubeconfig({ server: 'https://hook.example', 'certificate-authority': '/nowhere/ca.pem' }, {}),
    )
    await expect(webhookTarget(config)()).rejects.toThrow('/nowhere/ca.pem: cannot be read')
  })
})
