/**
 * Certificates on request: what may be asked for, who signs it, and by which rules.
 *
 * @module
 */

export * from './key-usages.js'
