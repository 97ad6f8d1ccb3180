import { once } from 'node:events'
import http from 'node:http'
import http2 from 'node:http2'
import type { AddressInfo } from 'node:net'
import { expect, test } from '@jest/globals'
import { nodeHandler } from '../../src/adapters/index.js'
import type { ServerRequest } from '../../src/server/index.js'

test.each(['http', 'http2'])('requests of one connection over %s have one connection object, others another', async (name) => {
  const seen: (object | undefined)[] = []
  const handler = nodeHandler({
    handle: async (request: ServerRequest) => {
      seen.push(request.connection)
      return { status: 200, headers: [], body: new Uint8Array(0) }
    },
  })
  const server = name === 'http' ? http.createServer(handler) : http2.createServer(handler)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  for (let connection = 0; connection < 2; connection += 1) {
    if (name === 'http') {
      const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
      for (let request = 0; request < 2; request += 1) {
        const [response] = await once(http.get({ port, host: '127.0.0.1', agent }), 'response')
        response.resume()
        await once(response, 'end')
      }
      agent.destroy()
    } else {
      const session = http2.connect(`http://127.0.0.1:${port}`)
      for (let request = 0; request < 2; request += 1) await once(session.request({ ':path': '/' }).resume(), 'end')
      session.close()
    }
  }
  server.close()
  expect(seen.map((connection) => connection && seen.indexOf(connection))).toEqual([0, 0, 2, 2])
})
