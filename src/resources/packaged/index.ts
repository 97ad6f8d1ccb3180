/**
 * The common kinds of Kubernetes, packaged: available without an OpenAPI document. They are loaded only if this folder is
 * imported.
 *
 * @module
 */

export type { PackagedKinds, PackagedTypes } from './generated/types.js'
export { packagedKinds } from './packaged-kinds.js'
