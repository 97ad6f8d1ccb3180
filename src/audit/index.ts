/**
 * Auditing: policies, records of requests, and backends.
 *
 * Independent of transports; the stages of a request call it.
 *
 * @module
 */

export * from './auditor.js'
export type { AuditBackend, OpenAuditBackend } from './backend.js'
export { type AuditBuffering, auditBuffering, type BatchWriter, bufferedBackend } from './backends/buffered.js'
export { createAuditWebhook } from './backends/webhook.js'
export * from './event.js'
export type { AuditPolicy } from './policy.js'
export type { AuditedAnswer, AuditRecord } from './record.js'
export { sourceAddresses } from './source-addresses.js'
