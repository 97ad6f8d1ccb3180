/**
 * What is written down of requests: policies, events, and where they go.
 *
 * @module
 */

export { createAuditLog } from '../adapters/audit-log/index.js'
export {
  createAuditWebhook,
  type AuditPolicy,
  type AuditBackend,
  type OpenAuditBackend,
  type AuditEvent,
} from '../audit/index.js'
