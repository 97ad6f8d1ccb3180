import { once } from 'node:events'
import http from 'node:http'
import http2 from 'node:http2'
import net, { type AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from '@jest/globals'
import { fetchHandler, nodeHandler } from '../../src/adapters/index.js'
import type { Authenticator } from '../../src/authn/index.js'
import type { Authorizer } from '../../src/authz/index.js'
import { type ControlPlane, type ControlPlaneOptions, createControlPlane } from '../../src/plane/index.js'
import { ManualClock } from '../support/manual-clock.js'
import { until } from './until.js'

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps'
const MEBIBYTE = 1024 * 1024

/** Authenticates any given name. */
const byName: Authenticator = {
  authenticate(credentials) {
    const [name] = credentials.header('x-user')
    return name ? { outcome: 'authenticated', user: { username: name, groups: [] } } : { outcome: 'noOpinion' }
  },
}
const writersOnly: Authorizer = {
  authorize: ({ user }) => (user.username.startsWith('writer') ? { decision: 'allow' } : { decision: 'noOpinion' }),
}

const cleanUp: (() => unknown)[] = []
afterEach(async () => {
  for (const end of cleanUp.splice(0).reverse()) await end()
})

/** A plane behind servers whose sockets end with the test. */
async function serving(options: ControlPlaneOptions = {}, waitsForContinue = false) {
  const plane = await createControlPlane({ authenticators: [byName], authorizer: writersOnly, ...options })
  const listener = nodeHandler(plane)
  const listen = async (server: net.Server) => {
    const sockets = new Set<net.Socket>()
    server.on('connection', (socket: net.Socket) => sockets.add(socket))
    if (waitsForContinue) server.on('checkContinue', listener)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    cleanUp.push(() => {
      for (const socket of sockets) socket.destroy()
      server.close()
    })
    return (server.address() as AddressInfo).port
  }
  cleanUp.push(() => plane.close())
  const ports = { http: await listen(http.createServer(listener)), h2c: await listen(http2.createServer(listener)) }
  return { plane, ...ports }
}

const head = (user: string, ...lines: string[]) =>
  [`POST ${CONFIG_MAPS} HTTP/1.1`, 'host: plane', `x-user: ${user}`, ...lines].join('\r\n').concat('\r\n\r\n')

/** Sends bytes as they are; `text` grows with what comes back. */
async function raw(port: number, bytes: string) {
  const socket = net.connect(port, '127.0.0.1')
  const told = { socket, text: '', closed: false }
  socket.on('error', () => {})
  socket.on('data', (chunk) => {
    told.text += chunk.toString('latin1')
  })
  socket.on('close', () => {
    told.closed = true
  })
  await once(socket, 'connect')
  socket.write(bytes)
  return told
}

async function create(port: number, user: string, name: string): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}${CONFIG_MAPS}`, {
    method: 'POST',
    headers: { 'x-user': user, 'content-type': 'application/json' },
    body: JSON.stringify({ metadata: { name } }),
  })
  await answer.text()
  return answer.status
}

const isQuiet = ({ stats }: ControlPlane) => stats.requestsInFlight === 0

describe('slow bodies', () => {
  test('of one user do not block writes, not even those of that user', async () => {
    const { plane, http: port } = await serving({ limits: { maxWritesInFlight: 2, maxQueuedRequests: 0 } })
    const slow = await Promise.all(Array.from({ length: 200 }, () => raw(port, `${head('writer-a', 'content-length: 1000')}{`)))
    await until(() => plane.stats.requestsInFlight === 200)
    expect([await create(port, 'writer-b', 'b'), await create(port, 'writer-a', 'a')]).toEqual([201, 201])
    for (const { socket } of slow) socket.destroy()
    await until(() => isQuiet(plane))
  })

  test('of an unauthorized user are refused before they arrive', async () => {
    const { plane, http: port } = await serving()
    const told = await raw(port, head('reader', 'content-length: 1000'))
    await until(() => told.text.includes('"code":403'))
    expect(isQuiet(plane)).toBe(true)
  })

  test('over HTTP/1 end at the time limit, and close their connection', async () => {
    const clock = new ManualClock()
    const { plane, http: port } = await serving({ clock })
    const told = await raw(port, `${head('writer-a', 'content-length: 1000')}{"metadata":{"name":"late"}`)
    await until(() => plane.stats.requestsInFlight === 1)
    await clock.advanceAndSettle(60_000)
    await until(() => told.closed)
    expect(told.text).toMatch(/^HTTP\/1\.1 504 .*"reason":"Timeout"/s)
    expect([plane.stats.requestsInFlight, clock.pending]).toEqual([0, 0])
  })

  test('over HTTP/2 are given up with the time limit, and the stream with them', async () => {
    const clock = new ManualClock()
    const { plane, h2c } = await serving({ clock })
    const session = http2.connect(`http://127.0.0.1:${h2c}`)
    cleanUp.push(() => session.destroy())
    const stream = session.request({ ':method': 'POST', ':path': CONFIG_MAPS, 'x-user': 'writer-a' })
    const responded = once(stream, 'response')
    stream.write('{')
    await until(() => plane.stats.requestsInFlight === 1)
    await clock.advanceAndSettle(60_000)
    const [headers] = (await responded) as [http2.IncomingHttpHeaders]
    stream.resume()
    await once(stream, 'close')
    expect([headers[':status'], isQuiet(plane)]).toEqual([504, true])
    // The connection goes on.
    const next = session.request({ ':path': '/version', 'x-user': 'writer-a' })
    expect((await once(next, 'response'))[0]).toMatchObject({ ':status': 200 })
    next.close()
  })

  test('given up in a Web request let its stream go', async () => {
    const clock = new ManualClock()
    const plane = await createControlPlane({ clock })
    cleanUp.push(() => plane.close())
    let cancelled = false
    const body = new ReadableStream<Uint8Array>({
      cancel() {
        cancelled = true
      },
    })
    const request = new Request(`http://plane${CONFIG_MAPS}`, { method: 'POST', body, duplex: 'half' } as RequestInit)
    const answer = fetchHandler(plane)(request)
    await clock.advanceAndSettle(60_000)
    expect([(await answer).status, cancelled, isQuiet(plane)]).toEqual([504, true, true])
  })

  test('together are never more than the memory for them: the rest is 429, and others still find room', async () => {
    const { plane, http: port } = await serving({ limits: { maxBodyBytesInFlight: 8 * MEBIBYTE } })
    const part = `{"data":{"k":"${'x'.repeat(MEBIBYTE)}`
    const sent = await Promise.all(
      Array.from({ length: 10 }, () => raw(port, `${head('writer-a', `content-length: ${2 * MEBIBYTE}`)}${part}`)),
    )
    await until(() => sent.filter(({ text }) => text.startsWith('HTTP/1.1 429 ')).length >= 6)
    expect(sent.every(({ text }) => text === '' || /retry-after: 1/i.test(text))).toBe(true)
    expect([await create(port, 'writer-b', 'b'), await create(port, 'writer-c', 'c')]).toEqual([201, 201])
    for (const { socket } of sent) socket.destroy()
    await until(() => isQuiet(plane))
  })
})

