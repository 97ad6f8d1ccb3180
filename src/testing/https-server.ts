/**
 * The HTTPS server of a plane in a test. It needs Node: the rest of `binnacle/testing` loads it when a server is asked for, and
 * `browser` in package.json replaces it.
 *
 * @module
 */

import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { nodeHandler } from '../adapters/index.js'
import { kubeconfigText } from '../client/node/index.js'
import type { CertificateAndKey } from '../crypto/index.js'
import type { ControlPlane } from '../plane/index.js'

/**
 * @param plane - The plane.
 * @param host - An address of loopback.
 * @param certificate - For that address.
 * @returns The server, listening on a free port.
 */
export async function serveHttps(plane: ControlPlane, host: string, { certificatePem, privateKeyPem }: CertificateAndKey) {
  const server = createServer({ cert: certificatePem, key: privateKeyPem }, nodeHandler(plane))
  server.listen(0, host)
  await once(server, 'listening')
  const url = `https://${host}:${(server.address() as AddressInfo).port}`
  return {
    url,
    kubeconfigOf: (token: string) => kubeconfigText({ server: url, ca: certificatePem, token }),
    /** Closes the port, and open connections. */
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
