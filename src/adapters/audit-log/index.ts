/**
 * Audit events in files of this machine.
 *
 * @module
 */

export { type AuditLogOptions, createAuditLog, tryAuditFile } from './audit-log.js'
