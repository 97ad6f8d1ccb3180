/**
 * A plane in this process that listens on a real port.
 */

import { createServer, type Server } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { nodeHandler } from '../../src/adapters/index.js'
import { type ControlPlane, type ControlPlaneOptions, createControlPlane } from '../../src/plane/index.js'

export interface ServedPlane {
  readonly plane: ControlPlane
  readonly server: Server
  readonly url: string
  /** Connections that are open. */
  readonly sockets: ReadonlySet<Socket>
  close(): Promise<void>
}

/** Creates a plane and listens. */
export async function servePlane(options: ControlPlaneOptions = {}): Promise<ServedPlane> {
  const plane = await createControlPlane(options)
  const server = createServer(nodeHandler(plane)).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  return {
    plane,
    server,
    sockets,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      await plane.close()
      server.closeAllConnections()
      server.close()
    },
  }
}
