/**
 * The verbs that write whole objects: what is loaded with the first write.
 *
 * @module
 */

export { create } from './create.js'
export { update } from './update.js'
