/**
 * Authorization: the authorizer interface, RBAC, ABAC, webhooks, and the authorizers that always allow or deny.
 *
 * @module
 */

export * from './abac/index.js'
export * from './authorizer.js'
export { type AccessQuestion, explainAccess } from './explain-access.js'
export * from './explanation.js'
export * from './privileged-group.js'
export * from './rbac/index.js'
export * from './replaceable.js'
export * from './require-access.js'
export * from './rules.js'
export * from './union.js'
export * from './webhook/index.js'
