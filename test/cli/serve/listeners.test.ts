import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import http2 from 'node:http2'
import net from 'node:net'
import tls from 'node:tls'
import { afterEach, describe, expect, test } from '@jest/globals'
import { type Listener, listenSecure } from '../../../src/cli/serve/listeners.js'
import { createSelfSignedCertificate } from '../../../src/crypto/index.js'
import { until } from '../../adapters/until.js'
import { freePort } from '../run-command.js'
import { ADDRESS, LIMITS, listeningPlane } from './listening-plane.js'

const REVIEW = '/apis/authentication.platform.io/v1/selfsubjectreviews'
const admin = {
  authenticate: () => ({ outcome: 'authenticated' as const, user: { username: 'admin', groups: ['system:masters'] } }),
}

const cleanUp: (() => unknown)[] = []
afterEach(async () => {
  for (const end of cleanUp.splice(0).reverse()) await end()
})

const listening = (scheme: 'http' | 'https', limits = LIMITS) =>
  listeningPlane(scheme, cleanUp, { authenticators: [admin], limits })

async function session(listener: Listener): Promise<http2.ClientHttp2Session> {
  const connection = http2.connect(listener.url, { rejectUnauthorized: false })
  connection.on('error', () => {})
  cleanUp.push(() => connection.destroy())
  await once(connection, 'remoteSettings')
  return connection
}

async function ask(connection: http2.ClientHttp2Session, headers: http2.OutgoingHttpHeaders, body: string) {
  const stream = connection.request({ ':method': 'POST', ':path': REVIEW, 'content-type': 'application/json', ...headers })
  stream.end(body)
  const [head] = (await once(stream, 'response')) as [http2.IncomingHttpHeaders]
  let text = ''
  for await (const chunk of stream.setEncoding('utf8')) text += chunk
  return { status: head[':status'], body: JSON.parse(text) }
}

test('new connections get a renewed certificate, and earlier ones stay open', async () => {
  const [first, second] = [
    await createSelfSignedCertificate({ hosts: ['127.0.0.1'] }),
    await createSelfSignedCertificate({ hosts: ['127.0.0.1'] }),
  ]
  const listeners: ((pair: typeof first) => void)[] = []
  const address = { ...ADDRESS, port: await freePort() }
  const clients = { authorities: () => first.certificatePem, onChange: (listener: () => void) => void changes.push(listener) }
  const changes: (() => void)[] = []
  const limits = { ...LIMITS, clients, onRenewal: (listener: (pair: typeof first) => void) => void listeners.push(listener) }
  const listener = await listenSecure(address, first, limits, (_, response) => void response.end('{}'))
  cleanUp.push(() => {
    listener.destroy()
    return listener.close()
  })
  const shown = async () => {
    const socket = tls.connect({ ...address, rejectUnauthorized: false })
    await once(socket, 'secureConnect')
    const { raw } = socket.getPeerCertificate()
    socket.destroy()
    return raw.equals(new X509Certificate(second.certificatePem).raw) ? 'second' : 'first'
  }
  const early = await session(listener)
  expect(await shown()).toBe('first')
  for (const renew of listeners) renew(second)
  expect(await shown()).toBe('second')
  // Other authorities do not bring the old one back.
  for (const change of changes) change()
  expect(await shown()).toBe('second')
  expect((await ask(early, {}, '{}')).status).toBe(200)
})

