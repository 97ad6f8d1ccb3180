import { once } from 'node:events'
import http2 from 'node:http2'
import https from 'node:https'
import tls from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { nodeHandler } from '../../src/adapters/index.js'
import {
  createClientCertificateAuthenticator,
  createRequestHeaderAuthenticator,
  createStaticTokenAuthenticator,
} from '../../src/authn/index.js'
import { type Listener, listenSecure } from '../../src/cli/serve/listeners.js'
import { type ControlPlane, createControlPlane } from '../../src/plane/index.js'
import { freePort } from '../cli/run-command.js'
import { CLIENT_AUTH, type Issued, SERVER_AUTH, selfSigned, x509 } from '../support/certificates.js'

const REVIEW = '/apis/authentication.platform.io/v1/selfsubjectreviews'
const BODY = JSON.stringify({ apiVersion: 'authentication.platform.io/v1', kind: 'SelfSubjectReview' })
const MASTERS = { 'x-remote-user': 'root', 'x-remote-group': 'system:masters' }

let clients: Issued
let proxies: Issued
let servers: Issued
let plane: ControlPlane
let listener: Listener
beforeAll(async () => {
  clients = await selfSigned({ subject: 'CN=clients' })
  proxies = await selfSigned({ subject: 'CN=proxies' })
  servers = await selfSigned({ subject: 'CN=servers' })
  const server = await servers.issue({ hosts: ['127.0.0.1'] })
  plane = await createControlPlane({
    authorizer: 'RBAC',
    authenticators: [
      await createRequestHeaderAuthenticator({
        authorities: proxies.cert,
        allowedNames: ['front-proxy'],
        usernameHeaders: ['X-Remote-User'],
        groupHeaders: ['X-Remote-Group'],
        extraHeaderPrefixes: ['X-Remote-Extra-'],
      }),
      await createClientCertificateAuthenticator({ authorities: clients.cert }),
      createStaticTokenAuthenticator([{ token: 'jane', user: { username: 'jane', groups: [] } }]),
    ],
  })
  const limits = {
    requestTimeoutMs: 60_000,
    maxStreams: 250,
    clients: { authorities: () => clients.cert + proxies.cert, onChange: () => {} },
  }
  const address = { host: '127.0.0.1', port: await freePort(), flag: 'secure-port' }
  const pair = { certificatePem: server.cert, privateKeyPem: server.key }
  listener = await listenSecure(address, pair, limits, nodeHandler(plane))
})
afterAll(async () => {
  listener.destroy()
  await listener.close()
  await plane.close()
})

type Show = { readonly cert: string; readonly key: string } | undefined

/** Who a request is from, or the status of its refusal. */
const senders = {
  async http(identity: Show, headers: Readonly<Record<string, string>> = {}): Promise<string> {
    const request = https.request(`${listener.url}${REVIEW}`, {
      method: 'POST',
      ca: servers.cert,
      agent: false,
      headers: { 'content-type': 'application/json', ...headers },
      ...identity,
    })
    request.end(BODY)
    const [response] = await once(request, 'response')
    let text = ''
    for await (const chunk of response) text += String(chunk)
    return whoOf(response.statusCode, text)
  },
  async http2(identity: Show, headers: Readonly<Record<string, string>> = {}): Promise<string> {
    const session = http2.connect(listener.url, { ca: servers.cert, ...identity })
    const stream = session.request({ ':method': 'POST', ':path': REVIEW, 'content-type': 'application/json', ...headers })
    stream.end(BODY)
    const [head] = await once(stream, 'response')
    let text = ''
    for await (const chunk of stream) text += String(chunk)
    session.close()
    return whoOf(head[':status'], text)
  },
}

function whoOf(status: number | undefined, text: string): string {
  const { status: body } = JSON.parse(text)
  return status === 201 ? `${body.userInfo.username} ${body.userInfo.groups.join()}` : String(status)
}

const named = (issuer: Issued, subject: string, usages = [CLIENT_AUTH]) => issuer.issue({ subject, usages })

/** A certificate of a root user that an authority below the trusted one has signed, with that one. */
async function behind(middle: Issued): Promise<Pick<Issued, 'cert' | 'key'>> {
  const { cert, key } = await named(middle, 'O=system:masters,CN=root')
  return { cert: cert + middle.cert, key }
}

/** Name constraints (RFC 5280 §4.2.1.10) that permit hosts of example.com, and so say nothing about users. */
const FOR_EXAMPLE_COM = new x509.Extension(
  '2.5.29.30',
  true,
  Buffer.concat([Buffer.from('3011a00f300d820b', 'hex'), Buffer.from('example.com')]),
)

