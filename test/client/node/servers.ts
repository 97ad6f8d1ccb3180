/** Servers for tests of clients: each answers as it is told, and all end with the test. */

import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import http, { type RequestListener } from 'node:http'
import https, { type ServerOptions } from 'node:https'
import type { AddressInfo, Server, Socket } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach } from '@jest/globals'

const cleanUp: (() => unknown)[] = []
afterEach(async () => {
  for (const end of cleanUp.splice(0).reverse()) await end()
})

/** Does something when the test is over. */
export const afterwards = (end: () => unknown): void => void cleanUp.push(end)

export async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>()
  for (const event of ['connection', 'secureConnection']) server.on(event, (socket: Socket) => sockets.add(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterwards(async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  })
  return (server.address() as AddressInfo).port
}

export const httpServer = async (answer: RequestListener): Promise<string> =>
  `http://127.0.0.1:${await listen(http.createServer(answer))}`

export const httpsServer = async (options: ServerOptions, answer: RequestListener): Promise<string> =>
  `https://127.0.0.1:${await listen(https.createServer(options, answer))}`

/** A folder that is gone after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'binnacle-client-'))
  afterwards(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A namespace as a server would answer with it; `note` says what the server has seen. */
export const seen = (note: string) =>
  JSON.stringify({ kind: 'Namespace', apiVersion: 'v1', metadata: { name: 'default', annotations: { note } } })
