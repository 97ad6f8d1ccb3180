/**
 * Options of requests, read from their query or body in the same way for both doors.
 *
 * @module
 */

export { readConnectOptions } from './connect-options.js'
export * from './delete-options.js'
export * from './list-options.js'
export { isTrue, type QueryParameters } from './query-parameters.js'
export { type OptionsKind, type PatchOptions, readPatchOptions, readWriteOptions, type WriteRequest } from './write-options.js'
