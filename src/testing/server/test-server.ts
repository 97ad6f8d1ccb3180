/**
 * A plane in a test behind HTTPS.
 *
 * @module
 */

import { once } from 'node:events'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { nodeHandler } from '../../adapters/index.js'
import { createStaticTokenAuthenticator } from '../../authn/index.js'
import { kubeconfigText } from '../../client/node/index.js'
import { createSelfSignedCertificate } from '../../crypto/index.js'
import { ADMIN_GROUP, check, existingClientsDialect, isRecord } from '../../meta/index.js'
import { type TestPlane, type TestPlaneOptions, testPlane } from '../test-plane.js'

/** What a server in a test is made from: what its plane is, whose dialect is that of existing clients unless it is said. */
export type TestServerOptions = TestPlaneOptions

/** A plane in a test that is listened to on loopback. */
export interface TestServer {
  /** The plane, with its clock, its faults and the history of requests. */
  readonly plane: TestPlane
  /** Such as `https://127.0.0.1:40123`. */
  readonly url: string
  /** Text of a configuration file that leads here, as an administrator: what `KUBECONFIG` would name. */
  readonly kubeconfig: string
  /** The certificate that the server is known by, in PEM. */
  readonly ca: string
  /** Bearer token of an administrator. */
  readonly token: string
  /** Breaks off what is open, and closes the port and the plane. */
  close(): Promise<void>
}

const HOST = '127.0.0.1'
const ADMIN = { username: 'admin', groups: [ADMIN_GROUP] }

/**
 * Makes a plane in a test and listens on a free port of loopback, with a certificate and a token of its own.
 *
 * @param options - Options of the plane. Authenticators of yours are called before the token of the server.
 * @returns The server, ready to answer. Close it when the test is over.
 */
export async function testServer(options: TestServerOptions = {}): Promise<TestServer> {
  if (!isRecord(options)) check.refuse('testServer', check.members({})(options, ''))
  const token = crypto.randomUUID()
  const authenticators = [...(options.authenticators ?? []), createStaticTokenAuthenticator([{ token, user: ADMIN }])]
  const [plane, { certificatePem, privateKeyPem }] = await Promise.all([
    testPlane({ dialect: existingClientsDialect, ...options, authenticators }),
    createSelfSignedCertificate({ hosts: [HOST, 'localhost'] }),
  ])
  const server = createServer({ cert: certificatePem, key: privateKeyPem }, nodeHandler(plane))
  server.listen(0, HOST)
  await once(server, 'listening')
  const url = `https://${HOST}:${(server.address() as AddressInfo).port}`
  return {
    plane,
    url,
    kubeconfig: await kubeconfigText({ server: url, ca: certificatePem, token }),
    ca: certificatePem,
    token,
    async close() {
      await plane.close()
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
