/**
 * CertificateSigningRequest before `certificates/v1`: the signer may be left out.
 *
 * @module
 */

import type { Dialect } from '../../../meta/index.js'
import { recordOf } from '../../fields.js'
import type { OlderForm } from '../lossless.js'

/**
 * Makes the conversions.
 *
 * @param dialect - Whose signer it is that signs for nobody in particular.
 */
export const signingRequestForm = ({ labelDomain }: Dialect): OlderForm => ({
  toPresent: (object) => ({ ...object, spec: { signerName: `${labelDomain}/legacy-unknown`, ...recordOf(object.spec) } }),
  fromPresent: (object) => object,
})
