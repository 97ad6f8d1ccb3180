/**
 * Removes the bodies of events that are too large.
 *
 * @module
 */

import type { Dialect } from '../../meta/index.js'
import type { AuditEvent } from '../event.js'
import { membersText } from '../event-text.js'

/** Maximum sizes of events and batches, in characters of their JSON. */
export interface AuditTruncation {
  /** Default in flags 102,400. */
  readonly maxEventBytes: number
  /** Default in flags 10,485,760. */
  readonly maxBatchBytes: number
}

/**
 * An event within the limit: unchanged, or without its bodies, with an annotation.
 *
 * @param event - The event.
 * @param text - Its members as JSON.
 * @param limits - The maximum sizes.
 * @param dialect - The plane's dialect.
 * @throws Error when it is still too large.
 */
export function truncated(event: AuditEvent, text: string, limits: AuditTruncation, dialect: Dialect): string {
  if (text.length <= limits.maxEventBytes) return text
  const { requestObject: _request, responseObject: _response, ...bare } = event
  const annotations = { ...event.annotations, [`audit.${dialect.groupDomain}/truncated`]: 'true' }
  const short = membersText({ ...bare, annotations })
  if (short.length > limits.maxEventBytes) throw new Error(`an audit event has more than ${limits.maxEventBytes} characters`)
  return short
}
