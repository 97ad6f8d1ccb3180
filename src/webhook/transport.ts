/**
 * The types for posting JSON to a webhook, shared by all callers and transports.
 *
 * @module
 */

import { check, type OptionCheck } from '../meta/index.js'

/** A service of a webhook within the cluster. */
export interface WebhookService {
  readonly namespace: string
  readonly name: string
  /** Path of the URL, with a leading slash. */
  readonly path: string
  /** Query of the URL, without its question mark; none when absent. */
  readonly query?: string
  /** 443 by default. */
  readonly port: number
}

/** A client certificate and its key, both in PEM. */
export interface WebhookIdentity {
  /** The certificate, followed by its intermediates. */
  readonly cert: string
  readonly key: string
}

/** A webhook: its address, its trust anchors, and the credentials of its caller. */
export interface WebhookTarget {
  /** Its address: an `https` URL, or the service of a configuration. */
  readonly server: { readonly url: string } | { readonly service: WebhookService }
  /** CA certificates for its server, in PEM; those of the machine when absent. */
  readonly caBundle?: string
  /** The expected name in its server's certificate; when absent the host of the URL, or the name of the service. */
  readonly serverName?: string
  /** The client certificate of the connection; none when absent. */
  readonly identity?: WebhookIdentity
  /** The `authorization` header; none when absent. */
  readonly authorization?: string
}

/** The caller's credentials for a webhook: a client certificate, or a header. */
export type WebhookCredentials = Pick<WebhookTarget, 'identity' | 'authorization'>

/**
 * Returns the credentials for a webhook whose object has only its address. Called before each call, so that credentials may be
 * renewed.
 *
 * @param host - The host of its URL, or of its service (`NAME.NAMESPACE.svc`); with the port unless that is 443.
 */
export type WebhookCredentialsSource = (host: string) => WebhookCredentials | Promise<WebhookCredentials>

/** A webhook, or a function that returns it for each attempt, so that credentials may be renewed. */
export type WebhookTargetSource = WebhookTarget | (() => WebhookTarget | Promise<WebhookTarget>)

const { fits, isObject, members, text } = check
const source = /* @__PURE__ */ fits(
  '{ server: { url } }, or a function that gives it',
  (value) => typeof value === 'function' || (isObject(value) && isObject(value.server)),
)
const target = /* @__PURE__ */ members<keyof WebhookTarget>({
  server: /* @__PURE__ */ fits('{ url }, or { service }', (value) => {
    return isObject(value) && (typeof value.url === 'string' || isObject(value.service))
  }),
  caBundle: text,
  serverName: text,
  identity: /* @__PURE__ */ members<keyof WebhookIdentity>({ cert: text, key: text }, ['cert', 'key']),
  authorization: text,
})

/** Checks a webhook, for programs without types. */
export const webhookTarget: OptionCheck = function* checkTarget(value, path) {
  const problems = [...source(value, path)]
  yield* problems
  if (problems.length === 0 && typeof value !== 'function') yield* target(value, path)
}

/** A call of a webhook. */
export interface WebhookCall extends WebhookTarget {
  /** JSON to post. */
  readonly body: string
  /** Aborted at the time limit. */
  readonly signal: AbortSignal
  /** Maximum bytes of the answer. The default depends on the transport. */
  readonly maxReplyBytes?: number
}

/** The answer of a webhook. */
export interface WebhookReply {
  /** HTTP status code. Redirects are not followed. */
  readonly status: number
  /** Its body, decoded. */
  readonly body: string
}

/** A finished call. */
export interface FinishedWebhookCall {
  /** Host and port of the call. */
  readonly host: string
  /** HTTP status code of the answer; undefined without a complete answer. */
  readonly status: number | undefined
  /** Duration in seconds. */
  readonly seconds: number
}

/**
 * Posts JSON to webhooks over HTTPS. The host of a plane provides it: trusting a private certificate is not possible with the
 * portable platform alone.
 *
 * @throws Any error, without an answer; its message is shown to clients. A `WebhookError` may say that a retry makes sense.
 */
export interface WebhookTransport {
  (call: WebhookCall): Promise<WebhookReply>
  /**
   * Observes finished calls, for metrics. A plane observes the transport of its `webhooks`.
   *
   * @param listener - Called with each report.
   * @returns A function that ends it.
   */
  observe?(listener: (call: FinishedWebhookCall) => void): () => void
}
