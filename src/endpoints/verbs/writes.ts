/**
 * The write verbs, in a module that is loaded with the first write.
 *
 * @module
 */

export { connectObject } from './connect.js'
export { deleteCollection, deleteObject } from './delete.js'
export { createObject, patchObject, updateObject } from './write.js'
