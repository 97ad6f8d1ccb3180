/**
 * The rules of the kinds of the admissionregistration group: policies, their bindings, and configurations of webhooks.
 *
 * @module
 */

export * from './mutating-policy.js'
export * from './validating-policy.js'
export * from './webhook-configuration.js'
