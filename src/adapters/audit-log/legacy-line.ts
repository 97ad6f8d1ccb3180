/**
 * Audit events as lines of words and values, the log format before JSON.
 *
 * @module
 */

import type { AuditEvent } from '../../audit/index.js'

/**
 * Writes an event as one line, without bodies and annotations.
 *
 * @param event - The event.
 */
export function legacyLine(event: AuditEvent): string {
  const { auditID, stage, sourceIPs, verb, user, impersonatedUser, userAgent = '', objectRef, requestURI, responseStatus } = event
  const values: readonly (readonly [name: string, value: string])[] = [
    ['id', auditID],
    ['stage', stage],
    ['ip', sourceIPs?.[0] ?? '<unknown>'],
    ['method', verb],
    ['user', user.username || '<none>'],
    ['groups', listOf(user.groups) || '<none>'],
    ['as', impersonatedUser?.username ?? '<self>'],
    ['asgroups', impersonatedUser ? listOf(impersonatedUser.groups) : '<lookup>'],
    ['user-agent', userAgent],
    ['namespace', objectRef?.namespace ?? '<none>'],
    ['uri', requestURI],
    ['response', responseStatus ? String(responseStatus.code) : '<deferred>'],
  ]
  // Quoted as JSON, against log injection.
  return `${event.requestReceivedTimestamp} AUDIT: ${values.map(([name, value]) => `${name}=${JSON.stringify(value)}`).join(' ')}`
}

const listOf = (words: readonly string[] = []): string => words.map((word) => JSON.stringify(word)).join(',')
