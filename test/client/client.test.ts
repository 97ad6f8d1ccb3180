import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fetchHandler, nodeHandler } from '../../src/adapters/index.js'
import { connect } from '../../src/client/index.js'
import { createControlPlane } from '../../src/server/index.js'
import { describeClient } from './describe-client.js'

describeClient('in process', async () => {
  const plane = await createControlPlane()
  return { client: plane.client(), close: () => plane.close() }
})

describeClient('by a fetch of its own', async () => {
  const plane = await createControlPlane()
  const answer = fetchHandler(plane)
  const client = connect({ server: 'http://plane', fetch: (url, init) => answer(new Request(url, init)) })
  return {
    client,
    close: async () => {
      client.close()
      await plane.close()
    },
  }
})

describeClient('over HTTP', async () => {
  const plane = await createControlPlane()
  const server = createServer(nodeHandler(plane))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const client = connect({ server: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
  return {
    client,
    close: async () => {
      client.close()
      await plane.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
})
