/**
 * Tokens of service accounts.
 *
 * @module
 */

export * from './discovery.js'
export type { FindObject, TokenObjectType } from './objects.js'
export * from './tokens.js'
