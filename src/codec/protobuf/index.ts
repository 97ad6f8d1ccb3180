/**
 * The binary representation of built-in kinds.
 *
 * @module
 */

export * from './envelope.js'
