/**
 * Verbs: what get, list, watch, create, update, patch and delete mean for a resource type, without HTTP.
 *
 * @module
 */

export { createRegistry, loadWrites, type Registry } from './registry.js'
export * from './types.js'
export type { WriteTurns } from './write/turns.js'
