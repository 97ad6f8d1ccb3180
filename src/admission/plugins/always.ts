/**
 * AlwaysAdmit and AlwaysDeny.
 *
 * @module
 */

import type { AdmissionAttributes } from '../attributes.js'
import { type AdmissionPlugin, admissionDenied } from '../plugin.js'

/** Admits every write, as if there were no plugin. */
export const alwaysAdmit = (): AdmissionPlugin => ({ name: 'AlwaysAdmit', handles: () => false, validate() {} })

/** Refuses every write. */
export function alwaysDeny(): AdmissionPlugin {
  const deny = (attributes: AdmissionAttributes): never => {
    throw admissionDenied(attributes, 'admission control is denying all modifications')
  }
  return {
    name: 'AlwaysDeny',
    transform: async (attributes) => deny(attributes),
    beforeDelete: deny,
    validate: deny,
  }
}
