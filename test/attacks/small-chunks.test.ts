import { once } from 'node:events'
import net from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from '@jest/globals'
import { mounted } from '../adapters/mounted.js'

const HEAD = `POST /apis/authorization.platform.io/v1/selfsubjectaccessreviews HTTP/1.1
host: plane
content-type: application/json
transfer-encoding: chunked

2
{}
`.replaceAll('\n', '\r\n')
/** More than sockets hold that are not read: each is sent as six bytes. */
const BYTES = 1_500_000
/** What they may take, and what they are read with. A chunk that is kept takes some 350 bytes: 500 MB. */
const MAX_TAKEN = 50_000_000

test('a body that arrives byte by byte takes no more memory than another', async () => {
  setFlagsFromString('--expose-gc')
  const collect: () => void = runInNewContext('gc')
  const { host } = await mounted('http')
  collect()
  const before = process.memoryUsage().heapUsed
  const socket = net.connect(host.port, '127.0.0.1')
  socket.write(HEAD)
  const chunks = '1\r\n \r\n'.repeat(10_000)
  for (let sent = 0; sent < BYTES; sent += 10_000) if (!socket.write(chunks)) await once(socket, 'drain')
  collect()
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(MAX_TAKEN)
  socket.write('0\r\n\r\n')
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1.1 422 /)
  socket.destroy()
})
