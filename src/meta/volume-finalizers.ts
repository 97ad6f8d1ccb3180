/**
 * The finalizers that protect volumes and their claims while in use.
 *
 * @module
 */

import type { Dialect } from './dialect.js'

/** The finalizers by resource (of the core group), in a plane's dialect. */
export const volumeFinalizers = ({ labelDomain }: Dialect) => ({
  persistentvolumeclaims: `${labelDomain}/pvc-protection`,
  persistentvolumes: `${labelDomain}/pv-protection`,
})
