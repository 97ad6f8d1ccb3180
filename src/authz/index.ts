/**
 * What a user may do: the interface of authorizers, role-based access control, and the ones that need no rules.
 *
 * @module
 */

export * from './authorizer.js'
export * from './privileged-group.js'
export * from './rbac/index.js'
export * from './require-access.js'
export * from './rules.js'
export * from './union.js'
