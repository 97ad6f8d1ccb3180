/**
 * The finalizers that hold volumes, and claims to them, while somebody uses them.
 *
 * @module
 */

import type { Dialect } from './dialect.js'

/** The finalizers by the resources, which are of the core group, in a plane's words. */
export const volumeFinalizers = ({ labelDomain }: Dialect) => ({
  persistentvolumeclaims: `${labelDomain}/pvc-protection`,
  persistentvolumes: `${labelDomain}/pv-protection`,
})
