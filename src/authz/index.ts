/**
 * What a user may do: the interface of authorizers, and the ones that need no rules.
 *
 * @module
 */

export * from './authorizer.js'
export * from './require-access.js'
export * from './rules.js'
export * from './union.js'
