/**
 * Credentials for webhooks whose addresses are in API objects: a client configuration file has a user for each host.
 *
 * @module
 */

import { systemClock } from '../../meta/index.js'
import type { WebhookCredentials, WebhookCredentialsSource } from '../../webhook/index.js'
import { type Kubeconfig, KubeconfigError } from '../kubeconfig/kubeconfig.js'
import { checkUser, type SelectedContext } from '../kubeconfig/select.js'
import { userCredentials } from './user-credentials.js'

/**
 * Reads the credentials for webhooks from a configuration. A user is named like a host, with the port unless that is 443
 * (`hook.tools.svc`), like the end of one (`*.tools.svc`), or `*`; the most specific name wins, then the user of the current
 * context.
 *
 * @param kubeconfig - A configuration, as `loadKubeconfig` reads it.
 * @returns Called before each request, so that certificates and tokens may be renewed. A host without a user gets no credentials.
 * @throws `KubeconfigError` for an unusable user, or one whose files cannot be read.
 * @see Kubernetes, dynamic admission control, "Authenticate API servers"
 */
export async function webhookCredentials({ users, contexts, currentContext }: Kubeconfig): Promise<WebhookCredentialsSource> {
  const shown = new Map<string, () => Promise<WebhookCredentials>>()
  for (const [name, user] of users) {
    const where = `user "${name}"`
    checkUser(where, user)
    if (user.impersonate) throw new KubeconfigError(`${where}: as is not available for webhooks`)
    if (user.exec?.provideClusterInfo) {
      throw new KubeconfigError(`${where}: exec.provideClusterInfo is not available for webhooks that objects name`)
    }
    shown.set(name, shownBy({ user, cluster: NO_CLUSTER }))
  }
  // Reports unreadable files now rather than with the first call of a webhook.
  await Promise.all([...shown.values()].map((show) => show()))
  const usual = contexts.get(currentContext)?.user ?? ''
  return async (host) => {
    const name = [...namesFor(host), usual].find((one) => shown.has(one)) ?? ''
    return (await shown.get(name)?.()) ?? {}
  }
}

const NO_CLUSTER: SelectedContext['cluster'] = { server: '', folder: undefined }

/** The possible user names for a host, the most specific first. */
function namesFor(host: string): readonly string[] {
  const steps = host.split('.')
  return [host, ...steps.slice(1).map((_, i) => `*.${steps.slice(i + 1).join('.')}`), '*']
}

/**
 * The credentials of a user for a webhook.
 *
 * @param selected - The user, and the cluster for plugins.
 * @returns A function that reads the user's files, at most a minute old.
 */
export function shownBy(selected: Pick<SelectedContext, 'user' | 'cluster'>): () => Promise<WebhookCredentials> {
  const { credentials, identity } = userCredentials(selected, systemClock, {})
  return async () => {
    const [certificate, authorization] = await Promise.all([identity(), credentials.authorization(new AbortController().signal)])
    return { ...(certificate && { identity: certificate }), ...(authorization !== undefined && { authorization }) }
  }
}
