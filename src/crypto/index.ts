/**
 * The one door to X.509: certificates and keys, in our words.
 *
 * @module
 */

export * from './certificate.js'
export * from './digest.js'
export * from './self-signed.js'
export * from './verify-chain.js'
