import { once } from 'node:events'
import http from 'node:http'
import http2 from 'node:http2'
import https from 'node:https'
import net, { type AddressInfo, type Server } from 'node:net'
import tls from 'node:tls'
import { afterEach, expect, test } from '@jest/globals'
import { nodeHandler } from '../../src/adapters/index.js'
import type { NodeHandler } from '../../src/adapters/node.js'
import { createSelfSignedCertificate } from '../../src/crypto/index.js'
import { until } from './until.js'

const cleanUp: (() => unknown)[] = []
afterEach(() => {
  for (const end of cleanUp.splice(0).reverse()) end()
})

type Pair = { readonly cert: string; readonly key: string }

const servers: Readonly<Record<string, (pair: Pair, listener: NodeHandler) => Server>> = {
  http: (_pair, listener) => http.createServer(listener),
  https: (pair, listener) => https.createServer(pair, listener),
  'http/1.1 on an http2 server': (pair, listener) => http2.createSecureServer({ ...pair, allowHTTP1: true }, listener),
}

/** A server whose answers wait until they are let go, and a connection to it. */
async function connected(name: string) {
  const waiting: (() => void)[] = []
  const listener = nodeHandler({
    async handle() {
      await new Promise<void>((resolve) => waiting.push(resolve))
      return { status: 200, headers: [], body: new Uint8Array(0) }
    },
  })
  const { certificatePem: cert, privateKeyPem: key } = await createSelfSignedCertificate({ hosts: ['127.0.0.1'] })
  const server = (servers[name] as (typeof servers)[string])({ cert, key }, listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const to = { port, host: '127.0.0.1' }
  const socket = name === 'http' ? net.connect(to) : tls.connect({ ...to, rejectUnauthorized: false })
  cleanUp.push(
    () => server.close(),
    () => socket.destroy(),
  )
  let text = ''
  socket.on('data', (chunk) => {
    text += chunk.toString('latin1')
  })
  return { server, socket, waiting, answers: () => text.split('HTTP/1.1 200').slice(1) }
}

const REQUEST = 'GET / HTTP/1.1\r\nhost: a\r\n\r\n'
const isLast = (answer: string) => /^connection: close\r$/im.test(answer)

test.each(Object.keys(servers))('the last answer of a connection says so when its server is closing: %s', async (name) => {
  const { server, socket, waiting, answers } = await connected(name)
  socket.write(REQUEST)
  await until(() => waiting.length === 1)
  waiting.shift()?.()
  await until(() => answers().length === 1)
  socket.write(REQUEST)
  await until(() => waiting.length === 1)
  server.close()
  waiting.shift()?.()
  await once(socket, 'close')
  expect(answers().map(isLast)).toEqual([false, true])
})

test.each(Object.keys(servers))('requests that are pipelined are all answered before their server closes: %s', async (name) => {
  const { server, socket, waiting, answers } = await connected(name)
  socket.write(REQUEST.repeat(3))
  await until(() => waiting.length === 3)
  server.close()
  // The last one is ready first.
  for (const answer of waiting.reverse()) answer()
  await until(() => answers().length === 3)
  expect(answers().slice(0, 2).map(isLast)).toEqual([false, false])
})

test('a server that never listens, whose connections another one accepts, keeps them open', async () => {
  const inner = http.createServer(nodeHandler({ handle: async () => ({ status: 200, headers: [], body: new Uint8Array(0) }) }))
  const outer = net.createServer((socket) => inner.emit('connection', socket)).listen(0, '127.0.0.1')
  await once(outer, 'listening')
  const socket = net.connect((outer.address() as AddressInfo).port, '127.0.0.1')
  cleanUp.push(
    () => outer.close(),
    () => socket.destroy(),
  )
  socket.write(REQUEST)
  const [chunk] = await once(socket, 'data')
  expect(isLast(chunk.toString('latin1'))).toBe(false)
})
