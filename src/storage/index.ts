/**
 * Where commits are kept: the contract of a storage engine, and the engine in memory.
 *
 * @module
 */

export { createMemoryStorage } from './memory.js'
export type * from './storage.js'
