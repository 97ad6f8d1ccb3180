/**
 * Audit events in files of this machine.
 *
 * @module
 */

export { type AuditLogOptions, createAuditLog } from './audit-log.js'
