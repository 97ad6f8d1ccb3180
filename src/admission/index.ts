/**
 * Admission: plugins that change or refuse writes after authorization and before storing.
 *
 * @module
 */

export * from './admission.js'
export * from './plugin.js'
