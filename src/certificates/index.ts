/**
 * Certificate signing: requests, signers and their policies.
 *
 * @module
 */

export * from './authority-signer.js'
export * from './built-in-signers.js'
export * from './key-usages.js'
export { nodeOf } from './policies.js'
export * from './signer.js'
