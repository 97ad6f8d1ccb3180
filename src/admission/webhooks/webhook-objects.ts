/**
 * Webhooks as stored in configurations. They were validated when written.
 *
 * @module
 */

import type { WebhookTarget } from '../../webhook/index.js'
import type { MatchCriteria, ResourceRule } from '../matching/index.js'
import type { NamedExpression } from '../policy/policy-objects.js'

/** One webhook of a configuration, with its defaults. */
export interface AdmissionWebhook extends Pick<MatchCriteria, 'namespaceSelector' | 'objectSelector' | 'matchPolicy'> {
  readonly name: string
  readonly clientConfig: {
    readonly url?: string
    readonly service?: { readonly namespace: string; readonly name: string; readonly path?: string; readonly port?: number }
    /** Base64 of certificates in PEM. */
    readonly caBundle?: string
  }
  readonly rules?: readonly ResourceRule[]
  readonly failurePolicy?: string
  readonly sideEffects?: string
  readonly timeoutSeconds?: number
  readonly admissionReviewVersions?: readonly string[]
  readonly matchConditions?: readonly NamedExpression[]
  /** Only for mutating webhooks. */
  readonly reinvocationPolicy?: string
}

const HTTPS_PORT = 443

/**
 * The target of a webhook, in the form that the transport takes.
 *
 * @param webhook - The webhook.
 * @param timeoutMs - Its time limit, which is in the query of its URL, in whole seconds.
 */
export function targetOf({ clientConfig }: AdmissionWebhook, timeoutMs: number): WebhookTarget {
  const query = `timeout=${Math.ceil(timeoutMs / 1000)}s`
  const { url, service, caBundle } = clientConfig
  const trust = caBundle ? { caBundle: atob(caBundle) } : {}
  if (service) {
    const { namespace, name, path = '/', port = HTTPS_PORT } = service
    return { server: { service: { namespace, name, path, port, query } }, ...trust }
  }
  return { server: { url: `${url}?${query}` }, ...trust }
}

/** The host under which credentials for a webhook are configured: with the port unless it is the default. */
export function hostOf({ server }: WebhookTarget): string {
  if ('url' in server) return new URL(server.url).host
  const { namespace, name, port } = server.service
  return `${name}.${namespace}.svc${port === HTTPS_PORT ? '' : `:${port}`}`
}
