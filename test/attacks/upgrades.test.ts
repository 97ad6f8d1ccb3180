import { once } from 'node:events'
import http2 from 'node:http2'
import net from 'node:net'
import tls from 'node:tls'
import { describe, expect, test } from '@jest/globals'
import type { Host } from '../adapters/hosts.js'
import { mounted } from '../adapters/mounted.js'

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps'

/** What is said to bytes as they are, up to the end of the connection; the client says no more after them. */
async function answerTo(host: Host, text: string): Promise<string> {
  const socket =
    host.protocol === 'https'
      ? tls.connect({ port: host.port, host: '127.0.0.1', rejectUnauthorized: false, ALPNProtocols: ['http/1.1'] })
      : net.connect(host.port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, host.protocol === 'https' ? 'secureConnect' : 'connect')
  socket.end(text)
  const chunks: Buffer[] = []
  for await (const chunk of socket) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('latin1')
}

const lines = (...text: string[]) => `${text.join('\r\n')}\r\n\r\n`
const WEBSOCKET = [
  'sec-websocket-version: 13',
  'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
  'sec-websocket-protocol: v5.channel.k8s.io',
]
/** What would be another request, had the connection been handed to another user. */
const SMUGGLED = `DELETE ${CONFIG_MAPS} HTTP/1.1\r\nhost: plane\r\nconnection: close\r\n\r\n`

describe.each(['http', 'http/1.1 on an http2 server'])('a connection over %s', (name) => {
  test.each([
    { protocol: 'websocket', more: WEBSOCKET },
    { protocol: 'SPDY/3.1', more: [] },
    { protocol: 'h2c', more: ['http2-settings: AAMAAABkAAQCAAAAAAIAAAAA'] },
    { protocol: 'TLS/1.2', more: [] },
  ])('does not become one of $protocol', async ({ protocol, more }) => {
    const { host, plane } = await mounted(name)
    for (const path of [
      CONFIG_MAPS,
      '/api/v1/namespaces/default/pods/p/exec?command=sh',
      `${CONFIG_MAPS}?watch=1&timeoutSeconds=1`,
    ]) {
      const answer = await answerTo(
        host,
        lines(`GET ${path} HTTP/1.1`, 'host: plane', 'connection: upgrade, close', `upgrade: ${protocol}`, ...more),
      )
      expect([path, answer]).not.toEqual([path, expect.stringContaining(' 101 ')])
    }
    expect(plane.stats).toEqual({ requestsInFlight: 0, openWatches: 0 })
  })

  test.each(['127.0.0.1:22', 'plane:443', CONFIG_MAPS, '*'])('is not a tunnel: CONNECT %s', async (target) => {
    const { host } = await mounted(name)
    const answer = await answerTo(host, lines(`CONNECT ${target} HTTP/1.1`, 'host: plane') + SMUGGLED)
    expect(answer).not.toMatch(/HTTP\/1\.[01] 2/)
  })

  test.each([
    { what: 'a length and chunks', head: ['content-length: 4', 'transfer-encoding: chunked'], body: `0\r\n\r\n${SMUGGLED}` },
    { what: 'two lengths', head: ['content-length: 0', `content-length: ${SMUGGLED.length}`], body: SMUGGLED },
    { what: 'a coding that hides chunks', head: ['transfer-encoding: xchunked'], body: `0\r\n\r\n${SMUGGLED}` },
    { what: 'chunks that are not the last coding', head: ['transfer-encoding: chunked, gzip'], body: `0\r\n\r\n${SMUGGLED}` },
    { what: 'a length with a sign', head: ['content-length: +0'], body: SMUGGLED },
    { what: 'a blank before the colon', head: [`content-length : ${SMUGGLED.length}`], body: SMUGGLED },
  ])('does not pass a request inside another one: $what', async ({ head, body }) => {
    const { host, plane } = await mounted(name)
    await plane
      .client()
      .resource({ group: '', version: 'v1', kind: 'ConfigMap' })
      .namespace('default')
      .create({ metadata: { name: 'kept' } })
    const answer = await answerTo(host, `${lines(`POST ${CONFIG_MAPS} HTTP/1.1`, 'host: plane', ...head)}${body}`)
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
    const { items } = await plane.client().resource({ group: '', version: 'v1', kind: 'ConfigMap' }).list()
    expect(items).toHaveLength(1)
  })
})

test('a stream over HTTP/2 is not a tunnel either', async () => {
  const { host } = await mounted('http2')
  const session = http2.connect(`https://127.0.0.1:${host.port}`, { rejectUnauthorized: false })
  session.on('error', () => {})
  const statuses: unknown[] = []
  for (const headers of [
    { ':method': 'CONNECT', ':authority': '127.0.0.1:22' },
    { ':method': 'CONNECT', ':authority': 'plane', ':path': CONFIG_MAPS, ':scheme': 'https', ':protocol': 'websocket' },
  ]) {
    const stream = session.request(headers)
    stream.on('error', () => {})
    stream.on('response', (answer) => statuses.push(answer[':status']))
    stream.end('x')
    await new Promise((resolve) => stream.on('close', resolve))
  }
  session.destroy()
  expect(statuses.filter((status) => Number(status) < 400)).toEqual([])
})