describe.each(['http', 'http2'] as const)('over %s', (protocol) => {
  const send = senders[protocol]

  test('a client has the user of its certificate, whatever headers it sends', async () => {
    const jane = await named(clients, 'O=dev,CN=jane')
    expect(await send(jane)).toBe('jane dev,system:authenticated')
    expect(await send(jane, MASTERS)).toBe('jane dev,system:authenticated')
    expect(await send(jane, { authorization: 'Bearer wrong' })).toBe('jane dev,system:authenticated')
  })

  test('headers of a proxy count with its certificate alone', async () => {
    expect(await send(await named(proxies, 'CN=front-proxy'), MASTERS)).toBe('root system:masters,system:authenticated')
    expect(await send(undefined, MASTERS)).toBe('403')
    expect(await send(undefined, { ...MASTERS, authorization: 'Bearer jane' })).toBe('jane system:authenticated')
  })

  test('a certificate of one authority is not accepted for the other', async () => {
    expect(await send(await named(proxies, 'O=system:masters,CN=root'))).toBe('401')
    expect(await send(await named(proxies, 'O=system:masters,CN=root'), MASTERS)).toBe('401')
    expect(await send(await named(clients, 'CN=front-proxy'), MASTERS)).toBe('front-proxy system:authenticated')
  })

  test.each([
    {
      about: 'of an unknown authority',
      make: async () => named(await selfSigned({ subject: 'CN=clients' }), 'O=system:masters,CN=root'),
    },
    { about: 'that signed itself', make: () => selfSigned({ subject: 'O=system:masters,CN=root' }) },
    { about: 'of a server', make: () => named(clients, 'O=system:masters,CN=root', [SERVER_AUTH]) },
    { about: 'that a client issued', make: async () => named(await named(clients, 'CN=jane'), 'O=system:masters,CN=root') },
    { about: 'that has expired', make: () => clients.issue({ subject: 'CN=jane', notAfterMs: Date.now() - 1000 }) },
    {
      about: 'behind an authority that has expired',
      make: async () => behind(await clients.issue({ subject: 'CN=middle', authority: true, notAfterMs: Date.now() - 1000 })),
    },
    {
      about: 'behind an authority for some names only',
      make: async () => behind(await clients.issue({ subject: 'CN=middle', authority: true, extensions: [FOR_EXAMPLE_COM] })),
    },
    {
      about: 'behind an authority that signs servers alone',
      make: async () => behind(await clients.issue({ subject: 'CN=middle', authority: true, usages: [SERVER_AUTH] })),
    },
  ])('a certificate $about ends no handshake, and is 401', async ({ make }) => {
    const bad = await make()
    expect(await send(bad)).toBe('401')
    expect(await send(bad, MASTERS)).toBe('401')
    expect(await send(bad, { authorization: 'Bearer jane' })).toBe('jane system:authenticated')
  })
})

test('another user’s certificate is of no use without its key', async () => {
  const [jane, mine] = [await named(clients, 'CN=jane'), await named(clients, 'CN=me')]
  await expect(senders.http({ cert: jane.cert, key: mine.key })).rejects.toThrow('key values mismatch')
})

test('a session that is resumed has the user of the same chain', async () => {
  const middle = await clients.issue({ subject: 'CN=middle', authority: true })
  const leaf = await named(middle, 'CN=jane')
  const identity = { cert: leaf.cert + middle.cert, key: leaf.key }
  let session: Buffer | undefined
  for (const attempt of [1, 2]) {
    const socket = tls.connect({
      port: Number(new URL(listener.url).port),
      host: '127.0.0.1',
      ca: servers.cert,
      ...identity,
      ...(session && { session }),
    })
    socket.on('session', (ticket) => {
      session = ticket
    })
    const head = `POST ${REVIEW} HTTP/1.1\r\nhost: plane\r\nconnection: close\r\ncontent-type: application/json\r\n`
    socket.write(`${head}content-length: ${BODY.length}\r\n\r\n${BODY}`)
    let text = ''
    for await (const chunk of socket) text += String(chunk)
    expect([attempt, text.slice(0, 12)]).toEqual([attempt, 'HTTP/1.1 201'])
  }
})

test('an authority that shows its own certificate is a user like any other', async () => {
  expect(await senders.http(clients, MASTERS)).toBe('clients system:authenticated')
  expect(await senders.http(proxies, MASTERS)).toBe('401')
})

test.each([
  'x_remote_user: root',
  'x-remote-user : root',
  ' x-remote-user: root',
  'x-remote-user\t: root',
  'x-remote-user\0: root',
  'x-other: a\rx-remote-user: root',
  'x-other: a\nx-remote-group: system:masters',
  'x-remote-user-: root',
  'x-remote-group;: system:masters',
  'x-remote-extra-: system:masters',
  'impersonate-user: root',
])('%j that a proxy has passed on does not change the user that the proxy names', async (line) => {
  const { cert, key } = await named(proxies, 'CN=front-proxy')
  const own = ['x-remote-user: jane', 'x-remote-group: dev']
  for (const lines of [
    [line, ...own],
    [...own, line],
  ]) {
    const socket = tls.connect({ port: Number(new URL(listener.url).port), host: '127.0.0.1', ca: servers.cert, cert, key })
    socket.on('error', () => {})
    const head = [`POST ${REVIEW} HTTP/1.1`, 'host: plane', 'content-type: application/json', 'connection: close']
    socket.write(`${[...head, `content-length: ${BODY.length}`, ...lines].join('\r\n')}\r\n\r\n${BODY}`)
    let text = ''
    for await (const chunk of socket) text += String(chunk)
    const status = Number(text.slice('HTTP/1.1 '.length).slice(0, 3))
    const who = status === 201 ? whoOf(status, text.slice(text.indexOf('\r\n\r\n'))) : status
    expect([400, 403, 'jane dev,system:authenticated']).toContain(who)
  }
})
