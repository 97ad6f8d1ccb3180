import { once } from 'node:events'
import http2 from 'node:http2'
import net from 'node:net'
import { expect, jest, test } from '@jest/globals'
import type { Authenticator } from '../../src/authn/index.js'
import { StoredRow } from '../../src/store/rows/row.js'
import { send } from '../adapters/clients.js'
import type { Host } from '../adapters/hosts.js'
import { mounted } from '../adapters/mounted.js'
import { until } from '../adapters/until.js'

const PATH = '/api/v1/namespaces/default/configmaps/short'
/** Short enough not to be counted on a connection of its own. */
const DATA = { text: 'x'.repeat(60_000) }
const MANY = 200
const named: Authenticator = {
  authenticate: async (request) => ({
    outcome: 'authenticated',
    user: { username: request.header('who')[0] ?? 'nobody', groups: [] },
    audiences: [],
  }),
}

/** Each asks for much as ann, and reads nothing; returns how many answers were broken off, and what ends it. */
const crowds = {
  async http2({ port }: Host) {
    const session = http2.connect(`https://127.0.0.1:${port}`, { rejectUnauthorized: false, settings: { initialWindowSize: 0 } })
    session.on('error', () => {})
    await once(session, 'remoteSettings')
    const streams = Array.from({ length: MANY }, () => session.request({ ':path': PATH, who: 'ann' }))
    for (const stream of streams) stream.on('error', () => {})
    return { broken: () => streams.filter(({ destroyed }) => destroyed).length, end: () => session.destroy() }
  },
  async http({ port }: Host) {
    const socket = net.connect(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(`GET ${PATH} HTTP/1.1\r\nhost: plane\r\nwho: ann\r\n\r\n`.repeat(MANY))
    const broken = () => {
      // Who does not read learns only so that the connection is gone.
      socket.write('\r\n')
      return socket.destroyed ? MANY : 0
    }
    return { broken, end: () => socket.destroy() }
  },
}

test.each(['http2', 'http'] as const)('many short answers of one connection of %s are bounded too', async (protocol) => {
  const { host, plane } = await mounted(protocol, { authenticators: [named], limits: { maxUnreadAnswerBytes: 4 * 1024 * 1024 } })
  const maps = plane.client().resource({ group: '', version: 'v1', kind: 'ConfigMap' }).namespace('default')
  await maps.create({ metadata: { name: 'short' }, data: DATA })
  const statusFor = async (who: string) => (await send(host, { path: PATH, headers: { who } })).status
  const crowd = await crowds[protocol](host)
  await until(() => crowd.broken() > MANY / 2)
  expect(await statusFor('ben')).toBe(200)
  crowd.end()
  // What was held for her is given back, or she would get no more than a few answers.
  for (let i = 0; i < MANY; i++) expect(await statusFor('ann')).toBe(200)
})

test('large objects are not encoded for a user whose other answers take all room', async () => {
  const { host, plane } = await mounted('http2', { authenticators: [named], limits: { maxUnreadAnswerBytes: 300_000 } })
  const maps = plane.client().resource({ group: '', version: 'v1', kind: 'ConfigMap' }).namespace('default')
  await maps.create({ metadata: { name: 'short' }, data: { text: 'x'.repeat(100_000) } })
  const session = http2.connect(`https://127.0.0.1:${host.port}`, {
    rejectUnauthorized: false,
    settings: { initialWindowSize: 0 },
  })
  session.on('error', () => {})
  const unread = session.request({ ':path': PATH, who: 'ann' })
  await once(unread, 'response')
  const encoded = jest.spyOn(StoredRow.prototype, 'writeJson')
  expect((await send(host, { path: PATH, headers: { who: 'ann' } })).status).toBe(429)
  expect(encoded).not.toHaveBeenCalled()
  expect((await send(host, { path: PATH, headers: { who: 'ben' } })).status).toBe(200)
  expect(encoded).toHaveBeenCalled()
  encoded.mockRestore()
  session.destroy()
})
