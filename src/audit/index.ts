/**
 * Audit: what is written down of requests, by a policy, and where it is kept.
 *
 * Knows nothing of how requests come; the stages of a request tell it what happens.
 *
 * @module
 */

export * from './auditor.js'
export type { AuditBackend, AuditBackendParts, AuditFunction, OpenAuditBackend } from './backend.js'
export { type AuditBuffering, type BatchWriter, bufferedBackend } from './backends/buffered.js'
export type { AuditTruncation } from './backends/truncate.js'
export { type AuditWebhookOptions, createAuditWebhook } from './backends/webhook.js'
export * from './event.js'
export { type AuditGroupResources, type AuditPolicy, type AuditPolicyRule, defaultAuditPolicy } from './policy.js'
export type { AuditedAnswer, AuditRecord } from './record.js'
export { sourceAddresses } from './source-addresses.js'
