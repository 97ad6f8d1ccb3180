import tls, { type TLSSocket } from 'node:tls'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createHttpsFetch, createWebhookTransport } from '../../src/adapters/index.js'
import { connect } from '../../src/client/node/index.js'
import { createSelfSignedCertificate } from '../../src/crypto/index.js'

/** A server that speaks no proper HTTP, and all that the library has to ask servers by. */
let answer: (socket: TLSSocket) => void
let server: tls.Server
let url: string
let caBundle: string
const sockets = new Set<TLSSocket>()

beforeAll(async () => {
  const { certificatePem, privateKeyPem } = await createSelfSignedCertificate({ hosts: ['127.0.0.1'] })
  caBundle = certificatePem
  server = tls.createServer({ cert: certificatePem, key: privateKeyPem }, (socket) => {
    sockets.add(socket)
    socket.on('error', () => {})
    socket.once('data', () => answer(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `https://127.0.0.1:${(server.address() as import('node:net').AddressInfo).port}/`
})

afterAll(() => {
  for (const socket of sockets) socket.destroy()
  server.close()
})

/** Longest that a call may take: answers that never end are ended by it. */
const TIME_MS = 500
const MAX_BYTES = 1_000_000

const CALLS: Readonly<Record<string, () => Promise<unknown>>> = {
  async 'a document of a provider'() {
    const signal = AbortSignal.timeout(TIME_MS)
    const response = await createHttpsFetch(caBundle)(url, { signal, redirect: 'error', headers: {} })
    let bytes = 0
    for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) {
      bytes += chunk.length
      if (bytes > MAX_BYTES) throw new Error('too long')
    }
    return response.status
  },
  async 'a webhook'() {
    const signal = AbortSignal.timeout(TIME_MS)
    const call = { server: { url }, caBundle, body: '{}', signal, maxReplyBytes: MAX_BYTES }
    return (await createWebhookTransport()(call)).status
  },
  async 'a client'() {
    const client = connect({ server: url, ca: caBundle, timeoutMs: TIME_MS })
    try {
      const type = { group: '', version: 'v1', resource: 'namespaces', kind: 'Namespace', namespaced: false } as const
      return await client.resource(type).get('default')
    } finally {
      client.close()
    }
  },
}

const says = (text: string) => (socket: TLSSocket) => void socket.write(text)
const goesOn = (first: string, more: string) => (socket: TLSSocket) => {
  const write = () => {
    while (!socket.destroyed && socket.write(more));
  }
  socket.on('drain', write)
  socket.write(first)
  write()
}
const line = `x-more: ${'a'.repeat(1000)}\r\n`
const CHUNKED = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n'
const withStatus = (status: string) => says(`HTTP/1.1 ${status} Odd\r\ncontent-length: 2\r\n\r\n{}`)

const ANSWERS: Readonly<Record<string, (socket: TLSSocket) => void>> = {
  'a change of the protocol': says('HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n'),
  'a change to no protocol': says('HTTP/1.1 101 Switching\r\n\r\n'),
  'a status that takes no body, with one': withStatus('205'),
  'status 000': withStatus('000'),
  'status 099': withStatus('099'),
  'status 600': withStatus('600'),
  'status 999': withStatus('999'),
  'early hints alone': says('HTTP/1.1 103 Early Hints\r\n\r\n'),
  'early hints without an end': goesOn('', `HTTP/1.1 103 Early Hints\r\n${line}\r\n`),
  'headers without an end': goesOn('HTTP/1.1 200 OK\r\n', line),
  'trailers without an end': goesOn(`${CHUNKED}2\r\n{}\r\n0\r\n`, line),
  'a chunk whose extension has no end': goesOn(`${CHUNKED}2;`, 'a'.repeat(1000)),
  'a chunk of each byte': goesOn(CHUNKED, '1\r\n \r\n'.repeat(1000)),
  'two answers': says('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}'),
  'two lengths': says('HTTP/1.1 200 OK\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n{}'),
  'less than its length': (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n{}'),
  'frames of HTTP/2': (socket) => void socket.write(Buffer.from('00000604000000000000046400', 'hex')),
  'another protocol': says('SSH-2.0-OpenSSH_9.9\r\n'),
  'an end': (socket) => socket.end(),
  'a reset': (socket) => socket.destroy(),
}

describe.each(Object.entries(CALLS))('%s that is answered with', (_, call) => {
  // What is thrown beside the call ends the process, and the tests with it.
  test.each(Object.entries(ANSWERS))('%s ends in time, with a result or an error', async (_, misbehave) => {
    answer = misbehave
    const outcome = await call().catch((error: unknown) => error)
    expect(outcome).toBeDefined()
  })
})
