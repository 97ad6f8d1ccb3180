/**
 * Audit events: requests, their users and their outcomes.
 *
 * @module
 */

import type { Status, UserInfo } from '../meta/index.js'

/** How much of a request is recorded: nothing, its metadata, also the body, also the answer. */
export type AuditLevel = 'None' | 'Metadata' | 'Request' | 'RequestResponse'

/** A stage of a request: it was received, a long answer such as a watch has begun, it is complete. */
export type AuditStage = 'RequestReceived' | 'ResponseStarted' | 'ResponseComplete'

/** The target of a request. */
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

/** The status of the answer; for a success the code alone. */
export type AuditResponseStatus = Pick<Status, 'metadata'> & Partial<Omit<Status, 'kind' | 'apiVersion'>>

/**
 * One stage of one request, as stored by backends.
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
  /** The impersonated user. */
  readonly impersonatedUser?: UserInfo
  /** The permission of constrained impersonation, if any, such as `impersonate:user-info`. */
  readonly authenticationMetadata?: { readonly impersonationConstraint: string }
  /** Addresses of proxies from the request's headers, and last the peer's. */
  readonly sourceIPs?: readonly string[]
  readonly userAgent?: string
  readonly objectRef?: AuditObjectReference
  readonly responseStatus?: AuditResponseStatus
  /** The body; a patch is recorded as sent. */
  readonly requestObject?: unknown
  readonly responseObject?: unknown
  /** RFC 3339 with six digits of a second. */
  readonly requestReceivedTimestamp: string
  readonly stageTimestamp: string
  /** Annotations of the stages of the request. */
  readonly annotations?: Readonly<Record<string, string>>
}
