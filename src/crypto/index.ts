/**
 * The one door to X.509: certificates and keys, in our words.
 *
 * @module
 */

export * from './detached-jws.js'
export * from './self-signed.js'
