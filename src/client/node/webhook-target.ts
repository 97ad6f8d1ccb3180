/**
 * Webhooks configured by a kubeconfig file, as those for authentication and authorization.
 *
 * @module
 */

import { systemClock } from '../../meta/index.js'
import type { WebhookTarget } from '../../webhook/index.js'
import { requireServer } from '../http/connect.js'
import { type Kubeconfig, KubeconfigError } from '../kubeconfig/kubeconfig.js'
import { selectContext } from '../kubeconfig/select.js'
import { authoritiesOf } from './user-credentials.js'
import { shownBy } from './webhook-credentials.js'

/**
 * Reads from the current context of a configuration how a webhook is reached: the cluster is its server, the user is what its caller shows.
 *
 * @param kubeconfig - A configuration, as `loadKubeconfig` reads it.
 * @returns A function that reads what the configuration names, at most a minute old; it belongs before each call, and rejects
 *   with `KubeconfigError` when something cannot be read.
 * @throws `KubeconfigError` for a configuration that cannot be used, or that would have a webhook called in a way that
 *   webhooks are never called: without TLS, with any certificate of the server, through a proxy, or with impersonation.
 * @see Specification, "Webhook token authentication"
 */
export function webhookTarget(kubeconfig: Kubeconfig): () => Promise<WebhookTarget> {
  const selected = selectContext(kubeconfig, undefined)
  const { cluster, user } = selected
  const where = `context "${selected.name}"`
  if (new URL(requireServer(cluster.server)).protocol !== 'https:') {
    throw new KubeconfigError(`${where}: server ${JSON.stringify(cluster.server)}: a webhook has to be reached by https://`)
  }
  const refused: Readonly<Record<string, unknown>> = {
    'insecure-skip-tls-verify': cluster.insecureSkipTlsVerify || undefined,
    'proxy-url': cluster.proxyUrl,
    as: user.impersonate,
  }
  for (const [member, value] of Object.entries(refused)) {
    if (value !== undefined) throw new KubeconfigError(`${where}: ${member} is not available for webhooks`)
  }
  const shown = shownBy(selected)
  const authorities = authoritiesOf(cluster, systemClock)
  return async () => {
    const [caBundle, credentials] = await Promise.all([authorities?.(), shown()])
    return {
      server: { url: cluster.server },
      ...(caBundle !== undefined && { caBundle }),
      ...(cluster.tlsServerName !== undefined && { serverName: cluster.tlsServerName }),
      ...credentials,
    }
  }
}
