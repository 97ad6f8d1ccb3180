/**
 * A service that is sent audit events.
 *
 * @module
 */

import { check } from '../../meta/index.js'
import {
  createWebhookClient,
  WebhookError,
  type WebhookTargetSource,
  type WebhookTransport,
  webhookTarget,
} from '../../webhook/index.js'
import type { AuditBackend } from '../backend.js'
import { type AuditBuffering, auditBuffering, bufferedBackend } from './buffered.js'

/** Options of {@link createAuditWebhook}. */
export interface AuditWebhookOptions extends AuditBuffering {
  readonly transport: WebhookTransport
  /** The service. */
  readonly target: WebhookTargetSource
  /** How long to wait before a batch is sent a second time, in milliseconds; longer each time after that. Default 10,000. */
  readonly initialBackoffMs?: number
}

const ATTEMPTS = 5
/** A service that does not answer holds a batch no longer. */
const TIMEOUT_MS = 120_000
/** The answer's content is not used. */
const MAX_REPLY_BYTES = 64 * 1024

const checked = check.members<keyof AuditWebhookOptions>(
  { ...auditBuffering, transport: check.callable, target: webhookTarget, initialBackoffMs: check.amount },
  ['transport'],
)

/**
 * Makes a backend that posts lists of events to a service over HTTPS, and again while its failures are of the kind that passes.
 *
 * @param options - The service, and how events reach it: by default in the background, 400 at a time or after 30 seconds, ten times a
 *   second at most.
 * @throws TypeError with one line for each option at fault.
 * @see API conventions, "EventList" of the audit group, version v1
 */
export function createAuditWebhook(options: AuditWebhookOptions): AuditBackend {
  check.refuse('createAuditWebhook', checked(options, ''))
  const { transport, target, initialBackoffMs = 10_000 } = options
  const buffering = { throttle: { qps: 10, burst: 15 }, ...options }
  return bufferedBackend('webhook', buffering, ({ dialect, clock, random }) => {
    const head = `{"kind":"EventList","apiVersion":"audit.${dialect.groupDomain}/v1","metadata":{},"items":[`
    const client = createWebhookClient({
      transport,
      target,
      timeoutMs: TIMEOUT_MS,
      attempts: ATTEMPTS,
      initialBackOffMs: initialBackoffMs,
      maxReplyBytes: MAX_REPLY_BYTES,
      clock,
      random,
    })
    return {
      async write(events) {
        try {
          await client.postText(`${head}${events.map((members) => `{${members}}`).join(',')}]}`)
        } catch (error) {
          // Whatever a service says besides its status is of no interest.
          if (!(error instanceof WebhookError && error.failure === 'reply')) throw error
        }
      },
    }
  })
}
