/**
 * Certificates on request: what may be asked for, who signs it, and by which rules.
 *
 * @module
 */

export * from './authority-signer.js'
export * from './built-in-signers.js'
export * from './key-usages.js'
export { nodeOf } from './policies.js'
export * from './signer.js'
