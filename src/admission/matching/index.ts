/**
 * Matches requests against webhooks and policies.
 *
 * @module
 */

export * from './may-match.js'
export * from './request-match.js'
export * from './resource-rule.js'
