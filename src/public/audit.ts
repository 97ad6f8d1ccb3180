/**
 * The audit log: policies, events and backends.
 *
 * @module
 */

export { createAuditLog } from '../adapters/audit-log/index.js'
export {
  createAuditWebhook,
  type AuditBackend,
  type OpenAuditBackend,
  type AuditEvent,
} from '../audit/index.js'
