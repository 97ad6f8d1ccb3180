/**
 * Strategic merge patch: a merge patch that knows the type, so that lists merge by their keys and directives say what plain
 * JSON cannot.
 *
 * @module
 */

export * from './strategic-merge-patch.js'
export * from './strategic-type.js'
