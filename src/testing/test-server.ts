/**
 * A test plane behind HTTPS, for programs with another client: kubectl, other client libraries, other languages.
 *
 * @module
 */

import { createStaticTokenAuthenticator } from '../authn/index.js'
import { createSelfSignedCertificate } from '../crypto/index.js'
import { ADMIN_GROUP, check, existingClientsDialect, givenMembers, isRecord } from '../meta/index.js'
import { type TestPlane, type TestPlaneOptions, testPlane } from './test-plane.js'

/** Options of a test server: those of its plane. The default dialect is that of existing clients. */
export type TestServerOptions = TestPlaneOptions

/** A test plane that listens on loopback. */
export interface TestServer {
  /** The plane, with its clock, its faults and the history of requests. */
  readonly plane: TestPlane
  /** Such as `https://127.0.0.1:40123`. */
  readonly url: string
  /** Text of a configuration file for an administrator, for use with `KUBECONFIG`. */
  readonly kubeconfig: string
  /** The CA certificate of the server, in PEM. */
  readonly ca: string
  /** Bearer token of an administrator. */
  readonly token: string
  /** Closes open connections, the port and the plane. */
  close(): Promise<void>
}

const HOST = '127.0.0.1'
const ADMIN = { username: 'admin', groups: [ADMIN_GROUP] }

/**
 * Makes a test plane that listens on a free port of loopback, with a new certificate and token.
 *
 * @param options - Options of the plane. Its authenticators are called before that of the server's token.
 * @returns The server, ready to answer. Close it when the test is over.
 * @throws TypeError with one line for each invalid option, and in browsers, which have no ports.
 */
export async function testServer(options: TestServerOptions = {}): Promise<TestServer> {
  if (!isRecord(options) || check.isPromise(options)) check.refuse('testServer', check.members({})(options, ''))
  const { authenticators: own = [] } = options
  check.refuse('testServer', check.listOf(check.anything)(own, 'authenticators'))
  const token = crypto.randomUUID()
  const authenticators = [...own, createStaticTokenAuthenticator([{ token, user: ADMIN }])]
  const { serveHttps } = await import('./https-server.js')
  // One after the other: a failure of either leaves nothing open and nothing in progress.
  const certificate = await createSelfSignedCertificate({ hosts: [HOST, 'localhost'] })
  const plane = await testPlane({ dialect: existingClientsDialect, ...givenMembers(options), authenticators })
  try {
    const server = await serveHttps(plane, HOST, certificate)
    return {
      plane,
      url: server.url,
      kubeconfig: await server.kubeconfigOf(token),
      ca: certificate.certificatePem,
      token,
      async close() {
        await plane.close()
        await server.close()
      },
    }
  } catch (error) {
    await plane.close()
    throw error
  }
}
