/**
 * The ConfigMap `cluster-info`, signed with each bootstrap token: holders of a token can verify that they are connected to the
 * right plane.
 *
 * @module
 */

import { type Client, type Controller, controller } from '../../client/index.js'
import { signDetached, verifyDetached } from '../../crypto/index.js'
import { type ApiObject, check, dialectOf, getKey, jsonEqual } from '../../meta/index.js'
import { type ControlLoopOptions, checkLoop, runOptions, selected } from '../client-loop.js'
import { CONFIG_MAPS, type ConfigMapFields, SECRETS, type SecretFields } from '../types.js'
import { bootstrapTokenType, expiryOf, signingToken } from './token-secret.js'

const NAME = 'cluster-info'
/** The key of the signed entry. */
const CONTENT = 'kubeconfig'
/** Prefix of the entries with signatures; the id of the token follows. */
const SIGNATURE = 'jws-kubeconfig-'

/**
 * Signs `cluster-info` in the public namespace with each bootstrap token for signing. Signatures are added and removed with the
 * tokens, and renewed when the content changes; the ConfigMap itself is created elsewhere.
 *
 * @param client - A client of the plane.
 * @param options - Dialect, leader election.
 * @returns The loop; it runs until it is stopped or its client is closed.
 * @see Specification, "Bootstrap tokens", 5
 */
export function createBootstrapSigner(client: Client, options: ControlLoopOptions = {}): Controller {
  checkLoop('createBootstrapSigner', client, options)
  const dialect = dialectOf(options.dialect)
  const { system, public: publicNamespace } = dialect.namespaces
  const configMaps = client.resource<ConfigMapFields>(CONFIG_MAPS).namespace(publicNamespace)
  const tokens = selected(client.resource<SecretFields>(SECRETS).namespace(system), `type=${bootstrapTokenType(dialect)}`)
  return controller({
    ...runOptions(options),
    for: selected(configMaps, `metadata.name=${NAME}`),
    watches: [{ resource: tokens, map: () => [`${publicNamespace}/${NAME}`] }],
    async reconcile(configMap, { cached }) {
      const content = configMap.data?.[CONTENT]
      if (content === undefined) return undefined
      const now = client.clock.now()
      const signatures: Record<string, string> = {}
      let nextExpiry = Number.POSITIVE_INFINITY
      for (const secret of cached(tokens).list()) {
        const found = signingToken(secret)
        const expiry = expiryOf(secret) ?? Number.POSITIVE_INFINITY
        if (!found || expiry <= now || secret.metadata.deletionTimestamp) continue
        nextExpiry = Math.min(nextExpiry, expiry)
        signatures[`${SIGNATURE}${found.id}`] = await signDetached(content, { id: found.id, secret: found.token })
      }
      const others = Object.entries(configMap.data ?? {}).filter(([key]) => !key.startsWith(SIGNATURE))
      const data = { ...Object.fromEntries(others), ...signatures }
      if (!jsonEqual(data, configMap.data)) await configMaps.update({ ...configMap, data })
      return nextExpiry < Number.POSITIVE_INFINITY ? { requeueAfterMs: nextExpiry - now } : undefined
    },
  })
}

/**
 * Verifies `cluster-info` for a client with a bootstrap token: the signature proves that the signer has the token.
 *
 * @param configMap - `cluster-info` of the public namespace, which is readable without authentication.
 * @param token - The token, `id.secret`.
 * @returns The kubeconfig in it; undefined when the token has not signed it.
 * @see Specification, "Bootstrap tokens", 5
 */
export async function verifyClusterInfo(configMap: ApiObject, token: string): Promise<string | undefined> {
  check.refuse('verifyClusterInfo', [...check.object(configMap, 'configMap'), ...check.text(token, 'token')])
  const [id = ''] = token.split('.')
  const content = getKey(configMap.data, CONTENT)
  const signature = getKey(configMap.data, `${SIGNATURE}${id}`)
  if (typeof content !== 'string' || typeof signature !== 'string') return undefined
  return (await verifyDetached(content, signature, { id, secret: token })) ? content : undefined
}
