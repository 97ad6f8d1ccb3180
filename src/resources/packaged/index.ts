/**
 * The common kinds of Kubernetes, packaged: their definitions without an OpenAPI document to hand. Only what
 * imports this folder loads them.
 *
 * @module
 */

export type { PackagedKinds, PackagedTypes } from './generated/types.js'
export { packagedKinds } from './packaged-kinds.js'
