/**
 * Strategic merge patch: a merge patch that uses the type, so that lists merge by their keys, with directives for operations that
 * plain JSON cannot express.
 *
 * @module
 */

export * from './strategic-merge-patch.js'
export * from './strategic-type.js'
