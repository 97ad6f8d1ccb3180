// A free port outside the ephemeral range, as outgoing connections could take a port in that range before it is used.
//
// Until it ends, this process holds the UDP port of the same number: a server may be long in starting, and another process, such
// as a test file beside this one, must not be given the same port meanwhile.
import dgram from 'node:dgram'
import { once } from 'node:events'
import net from 'node:net'

const FIRST = 20_000
const COUNT = 11_000
let last = Math.floor(Math.random() * COUNT)

export async function freePort() {
  last = (last + 1) % COUNT
  const port = FIRST + last
  const hold = dgram.createSocket('udp4').unref()
  const server = net.createServer()
  try {
    await once(hold.bind(port, '127.0.0.1'), 'listening')
    await once(server.listen(port, '127.0.0.1'), 'listening')
  } catch {
    hold.close()
    return freePort()
  }
  server.close()
  await once(server, 'close')
  return port
}
