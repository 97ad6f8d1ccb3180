// A free port outside the ephemeral range, as outgoing connections could take a port in that range before it is used.
import { once } from 'node:events'
import net from 'node:net'

const FIRST = 20_000
const COUNT = 11_000
let last = Math.floor(Math.random() * COUNT)

export async function freePort() {
  last = (last + 1) % COUNT
  const port = FIRST + last
  const server = net.createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch {
    return freePort()
  }
  server.close()
  await once(server, 'close')
  return port
}
