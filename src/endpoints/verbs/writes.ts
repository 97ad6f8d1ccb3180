/**
 * The verbs that write: what is loaded with the first write.
 *
 * @module
 */

export { deleteCollection, deleteObject } from './delete.js'
export { createObject, patchObject, updateObject } from './write.js'
