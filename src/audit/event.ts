/**
 * Audit events: requests, their users and their outcomes.
 *
 * @module
 */

import type { Status, UserInfo } from '../meta/index.js'

/** How much of a request is recorded: nothing, its metadata, also the body, also the answer. */
export type AuditLevel = 'None' | 'Metadata' | 'Request' | 'RequestResponse'

/** A moment in the life of a request: it has come, a long answer such as a watch has begun, it is over. */
export type AuditStage = 'RequestReceived' | 'ResponseStarted' | 'ResponseComplete'

/** What a request is about. */
export interface AuditObjectReference {
  readonly resource?: string
  readonly namespace?: string
  readonly name?: string
  readonly uid?: string
  readonly apiGroup?: string
  readonly apiVersion?: string
  readonly resourceVersion?: string
  readonly subresource?: string
}

/** What a request was answered with; of a success the code alone. */
export type AuditResponseStatus = Pick<Status, 'metadata'> & Partial<Omit<Status, 'kind' | 'apiVersion'>>

/**
 * One stage of one request, as backends keep it.
 *
 * @see API conventions, "Event" of the audit group, version v1
 */
export interface AuditEvent {
  readonly level: AuditLevel
  /** The same for all stages of a request, and in its `Audit-Id` header. */
  readonly auditID: string
  readonly stage: AuditStage
  readonly requestURI: string
  readonly verb: string
  /** The authenticated user; empty when authentication failed. */
  readonly user: Partial<UserInfo>
  /** As whom the request acts. */
  readonly impersonatedUser?: UserInfo
  /** By which right, where it was one of constrained impersonation, such as `impersonate:user-info`. */
  readonly authenticationMetadata?: { readonly impersonationConstraint: string }
  /** Addresses of proxies from the request's headers, and last the peer's. */
  readonly sourceIPs?: readonly string[]
  readonly userAgent?: string
  readonly objectRef?: AuditObjectReference
  readonly responseStatus?: AuditResponseStatus
  /** What was sent; a patch as it was sent. */
  readonly requestObject?: unknown
  readonly responseObject?: unknown
  /** RFC 3339 with six digits of a second. */
  readonly requestReceivedTimestamp: string
  readonly stageTimestamp: string
  /** What was concluded on the way, by whom it was. */
  readonly annotations?: Readonly<Record<string, string>>
}
