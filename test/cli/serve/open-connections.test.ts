import { once } from 'node:events'
import http from 'node:http'
import http2 from 'node:http2'
import net from 'node:net'
import tls from 'node:tls'
import { afterEach, beforeEach, describe, jest, test } from '@jest/globals'
import type { Listener } from '../../../src/cli/serve/listeners.js'
import { OpenConnections } from '../../../src/cli/serve/open-connections.js'
import { answerUnreadRequests } from '../../../src/cli/serve/unread-requests.js'
import { createSelfSignedCertificate } from '../../../src/crypto/index.js'
import { until } from '../../adapters/until.js'
import { listeningPlane } from './listening-plane.js'

const cleanUp: (() => unknown)[] = []
afterEach(async () => {
  for (const end of cleanUp.splice(0).reverse()) await end()
})

async function pair() {
  const { certificatePem, privateKeyPem } = await createSelfSignedCertificate({ hosts: ['127.0.0.1'] })
  return { cert: certificatePem, key: privateKeyPem }
}

const listening = (scheme: 'http' | 'https') => listeningPlane(scheme, cleanUp)

const HEAD = 'GET /livez HTTP/1.1\r\nhost: a\r\n'
const PREFACE = Buffer.concat([Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), Buffer.from([0, 0, 0, 4, 0, 0, 0, 0, 0])])
/** The beginning of a request over HTTP/2: headers that continue in a frame which does not come. */
const HALF_HEADERS = Buffer.from([0, 0, 1, 1, 1, 0, 0, 0, 1, 0x82])

interface Talk {
  readonly socket: net.Socket
  text: string
}

/** A client that keeps its half of the connection open, and says no more than this. */
async function silent(url: string, bytes: string | Buffer, protocol?: 'http/1.1' | 'h2'): Promise<Talk> {
  const to = { host: '127.0.0.1', port: Number(new URL(url).port), allowHalfOpen: true }
  const socket = protocol ? tls.connect({ ...to, rejectUnauthorized: false, ALPNProtocols: [protocol] }) : net.connect(to)
  const talk = { socket, text: '' }
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    talk.text += chunk.toString('latin1')
  })
  cleanUp.push(() => socket.destroy())
  await once(socket, protocol ? 'secureConnect' : 'connect')
  socket.write(bytes)
  return talk
}

async function askOnce(listener: Listener): Promise<void> {
  const { protocol, hostname, port } = new URL(listener.url)
  const to = { host: hostname, port: Number(port), rejectUnauthorized: false }
  const socket = protocol === 'https:' ? tls.connect(to) : net.connect(to)
  socket.write(`${HEAD}connection: close\r\n\r\n`)
  socket.resume()
  await once(socket, 'close')
}

describe('connections without a request', () => {
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'performance', 'Date', 'queueMicrotask'] })
  })
  afterEach(() => {
    jest.useRealTimers()
  })

  test.each([
    { what: 'nothing', scheme: 'http', bytes: '' },
    { what: 'half a header', scheme: 'http', bytes: HEAD },
    { what: 'no handshake', scheme: 'https', bytes: '' },
    { what: 'half a handshake', scheme: 'https', bytes: Buffer.from('160301020001', 'hex') },
    { what: 'nothing after the handshake', scheme: 'https', bytes: '', protocol: 'http/1.1' },
    { what: 'half a header after the handshake', scheme: 'https', bytes: HEAD, protocol: 'http/1.1' },
    { what: 'no stream', scheme: 'https', bytes: PREFACE, protocol: 'h2' },
    { what: 'half the headers of a stream', scheme: 'https', bytes: Buffer.concat([PREFACE, HALF_HEADERS]), protocol: 'h2' },
  ] as const)('do not hold up a closing listener: $what over $scheme', async ({ scheme, bytes, ...row }) => {
    const protocol = 'protocol' in row ? row.protocol : undefined
    const listener = await listening(scheme)
    await silent(listener.url, bytes, protocol)
    // When a connection made after that is answered, the server has met this one.
    await askOnce(listener)
    let isClosed = false
    const closed = listener.close().then(() => {
      isClosed = true
    })
    await until(() => {
      jest.advanceTimersByTime(100)
      return isClosed
    })
    await closed
  })

  test.each(['http', 'https'] as const)('of a closing listener over %s still have time to bring one', async (scheme) => {
    const listener = await listening(scheme)
    const talk = await silent(listener.url, HEAD, scheme === 'https' ? 'http/1.1' : undefined)
    await askOnce(listener)
    const closed = listener.close()
    jest.advanceTimersByTime(4000)
    talk.socket.write('\r\n')
    await until(() => talk.text.endsWith('ok'))
    talk.socket.end()
    await until(() => {
      jest.advanceTimersByTime(100)
      return talk.socket.destroyed
    })
    await closed
  })

  test.each(['http', 'https'] as const)('that were refused over %s are closed though clients do not', async (scheme) => {
    const isSecure = scheme === 'https'
    const server = isSecure ? http2.createSecureServer({ ...(await pair()), allowHTTP1: true }) : http.createServer()
    const connections = new OpenConnections(server, isSecure)
    answerUnreadRequests(server)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    cleanUp.push(
      () => server.close(),
      () => connections.destroy(),
    )
    const url = `${scheme}://127.0.0.1:${(server.address() as net.AddressInfo).port}`
    const { socket } = await silent(url, 'BREW / HTTP/1.1\r\nhost: a\r\n\r\n', isSecure ? 'http/1.1' : undefined)
    await once(socket, 'end')
    let count = 1
    await until(() => {
      server.getConnections((_error, open) => {
        count = open
      })
      jest.advanceTimersByTime(100)
      return count === 0
    })
  })
})

test('a connection whose TLS handshake does not end in time is closed', async () => {
  const server = http2.createSecureServer({ ...(await pair()), allowHTTP1: true, handshakeTimeout: 20 })
  answerUnreadRequests(server)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const socket = net.connect((server.address() as net.AddressInfo).port, '127.0.0.1')
  socket.on('error', () => {})
  cleanUp.push(
    () => socket.destroy(),
    () => server.close(),
  )
  socket.resume()
  await once(socket, 'close')
})
