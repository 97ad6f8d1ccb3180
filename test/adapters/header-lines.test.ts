import { once } from 'node:events'
import http from 'node:http'
import http2 from 'node:http2'
import net, { type AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from '@jest/globals'
import express from 'express'
import { fetchHandler, nodeHandler } from '../../src/adapters/index.js'
import type { Authenticator } from '../../src/authn/index.js'
import { type ControlPlane, createControlPlane } from '../../src/plane/index.js'
import { send } from './clients.js'
import { hosts } from './hosts.js'
import { mounted } from './mounted.js'

const REVIEW = '/apis/authentication.platform.io/v1/selfsubjectreviews'
const admin: Authenticator = {
  authenticate: () => ({ outcome: 'authenticated', user: { username: 'admin', groups: ['system:masters'] } }),
}
/** Host comes first, as Node refuses requests by itself whose host it has dropped. */
const junk = (count: number) => ({ host: 'plane', ...lines(count) })
const lines = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, index) => [`x-${index}`, '']))
const whoAmI = (headers: http.OutgoingHttpHeaders) => ({
  method: 'POST',
  path: REVIEW,
  headers: { 'content-type': 'application/json', ...headers },
  body: '{}',
})
/** Newer Nodes answer 431 by themselves where older ones dropped header lines. */
const hostRefuses = Number.parseInt(process.versions.node, 10) > 20
const username = (text: string) => JSON.parse(text).status.userInfo.username

const utf8 = (text: string) => Buffer.from(text).toString('latin1')

const cleanUp: (() => unknown)[] = []
afterEach(async () => {
  for (const end of cleanUp.splice(0).reverse()) await end()
})

async function aPlane(): Promise<ControlPlane> {
  const plane = await createControlPlane({ authenticators: [admin] })
  cleanUp.push(() => plane.close())
  return plane
}

async function listening(server: net.Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanUp.push(() => server.close())
  return (server.address() as AddressInfo).port
}

describe.each(Object.keys(hosts))('behind %s', (name) => {
  test('names in headers are read as UTF-8, as Kubernetes reads them, and other bytes as they are', async () => {
    const { host } = await mounted(name, { authenticators: [admin] })
    for (const [sent, read] of [
      [utf8('größe'), 'größe'],
      [utf8('你好'), '你好'],
      ['gr\xf6\xdfe', 'gr\xf6\xdfe'],
    ] as const) {
      const { text } = await send(host, {
        ...whoAmI({ 'impersonate-user': sent, 'impersonate-group': sent }),
        body: Buffer.from('{}'),
      })
      expect(JSON.parse(text).status.userInfo).toMatchObject({ username: read, groups: [read, 'system:authenticated'] })
    }
  })

  test('a request of a proxy never runs with the rights of the proxy, however many headers precede those of impersonation', async () => {
    const { host } = await mounted(name, { authenticators: [admin] })
    expect(username((await send(host, whoAmI({ 'impersonate-user': 'bob' }))).text)).toBe('bob')
    for (const count of [100, 480, 520, 980, 1010, 1300]) {
      const answer = await send(host, whoAmI({ ...junk(count), 'impersonate-user': 'bob' })).catch(() => undefined)
      // Node itself resets HTTP/2 streams with more headers than the host allows.
      if (answer?.status === 201) expect([count < 500, username(answer.text)]).toEqual([true, 'bob'])
      else if (answer && count > 900 && hostRefuses) expect(answer.status).toBe(431)
      else if (answer) expect([answer.status, JSON.parse(answer.text)]).toMatchObject([431, { kind: 'Status', code: 431 }])
      else expect(name).toMatch(/^http2/)
    }
  })

  test.each(['impersonate-user', 'impersonate-uid'])('two lines of %s are 400', async (header) => {
    const { host } = await mounted(name, { authenticators: [admin] })
    const answer = await send(host, whoAmI({ 'impersonate-user': 'bob', [header]: ['bob', 'eve'] }))
    expect([answer.status, JSON.parse(answer.text)]).toMatchObject([
      400,
      { reason: 'BadRequest', message: `the request has more than one line of the header ${header}` },
    ])
  })
})

