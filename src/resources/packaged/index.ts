/**
 * The common kinds of Kubernetes, packaged: their definitions without an OpenAPI document to hand. Nobody who does not ask loads
 * them.
 *
 * @module
 */

export type { PackagedKinds, PackagedTypes } from './generated/types.js'
export { packagedKinds } from './packaged-kinds.js'