describe('Expect: 100-continue', () => {
  const body = '{"metadata":{"name":"big"}}'
  const asking = (user: string) => head(user, `content-length: ${body.length}`, 'expect: 100-continue')

  test('is answered when the body is wanted', async () => {
    const { http: port } = await serving({}, true)
    const told = await raw(port, asking('writer-a'))
    await until(() => told.text.startsWith('HTTP/1.1 100 Continue\r\n\r\n'))
    told.socket.write(body)
    await until(() => told.text.includes('HTTP/1.1 201 '))
  })

  test('is not sent to an unauthorized user, whose body never arrives', async () => {
    const { http: port } = await serving({}, true)
    const told = await raw(port, asking('reader'))
    await until(() => told.closed)
    expect(told.text).toMatch(/^HTTP\/1\.1 403 /)
  })

  test('works behind a host that answers it by itself', async () => {
    const { http: port } = await serving()
    const told = await raw(port, `${asking('writer-a')}${body}`)
    await until(() => told.text.includes('HTTP/1.1 201 '))
    expect(told.text.match(/100 Continue/g)).toHaveLength(1)
  })

  test.each([
    { user: 'writer-a', status: 201, continues: 1 },
    { user: 'reader', status: 403, continues: 0 },
  ])('over HTTP/2 is answered $continues times to $user', async ({ user, status, continues }) => {
    const { h2c } = await serving({}, true)
    const session = http2.connect(`http://127.0.0.1:${h2c}`)
    cleanUp.push(() => session.destroy())
    const stream = session.request({ ':method': 'POST', ':path': CONFIG_MAPS, 'x-user': user, expect: '100-continue' })
    let continued = 0
    stream.on('continue', () => {
      continued += 1
      stream.end(body)
    })
    const [headers] = (await once(stream, 'response')) as [http2.IncomingHttpHeaders]
    expect([headers[':status'], continued]).toEqual([status, continues])
    stream.close()
  })
})
