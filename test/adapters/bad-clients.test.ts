import { once } from 'node:events'
import net from 'node:net'
import { describe, expect, test } from '@jest/globals'
import type { ControlPlane } from '../../src/plane/index.js'
import { requestOf } from '../server/requests.js'
import { open, send } from './clients.js'
import { type Host, hosts } from './hosts.js'
import { mounted } from './mounted.js'
import { until } from './until.js'

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps'

/** Sends bytes as they are. */
async function raw(host: Host, text: string): Promise<net.Socket> {
  const socket = net.connect(host.port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  socket.write(text)
  return socket
}

/** The answer to bytes as they are, up to the end of the connection. */
async function answerTo(host: Host, text: string): Promise<string> {
  const socket = await raw(host, text)
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('latin1')
}
const isQuiet = ({ stats }: ControlPlane) => stats.requestsInFlight === 0 && stats.openWatches === 0
const head = (method: string, path: string, ...lines: string[]) =>
  `${[`${method} ${path} HTTP/1.1`, 'host: plane', ...lines].join('\r\n')}\r\n\r\n`

/** An authorizer that allows everything, once it has decided to. */
function hesitant() {
  let decide = () => {}
  const decided = new Promise<void>((resolve) => {
    decide = resolve
  })
  const authorize = async () => {
    await decided
    return { decision: 'allow' as const }
  }
  return { authorizer: { authorize }, decide: () => decide() }
}

describe('a client that vanishes', () => {
  test('in the middle of its body leaves nothing behind', async () => {
    const { host, plane } = await mounted('http')
    const socket = await raw(host, `${head('POST', CONFIG_MAPS, 'content-length: 1000')}{"metadata":`)
    await until(() => plane.stats.requestsInFlight === 1)
    socket.destroy()
    await until(() => isQuiet(plane))
    expect(JSON.parse((await send(host, { path: CONFIG_MAPS })).text)).toMatchObject({ items: [] })
  })

  test('in the middle of a chunked body leaves nothing behind', async () => {
    const { host, plane } = await mounted('http')
    const socket = await raw(host, `${head('POST', CONFIG_MAPS, 'transfer-encoding: chunked')}5\r\n{"met\r\n`)
    await until(() => plane.stats.requestsInFlight === 1)
    socket.destroy()
    await until(() => isQuiet(plane))
  })

  test('before its body is read leaves nothing behind', async () => {
    const { authorizer, decide } = hesitant()
    const { host, plane } = await mounted('http', { authorizer })
    const socket = await raw(host, `${head('POST', CONFIG_MAPS, 'content-length: 1000')}{"metadata":`)
    await until(() => plane.stats.requestsInFlight === 1)
    const left = once(socket, 'close')
    socket.destroy()
    await left
    // By the time that another request is refused, the server has noticed.
    expect(await answerTo(host, 'nonsense\r\n\r\n')).toMatch(/^HTTP\/1.1 400 /)
    decide()
    await until(() => isQuiet(plane))
  })

  test('before its answer is ready leaves nothing behind', async () => {
    const { authorizer, decide } = hesitant()
    const { host, plane } = await mounted('http', { authorizer })
    const get = await raw(host, head('GET', CONFIG_MAPS))
    const watch = await raw(host, head('GET', `${CONFIG_MAPS}?watch=1`))
    await until(() => plane.stats.requestsInFlight === 1)
    const closed = [get, watch].map((socket) => once(socket, 'close'))
    get.destroy()
    watch.destroy()
    await Promise.all(closed)
    decide()
    await until(() => isQuiet(plane))
    expect((await send(host, { path: CONFIG_MAPS })).status).toBe(200)
  })

  test.each(Object.keys(hosts))('from a watch behind %s is noticed without an event', async (name) => {
    const { host, plane } = await mounted(name)
    const watches = await Promise.all([1, 2, 3].map(() => open(host, { path: `${CONFIG_MAPS}?watch=1` })))
    expect(plane.stats.openWatches).toBe(3)
    for (const watch of watches) watch.leave()
    await until(() => isQuiet(plane))
  })
})

describe('a client that stops reading its watch', () => {
  test.each(['http', 'https', 'http2', 'http2 in clear text'])(
    'behind %s is disconnected; other clients are served',
    async (name) => {
      const { host, plane } = await mounted(name, { limits: { maxWatchBacklogBytes: 500_000 } })
      const stuck = await open(host, { path: `${CONFIG_MAPS}?watch=1` })
      stuck.body.pause()
      const reading = await open(host, { path: `${CONFIG_MAPS}?watch=1` })
      let read = 0
      reading.body.on('data', (chunk: Buffer) => {
        read += chunk.length
      })
      const data = { k: 'x'.repeat(500_000) }
      let written = 0
      while (plane.stats.openWatches > 1 && written < 200) {
        const body = { metadata: { name: `c${written}` }, data }
        const { status } = await plane.handle(requestOf(CONFIG_MAPS, { method: 'POST', body }))
        expect(status).toBe(201)
        written += 1
        await until(() => read >= written * 500_000)
      }
      expect(plane.stats.openWatches).toBe(1)
      reading.leave()
      stuck.leave()
      await until(() => isQuiet(plane))
    },
  )
})

describe('bytes that are hardly a request', () => {
  test.each([
    { what: 'two lengths of one body', text: `${head('POST', CONFIG_MAPS, 'content-length: 2', 'content-length: 3')}{}` },
    { what: 'a NUL in the path', text: head('GET', `${CONFIG_MAPS}/\u0000`) },
    { what: 'no HTTP at all', text: '\u0016\u0003\u0001\r\n\r\n' },
  ])('$what is refused by the host', async ({ text }) => {
    const { host, plane } = await mounted('http')
    expect(await answerTo(host, text)).toMatch(/^HTTP\/1\.1 400 /)
    expect(isQuiet(plane)).toBe(true)
  })

  test.each([
    { what: 'a whole address', text: head('GET', `http://plane${CONFIG_MAPS}`, 'connection: close'), code: 200 },
    { what: 'a star', text: head('OPTIONS', '*', 'connection: close'), code: 400 },
    { what: 'dots', text: head('GET', '/api/v1/../v1/namespaces', 'connection: close'), code: 404 },
    { what: 'encoded slashes', text: head('GET', `${CONFIG_MAPS}/a%2fb`, 'connection: close'), code: 400 },
    { what: 'broken encoding', text: head('GET', `${CONFIG_MAPS}/%zz`, 'connection: close'), code: 400 },
    { what: 'a method of its own', text: head('SEARCH', CONFIG_MAPS, 'connection: close'), code: 405 },
    { what: 'an old protocol', text: `GET ${CONFIG_MAPS} HTTP/1.0\r\n\r\n`, code: 200 },
  ])('$what is answered $code', async ({ text, code }) => {
    const { host } = await mounted('http')
    expect(await answerTo(host, text)).toMatch(new RegExp(`^HTTP/1\\.1 ${code} `))
  })

  test('a watch for an old protocol ends with its connection', async () => {
    const { host, plane } = await mounted('http')
    const socket = await raw(host, `GET ${CONFIG_MAPS}?watch=1 HTTP/1.0\r\n\r\n`)
    await until(() => plane.stats.openWatches === 1)
    await plane.drain()
    const chunks: Buffer[] = []
    for await (const chunk of socket) chunks.push(chunk as Buffer)
    expect(Buffer.concat(chunks).toString('latin1')).toMatch(/^HTTP\/1\.1 200 .*\r\n\r\n$/s)
  })
})
