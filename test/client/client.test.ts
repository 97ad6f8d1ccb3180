import { createServer, type Server } from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { fetchHandler, nodeHandler } from '../../src/adapters/index.js'
import { connectWithFetch } from '../../src/client/index.js'
import * as node from '../../src/client/node/index.js'
import { createSelfSignedCertificate } from '../../src/crypto/index.js'
import { createControlPlane } from '../../src/plane/index.js'
import { describeClient } from './describe-client.js'

describeClient('in process', async () => {
  const plane = await createControlPlane()
  return { client: plane.client(), close: () => plane.close() }
})

describeClient('by a fetch of its own', async () => {
  const plane = await createControlPlane()
  const answer = fetchHandler(plane)
  const client = connectWithFetch({ server: 'http://plane', fetch: (url, init) => answer(new Request(url, init)) })
  return {
    client,
    close: async () => {
      client.close()
      await plane.close()
    },
  }
})

/** A listening server, its port, and how to end it. */
async function listening(server: Server): Promise<{ readonly port: number; readonly end: () => Promise<void> }> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    async end() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

describeClient('over HTTP', async () => {
  const plane = await createControlPlane()
  const { port, end } = await listening(createServer(nodeHandler(plane)))
  const client = connectWithFetch({ server: `http://127.0.0.1:${port}` })
  return {
    client,
    close: async () => {
      client.close()
      await plane.close()
      await end()
    },
  }
})

describeClient('over HTTPS, by a kubeconfig', async () => {
  const plane = await createControlPlane()
  const { certificatePem, privateKeyPem } = await createSelfSignedCertificate({ hosts: ['127.0.0.1'] })
  const { port, end } = await listening(https.createServer({ cert: certificatePem, key: privateKeyPem }, nodeHandler(plane)))
  const kubeconfig = await node.parseKubeconfig(
    JSON.stringify({
      'current-context': 'test',
      contexts: [{ name: 'test', context: { cluster: 'test' } }],
      clusters: [
        {
          name: 'test',
          cluster: {
            server: `https://127.0.0.1:${port}`,
            'certificate-authority-data': Buffer.from(certificatePem).toString('base64'),
          },
        },
      ],
    }),
  )
  const client = node.connect(kubeconfig)
  return {
    client,
    close: async () => {
      client.close()
      await plane.close()
      await end()
    },
  }
})

/** Configuration files of a real cluster, as a list of paths; there the suite makes a namespace, and takes it away again. */
const real = process.env.BINNACLE_TEST_KUBECONFIG
if (real) {
  describeClient('of a real cluster', async () => {
    const client = node.connect(await node.loadKubeconfig({ paths: real.split(path.delimiter) }))
    return { client, close: async () => client.close() }
  })
}
