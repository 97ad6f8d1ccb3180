/**
 * Certificate signing requests, as the control loops read them.
 *
 * @module
 */

import type { SigningRequest } from '../../certificates/index.js'
import type { Client, ResourceClient } from '../../client/index.js'
import { decodeBase64Text } from '../../codec/index.js'
import { readCertificateRequest } from '../../crypto/index.js'
import { type ApiObject, type Dialect, formatTime } from '../../meta/index.js'
import { signingRequestsOf } from '../types.js'

/** A condition of a request. */
export interface RequestCondition {
  readonly type: string
  readonly status: string
  readonly reason?: string
  readonly message?: string
  readonly lastUpdateTime?: string
}

/** The fields of a request besides its metadata. */
export interface SigningRequestFields {
  readonly spec: {
    readonly request: string
    readonly signerName: string
    readonly usages?: readonly string[]
    readonly expirationSeconds?: number
    readonly username?: string
    readonly uid?: string
    readonly groups?: readonly string[]
    readonly extra?: Readonly<Record<string, readonly string[]>>
  }
  readonly status?: {
    readonly conditions?: readonly RequestCondition[]
    /** PEM in base64. */
    readonly certificate?: string
  }
}

/** A stored request. */
export type StoredRequest = ApiObject & SigningRequestFields

/** The requests of a plane. */
export const signingRequests = (client: Client, dialect: Dialect): ResourceClient<SigningRequestFields> =>
  client.resource<SigningRequestFields>(signingRequestsOf(dialect))

/** Whether a condition of a type is set. */
export const hasCondition = ({ status }: SigningRequestFields, type: string): boolean =>
  status?.conditions?.some((condition) => condition.type === type) ?? false

/** Whether a request has been approved or denied. */
export const isDecided = (request: SigningRequestFields): boolean =>
  hasCondition(request, 'Approved') || hasCondition(request, 'Denied')

/**
 * Converts a request to the input of signers.
 *
 * @throws Error with one line for an unreadable request, which validation normally refuses.
 */
export async function readSigningRequest({ spec }: SigningRequestFields): Promise<SigningRequest> {
  return {
    request: await readCertificateRequest(decodeBase64Text(spec.request)),
    usages: spec.usages ?? [],
    ...(spec.expirationSeconds !== undefined && { expirationSeconds: spec.expirationSeconds }),
    username: spec.username ?? '',
    groups: spec.groups ?? [],
  }
}

/**
 * Adds a condition to a request.
 *
 * @param request - The request as it was read.
 * @param condition - Set to true.
 * @param nowMs - Milliseconds since 1970.
 */
export function withCondition(request: StoredRequest, condition: Omit<RequestCondition, 'status'>, nowMs: number): StoredRequest {
  const added = { ...condition, status: 'True', lastUpdateTime: formatTime(nowMs) }
  return { ...request, status: { ...request.status, conditions: [...(request.status?.conditions ?? []), added] } }
}
