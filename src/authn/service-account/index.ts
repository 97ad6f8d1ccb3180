/**
 * Tokens of service accounts.
 *
 * @module
 */

export * from './discovery.js'
export * from './tokens.js'