describe('a host that takes fewer headers than a plane', () => {
  test.each(['http', 'express'])('is detected behind %s: 431, whatever was dropped', async (name) => {
    const listener = nodeHandler(await aPlane())
    const server = http.createServer(name === 'http' ? listener : express().use(listener))
    server.maxHeadersCount = 40
    const host = { protocol: 'http' as const, port: await listening(server), prefix: '', close: async () => {} }
    expect(username((await send(host, whoAmI({ ...junk(20), 'impersonate-user': 'bob' }))).text)).toBe('bob')
    expect((await send(host, whoAmI({ ...junk(45), 'impersonate-user': 'bob' }))).status).toBe(431)
  })

  test('is detected where its connections come from another server, too', async () => {
    const inner = http.createServer(nodeHandler(await aPlane()))
    inner.maxHeadersCount = 40
    const outer = net.createServer((socket) => inner.emit('connection', socket))
    const host = { protocol: 'http' as const, port: await listening(outer), prefix: '', close: async () => {} }
    const headers = { ...junk(45), 'impersonate-user': 'bob', connection: 'close' }
    expect((await send(host, whoAmI(headers))).status).toBe(431)
  })

  test('a host without a bound of its own gets that of the plane', async () => {
    const server = http.createServer(nodeHandler(await aPlane()))
    server.maxHeadersCount = 0
    const host = { protocol: 'http' as const, port: await listening(server), prefix: '', close: async () => {} }
    expect((await send(host, whoAmI({ ...junk(1200), 'impersonate-user': 'bob' }))).status).toBe(431)
  })

  test('an HTTP/2 host may allow as many as a plane takes', async () => {
    const server = http2.createServer({ maxHeaderListPairs: 1000 }, nodeHandler(await aPlane()))
    const host = { protocol: 'h2c' as const, port: await listening(server), prefix: '', close: async () => {} }
    expect(username((await send(host, whoAmI({ ...junk(400), 'impersonate-user': 'bob' }))).text)).toBe('bob')
    expect((await send(host, whoAmI({ ...junk(600), 'impersonate-user': 'bob' }))).status).toBe(431)
  })
})

describe('header lines that may occur once', () => {
  const answerTo = async (lines: readonly string[], body = '') => {
    const port = await listening(http.createServer(nodeHandler(await aPlane())))
    const socket = net.connect(port, '127.0.0.1')
    socket.write(`${['POST /api/v1/namespaces HTTP/1.1', ...lines, 'connection: close'].join('\r\n')}\r\n\r\n${body}`)
    const chunks: Buffer[] = []
    for await (const chunk of socket) chunks.push(chunk as Buffer)
    return Buffer.concat(chunks).toString('latin1')
  }

  test.each([
    { what: 'Host', lines: ['host: a', 'host: b'] },
    { what: 'Host, the same twice', lines: ['host: a', 'Host: a'] },
    { what: 'Authorization', lines: ['host: a', 'authorization: Bearer a', 'Authorization: Bearer b'] },
    { what: 'Content-Type', lines: ['host: a', 'content-type: application/json', 'content-type: application/yaml'] },
  ])('two of $what are 400 with a Status', async ({ lines }) => {
    const answer = await answerTo([...lines, 'content-length: 2'], '{}')
    expect(answer).toMatch(/^HTTP\/1\.1 400 .*"reason":"BadRequest"/s)
    expect(answer).toContain('more than one line of the header')
  })

  test.each([
    { what: 'two lengths', lines: ['content-length: 2', 'content-length: 2'] },
    { what: 'a length and chunks', lines: ['content-length: 2', 'transfer-encoding: chunked'] },
    { what: 'chunks and a length', lines: ['transfer-encoding: chunked', 'content-length: 2'] },
    { what: 'chunks that are none', lines: ['transfer-encoding: chunked, identity'] },
    { what: 'chunks twice', lines: ['transfer-encoding: chunked', 'transfer-encoding: chunked'] },
    { what: 'a folded header', lines: ['impersonate-user: bob', ' eve'] },
    { what: 'a space before the colon', lines: ['impersonate-user : bob'] },
  ])('$what never reach a verb', async ({ lines }) => {
    expect(await answerTo(['host: a', ...lines], '{}')).toMatch(/^HTTP\/1\.1 400 /)
  })
})

describe('Web headers', () => {
  const ask = async (lines: readonly (readonly [string, string])[]) => {
    const headers = new Headers({ 'content-type': 'application/json' })
    for (const [name, value] of lines) headers.append(name, value)
    const answer = await fetchHandler(await aPlane())(
      new Request(`http://plane${REVIEW}`, { method: 'POST', headers, body: '{}' }),
    )
    return { status: answer.status, body: (await answer.json()) as { status: { userInfo: { username: string } } } }
  }

  test.each([
    [
      ['authorization', 'Bearer a'],
      ['authorization', 'Bearer b'],
    ],
    [
      ['impersonate-user', 'bob'],
      ['impersonate-user', 'eve'],
    ],
    [
      ['impersonate-user', 'bob'],
      ['impersonate-uid', '1'],
      ['impersonate-uid', '2'],
    ],
    [['content-type', 'application/yaml']],
  ] as const)('lines of one header that were joined are refused: %j, %j', async (...lines) => {
    expect((await ask(lines)).status).toBe(400)
  })

  test('a name with a comma is one name', async () => {
    expect((await ask([['impersonate-user', 'cn=bob,ou=people']])).body.status.userInfo.username).toBe('cn=bob,ou=people')
  })

  test('are bounded as those of every host', async () => {
    const lines = Array.from({ length: 501 }, (_, index) => [`x-${index}`, '1'] as const)
    expect((await ask([...lines, ['impersonate-user', 'bob']])).status).toBe(431)
  })
})
