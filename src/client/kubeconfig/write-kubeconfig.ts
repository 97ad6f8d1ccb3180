/**
 * Writes configuration files for clients, with one cluster and one user.
 *
 * @module
 */

import { encodeBase64Text, encodeYaml } from '../../codec/index.js'

/** The content of a configuration file. */
export interface KubeconfigParts {
  /** Such as `https://127.0.0.1:6443`. */
  readonly server: string
  /** CA certificates for the server, in PEM; the system's when absent. */
  readonly ca?: string
  /** Bearer token; without it the user has no credentials. */
  readonly token?: string
  /** The entry of the user, for other credentials than a token. */
  readonly user?: unknown
  /** Namespace of the context. */
  readonly namespace?: string
}

const NAME = 'binnacle'

/**
 * Writes a configuration file that kubectl, client-go and the like read.
 *
 * @param parts - The server, and the user.
 * @returns YAML.
 */
export async function kubeconfigText({ server, ca, token, user, namespace }: KubeconfigParts): Promise<string> {
  const data = ca !== undefined && { 'certificate-authority-data': encodeBase64Text(ca) }
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: NAME, cluster: { server, ...data } }],
    contexts: [{ name: NAME, context: { cluster: NAME, user: NAME, ...(namespace !== undefined && { namespace }) } }],
    'current-context': NAME,
    users: [{ name: NAME, user: token === undefined ? (user ?? {}) : { token } }],
  }
  return new TextDecoder().decode(await encodeYaml(config))
}
