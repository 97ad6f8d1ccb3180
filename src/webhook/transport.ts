/**
 * What it takes to post JSON to a webhook: the words that every caller and every transport share.
 *
 * @module
 */

import { check } from '../meta/index.js'

/** A service within the cluster that has a webhook. */
export interface WebhookService {
  readonly namespace: string
  readonly name: string
  /** Path of the URL, beginning with a slash. */
  readonly path: string
  /** Query of the URL, without its question mark; none when absent. */
  readonly query?: string
  /** 443 when the configuration does not say. */
  readonly port: number
}

/** A certificate that a webhook knows its caller by, and the key of it, both in PEM. */
export interface WebhookIdentity {
  /** The certificate, with its intermediates after it. */
  readonly cert: string
  readonly key: string
}

/** A webhook: where it is, whom it is trusted by, and what its caller shows. */
export interface WebhookTarget {
  /** Where it is: an `https` URL, or the service that a configuration names. */
  readonly server: { readonly url: string } | { readonly service: WebhookService }
  /** Certificates, in PEM, that its server has to be signed by; those of the machine when absent. */
  readonly caBundle?: string
  /** The name that its server's certificate has to be for; the host of the URL, or the name of the service, when absent. */
  readonly serverName?: string
  /** The client certificate of the connection; none when absent. */
  readonly identity?: WebhookIdentity
  /** The `authorization` header; none when absent. */
  readonly authorization?: string
}

/** What a webhook is shown by its caller: a client certificate, or a header. */
export type WebhookCredentials = Pick<WebhookTarget, 'identity' | 'authorization'>

/**
 * Says what a webhook is shown, where an object of the API says no more than its address. Asked before each call, so that credentials
 * may be renewed.
 *
 * @param host - The host of its URL, or of its service (`NAME.NAMESPACE.svc`); with the port unless that is 443.
 */
export type WebhookCredentialsSource = (host: string) => WebhookCredentials | Promise<WebhookCredentials>

/** A webhook, or a function that returns it for each attempt, so that credentials may be renewed. */
export type WebhookTargetSource = WebhookTarget | (() => WebhookTarget | Promise<WebhookTarget>)

/** Checks what programs without types give as a webhook. */
export const webhookTarget = /* @__PURE__ */ check.fits(
  '{ server: { url } }, or a function that gives it',
  (value) => typeof value === 'function' || (check.isObject(value) && check.isObject(value.server)),
)

/** A call of a webhook. */
export interface WebhookCall extends WebhookTarget {
  /** JSON to post. */
  readonly body: string
  /** Aborted when the answer comes too late. */
  readonly signal: AbortSignal
  /** Bytes that the answer may have. What more is fine depends on the transport. */
  readonly maxReplyBytes?: number
}

/** The answer of a webhook. */
export interface WebhookReply {
  /** HTTP status code. Redirects are not followed. */
  readonly status: number
  /** Its body, decoded. */
  readonly body: string
}

/** A call that is over. */
export interface FinishedWebhookCall {
  /** Host and port that was called. */
  readonly host: string
  /** HTTP status code of the answer; undefined when there was none, or not all of it. */
  readonly status: number | undefined
  /** How long it took, in seconds. */
  readonly seconds: number
}

/**
 * Posts JSON to webhooks over HTTPS. The host of a plane provides it: trusting a certificate of one's own takes more than
 * the portable platform has.
 *
 * @throws Anything, when there is no answer; its message is shown to clients. A `WebhookError` may say that another attempt is
 *   worth while.
 */
export interface WebhookTransport {
  (call: WebhookCall): Promise<WebhookReply>
  /**
   * Tells of each call that is over, for metrics. A plane listens to the transport of its `webhooks`.
   *
   * @param listener - Called with each report.
   * @returns A function that ends it.
   */
  observe?(listener: (call: FinishedWebhookCall) => void): () => void
}
