/**
 * Webhooks as configurations carry them. They were judged when they were written.
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
  /** Of mutating webhooks. */
  readonly reinvocationPolicy?: string
}

const HTTPS_PORT = 443

/** Where a webhook is, as the transport wants to know it. The time that it has is in the query of its URL. */
export function targetOf({ clientConfig, timeoutSeconds }: AdmissionWebhook): WebhookTarget {
  const { url, service, caBundle } = clientConfig
  const trust = caBundle ? { caBundle: atob(caBundle) } : {}
  if (service) {
    const { namespace, name, path = '/', port = HTTPS_PORT } = service
    return { server: { service: { namespace, name, path, port } }, ...trust }
  }
  return { server: { url: `${url}${timeoutSeconds === undefined ? '' : `?timeout=${timeoutSeconds}s`}` }, ...trust }
}
