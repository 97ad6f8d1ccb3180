/**
 * A webhook that receives audit events.
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
  /** Delay before a batch is sent a second time, in milliseconds; it grows each time after that. Default 10,000. */
  readonly initialBackoffMs?: number
}

const ATTEMPTS = 5
/** Time limit of one batch. */
const TIMEOUT_MS = 120_000
/** The answer's content is not used. */
const MAX_REPLY_BYTES = 64 * 1024

const checked = check.members<keyof AuditWebhookOptions>(
  { ...auditBuffering, transport: check.callable, target: webhookTarget, initialBackoffMs: check.amount },
  ['transport'],
)

/**
 * Makes a backend that posts lists of events to a service over HTTPS, with retries after temporary failures.
 *
 * @param options - The service, and delivery: by default in the background, 400 at a time or after 30 seconds, at most ten times
 *   a second.
 * @throws TypeError with one line for each invalid option.
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
      parse: () => undefined,
      clock,
      random,
    })
    return {
      async write(events) {
        try {
          await client.postText(`${head}${events.map((members) => `{${members}}`).join(',')}]}`)
        } catch (error) {
          // Only the status of the answer is used, so its body may be too long.
          if (!(error instanceof WebhookError && error.failure === 'reply')) throw error
        }
      },
    }
  })
}
