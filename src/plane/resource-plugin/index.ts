/**
 * Admission plugins of embedders: what they are given of a plane, and those that are about one type. Nothing of the plane is loaded.
 *
 * @module
 */

export type { AdmissionContext } from './admission-context.js'
export { resourcePlugin } from './resource-plugin.js'
