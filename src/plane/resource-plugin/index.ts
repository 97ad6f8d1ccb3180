/**
 * Admission plugins of embedders: their context, and plugins for one type. Does not load the plane.
 *
 * @module
 */

export type { AdmissionContext } from './admission-context.js'
export { resourcePlugin } from './resource-plugin.js'
