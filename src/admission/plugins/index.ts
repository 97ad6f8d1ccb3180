/**
 * The admission plugins that come with the plane.
 *
 * @module
 */

export * from './mutating-admission-policy.js'
export * from './mutating-admission-webhook.js'
export * from './plugin-list.js'
export * from './validating-admission-policy.js'
export * from './validating-admission-webhook.js'
