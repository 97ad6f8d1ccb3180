/**
 * Attribute-based access control.
 *
 * @module
 */

export { abacAuthorizer } from './abac-authorizer.js'
export type { AbacPolicy } from './policy.js'
export { parsePolicyFile } from './policy-file.js'
