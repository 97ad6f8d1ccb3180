import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from '@jest/globals'
import express, { type RequestHandler } from 'express'
import { nodeHandler } from '../../src/adapters/index.js'
import { createControlPlane } from '../../src/plane/index.js'
import { send } from './clients.js'
import type { Host } from './hosts.js'

const CONFIG_MAPS = '/api/v1/namespaces/default/configmaps'
const cleanUp: (() => unknown)[] = []
afterEach(async () => {
  for (const end of cleanUp.splice(0)) await end()
})

async function behind(...parsers: RequestHandler[]): Promise<Host> {
  const plane = await createControlPlane({ logger: { error() {}, info() {} } })
  const server = http.createServer(express().use(...parsers, nodeHandler(plane)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  cleanUp.push(
    () => server.close(),
    () => plane.close(),
  )
  const { port } = server.address() as AddressInfo
  return { protocol: 'http', prefix: '', port, close: async () => {} }
}
const body = '{"metadata":{"name":"a"},"data":{"k":"v"}}'
const post = { method: 'POST', path: CONFIG_MAPS, headers: { 'content-type': 'application/json', connection: 'close' }, body }

test.each([
  { what: 'objects', parser: express.json() },
  { what: 'bytes', parser: express.raw({ type: '*/*' }) },
  { what: 'text', parser: express.text({ type: '*/*' }) },
  { what: 'another type', parser: express.urlencoded({ extended: false }) },
])('a body parser of the host that left $what is not in the way', async ({ parser }) => {
  const host = await behind(parser)
  expect((await send(host, post)).status).toBe(201)
  const read = await send(host, { path: `${CONFIG_MAPS}/a`, headers: { connection: 'close' } })
  expect(JSON.parse(read.text)).toMatchObject({ data: { k: 'v' } })
  expect((await send(host, { method: 'DELETE', path: `${CONFIG_MAPS}/a`, headers: { connection: 'close' } })).status).toBe(200)
})

test('a host that has consumed the body gets an error', async () => {
  const host = await behind((request, _response, next) => {
    request.resume()
    request.on('end', () => next())
  })
  const response = await send(host, post)
  expect([response.status, JSON.parse(response.text)]).toMatchObject([
    500,
    { message: expect.stringMatching(/before its body parsers, in Fastify in a hook onRequest$/) },
  ])
})

test('a body that a parser of the host turned into an object is not taken for another media type', async () => {
  const host = await behind(express.json({ type: '*/*' }))
  const yaml = { ...post, headers: { 'content-type': 'application/yaml', connection: 'close' } }
  expect((await send(host, yaml)).status).toBe(500)
})
