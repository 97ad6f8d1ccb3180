import { once } from 'node:events'
import http2 from 'node:http2'
import https from 'node:https'
import type { AddressInfo, Server, Socket } from 'node:net'
import { Worker } from 'node:worker_threads'
import { afterEach, expect, test } from '@jest/globals'
import { nodeHandler } from '../../src/adapters/index.js'
import type { NodeHandler } from '../../src/adapters/node.js'
import { createSelfSignedCertificate } from '../../src/crypto/index.js'

/** More than Node sends without waiting for an event. */
const ANSWER = new Uint8Array(20 * 1024)
/** More than fits in one TLS record. */
const BODY_BYTES = 40 * 1024
const SECOND_IS_SENT = 0

const cleanUp: (() => unknown)[] = []
afterEach(async () => {
  for (const end of cleanUp.splice(0).reverse()) await end()
})

/** Sends a request on a kept connection as soon as the answer to the one before is read: in a thread of its own, as the server is blocked. */
const CLIENT = `
  const https = require('node:https')
  const { parentPort, workerData: { port, sent, bodyBytes } } = require('node:worker_threads')
  const agent = new https.Agent({ keepAlive: true, maxSockets: 1, rejectUnauthorized: false })
  const post = (whenSent) => new Promise((resolve) => {
    const request = https.request({ agent, port, host: '127.0.0.1', method: 'POST', headers: { 'content-length': bodyBytes } }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode))
    })
    request.on('error', (error) => resolve(error.message))
    request.end(Buffer.alloc(bodyBytes), whenSent)
  })
  const isSent = () => setTimeout(() => { Atomics.store(sent, ${SECOND_IS_SENT}, 1); Atomics.notify(sent, ${SECOND_IS_SENT}) }, 20)
  post().then(async (first) => parentPort.postMessage([first, await post(isSent)]))
`

const servers: Readonly<Record<string, (pair: { cert: string; key: string }, listener: NodeHandler) => Server>> = {
  https: (pair, listener) => https.createServer(pair, listener),
  'http/1.1 on an http2 server': (pair, listener) => http2.createSecureServer({ ...pair, allowHTTP1: true }, listener),
}

test.each(Object.keys(servers))(
  '%s reads a whole request that comes before Node knows that the last answer was sent',
  async (name) => {
    const sent = new Int32Array(new SharedArrayBuffer(4))
    const answer = nodeHandler({
      async handle(request) {
        await request.readBody(BODY_BYTES)
        return { status: 200, headers: [], body: ANSWER }
      },
    })
    const { certificatePem: cert, privateKeyPem: key } = await createSelfSignedCertificate({ hosts: ['127.0.0.1'] })
    const server = (servers[name] as (typeof servers)[string])({ cert, key }, (request, response) => {
      const end = response.end.bind(response)
      response.end = (...rest: unknown[]) => {
        Reflect.apply(end, response, rest)
        // The events of this thread wait until the next request is there.
        Atomics.wait(sent, SECOND_IS_SENT, 0, 5000)
        return response as never
      }
      answer(request, response)
    })
    const sockets = new Set<Socket>()
    server.on('secureConnection', (socket: Socket) => sockets.add(socket))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    cleanUp.push(() => {
      for (const socket of sockets) socket.destroy()
      server.close()
    })
    const workerData = { port: (server.address() as AddressInfo).port, sent, bodyBytes: BODY_BYTES }
    const client = new Worker(CLIENT, { eval: true, workerData })
    cleanUp.push(() => client.terminate())
    const [statuses] = await once(client, 'message')
    expect(statuses).toEqual([200, 200])
    expect(sockets.size).toBe(1)
  },
)
