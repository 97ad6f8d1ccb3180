import { once } from 'node:events'
import http from 'node:http'
import http2 from 'node:http2'
import https from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import connect from 'connect'
import express from 'express'
import fastify from 'fastify'
import { nodeHandler } from '../../src/adapters/index.js'
import { createSelfSignedCertificate } from '../../src/crypto/index.js'
import type { RequestHandler } from '../../src/server/index.js'

/** A host server with a plane in it. */
export interface Host {
  readonly protocol: 'http' | 'https' | 'h2c' | 'h2'
  readonly port: number
  /** Where the plane is mounted. */
  readonly prefix: string
  close(): Promise<void>
}

type Open = (handler: RequestHandler) => Promise<Host>

async function listening(server: Server, protocol: Host['protocol'], prefix = ''): Promise<Host> {
  const sockets = new Set<import('node:net').Socket>()
  for (const event of ['connection', 'secureConnection']) server.on(event, (socket) => sockets.add(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    protocol,
    prefix,
    port: (server.address() as AddressInfo).port,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

let made: Promise<{ readonly cert: string; readonly key: string }> | undefined
const certificate = () => {
  made ??= createSelfSignedCertificate({ hosts: ['127.0.0.1'] }).then(({ certificatePem, privateKeyPem }) => ({
    cert: certificatePem,
    key: privateKeyPem,
  }))
  return made
}

/** Every host that the README names, each mounted for real. */
export const hosts: Readonly<Record<string, Open>> = {
  http: async (handler) => listening(http.createServer(nodeHandler(handler)), 'http'),
  https: async (handler) => listening(https.createServer(await certificate(), nodeHandler(handler)), 'https'),
  'http2 in clear text': async (handler) => listening(http2.createServer(nodeHandler(handler)), 'h2c'),
  http2: async (handler) => listening(http2.createSecureServer(await certificate(), nodeHandler(handler)), 'h2'),
  'http/1.1 on an http2 server': async (handler) =>
    listening(http2.createSecureServer({ ...(await certificate()), allowHTTP1: true }, nodeHandler(handler)), 'https'),
  express: async (handler) => listening(http.createServer(express().use(nodeHandler(handler))), 'http'),
  'express at a path': async (handler) =>
    listening(http.createServer(express().use('/plane', nodeHandler(handler))), 'http', '/plane'),
  connect: async (handler) => listening(http.createServer(connect().use('/plane', nodeHandler(handler))), 'http', '/plane'),
  fastify: async (handler) => {
    const listener = nodeHandler(handler)
    const app = fastify()
    app.removeAllContentTypeParsers()
    app.addContentTypeParser('*', (_request, _payload, done) => done(null))
    app.all('/*', (request, reply) => {
      reply.hijack()
      listener(request.raw, reply.raw)
    })
    await app.ready()
    return listening(app.server, 'http')
  },
}
