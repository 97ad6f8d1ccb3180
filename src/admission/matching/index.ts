/**
 * Which requests webhooks and policies are about.
 *
 * @module
 */

export * from './request-match.js'
export * from './resource-rule.js'
