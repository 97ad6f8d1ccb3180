/**
 * What is written down of requests: policies, events, and where they go.
 *
 * @module
 */

export { createAuditLog, type AuditLogOptions } from '../adapters/audit-log/index.js'
export {
  createAuditWebhook,
  type AuditWebhookOptions,
  type AuditOptions,
  type AuditPolicy,
  type AuditPolicyRule,
  type AuditGroupResources,
  type AuditBackend,
  type AuditBackendParts,
  type OpenAuditBackend,
  type AuditFunction,
  type AuditBuffering,
  type AuditTruncation,
  type AuditEvent,
  type AuditLevel,
  type AuditStage,
  type AuditObjectReference,
  type AuditResponseStatus,
} from '../audit/index.js'
