/**
 * Webhooks configured by a kubeconfig file, such as those for authentication and authorization.
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
 * Reads the target of a webhook from the current context of a configuration: the cluster is its server, the user holds the
 * credentials of its caller.
 *
 * @param kubeconfig - A configuration, as `loadKubeconfig` reads it.
 * @returns A function that reads the files of the configuration, at most a minute old. Call it before each request; it rejects
 *   with `KubeconfigError` when a file cannot be read.
 * @throws `KubeconfigError` for an unusable configuration, or one with settings that webhooks do not support: no TLS, skipped
 *   verification of the server's certificate, a proxy, or impersonation.
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