describe('an HTTP/2 connection', () => {
  test('has the configured number of concurrent streams', async () => {
    const connection = await session(await listening('https', { ...LIMITS, maxStreams: 3 }))
    expect(connection.remoteSettings.maxConcurrentStreams).toBe(3)
    // Clients keep to that: the fourth one is opened when a place is free.
    const watches = Array.from({ length: 4 }, () => connection.request({ ':path': '/api/v1/namespaces?watch=1' }))
    await Promise.all(watches.slice(0, 3).map((watch) => once(watch, 'response')))
    let opened = false
    watches[3]?.on('response', () => {
      opened = true
    })
    await new Promise<void>((resolve) => connection.ping(() => resolve()))
    expect(opened).toBe(false)
    watches[0]?.close()
    await until(() => opened)
  })

  test('takes headers of a user in hundreds of groups, and refuses too many with a Status', async () => {
    const connection = await session(await listening('https'))
    const groups = (count: number) => Array.from({ length: count }, (_, index) => `group-${index}`)
    const known = await ask(connection, { 'impersonate-user': 'bob', 'impersonate-group': groups(400) }, '{}')
    expect(known.body.status.userInfo.username).toBe('bob')
    expect(known.body.status.userInfo.groups).toHaveLength(401)
    const refused = await ask(connection, { 'impersonate-user': 'bob', 'impersonate-group': groups(600) }, '{}')
    expect([refused.status, refused.body.kind]).toEqual([431, 'Status'])
  })
})

describe.each(['http', 'https'] as const)('%s', (scheme) => {
  test('refuses more than a thousand HTTP/1 headers with a Status, before whom they name', async () => {
    const { url } = await listening(scheme)
    const port = Number(new URL(url).port)
    const socket = scheme === 'http' ? net.connect(port, '127.0.0.1') : tls.connect({ port, rejectUnauthorized: false })
    await once(socket, scheme === 'http' ? 'connect' : 'secureConnect')
    const junk = Array.from({ length: 3000 }, (_, index) => `x-${index}: 1`).join('\r\n')
    socket.write(
      `POST ${REVIEW} HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\n${junk}\r\nimpersonate-user: bob\r\nconnection: close\r\n\r\n{}`,
    )
    let text = ''
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1')
      if (text.includes('"code":431')) socket.destroy()
    })
    await once(socket, 'close')
    expect(text).toMatch(/^HTTP\/1\.1 431 .*"kind":"Status"/s)
  })

  test('requests a body only when it is needed', async () => {
    const { url } = await listening(scheme)
    const port = Number(new URL(url).port)
    const socket = scheme === 'http' ? net.connect(port, '127.0.0.1') : tls.connect({ port, rejectUnauthorized: false })
    let text = ''
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1')
    })
    socket.write('POST /api/v1/nosuch HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\nexpect: 100-continue\r\n\r\n')
    await once(socket, 'close')
    expect(text).toMatch(/^HTTP\/1\.1 404 /)
  })

  const talk = async (text: string): Promise<string> => {
    const { url } = await listening(scheme)
    const port = Number(new URL(url).port)
    const socket = scheme === 'http' ? net.connect(port, '127.0.0.1') : tls.connect({ port, rejectUnauthorized: false })
    let answer = ''
    socket.on('data', (chunk: Buffer) => {
      answer += chunk.toString('latin1')
    })
    socket.write(text)
    await once(socket, 'close')
    return answer
  }

  test.each([
    ['BREW /api/v1/pods HTTP/1.1\r\nhost: a\r\n\r\n', 405, 'MethodNotAllowed'],
    ['GETS / HTTP/1.1\r\nhost: a\r\n\r\n', 405, 'MethodNotAllowed'],
    ['GET / HTTP/1.1\r\nhost a\r\n\r\n', 400, 'BadRequest'],
    ['GET / HTTP/7.7\r\n\r\n', 400, 'BadRequest'],
    [`GET / HTTP/1.1\r\nx: ${'a'.repeat(2 ** 20)}\r\n\r\n`, 431, undefined],
  ])('what cannot be read is refused with a Status (%#)', async (text, code, reason) => {
    const answer = await talk(text)
    const [head = '', body = ''] = answer.split('\r\n\r\n')
    expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${code} .*connection: close`, 'is'))
    expect(JSON.parse(body)).toMatchObject({ kind: 'Status', status: 'Failure', code, ...(reason && { reason }) })
  })

  test('what follows a request that was answered is refused after its answer', async () => {
    const answer = await talk('GET /api/v1/nosuch HTTP/1.1\r\nhost: a\r\n\r\nBREW / HTTP/1.1\r\nhost: a\r\n\r\n')
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 404', 'HTTP/1.1 405'])
  })
})
