/**
 * CertificateSigningRequest before `certificates/v1`: signer, usages and condition status are optional.
 *
 * @module
 */

import type { Dialect, FieldError } from '../../../meta/index.js'
import { listOf, recordOf, valueAt, withFields } from '../../fields/fields.js'
import type { OlderForm } from '../lossless.js'

const USAGES = Object.freeze(['digital signature', 'key encipherment'])

/**
 * Creates the conversions.
 *
 * @param dialect - Names the legacy signer, `legacy-unknown`.
 */
export const signingRequestForm = ({ signers }: Dialect): OlderForm => ({
  toPresent(object) {
    const spec = { signerName: signers.legacyUnknown, usages: USAGES, ...recordOf(object.spec) }
    const conditions = valueAt(object, 'status', 'conditions')
    if (conditions === undefined) return { ...object, spec }
    const complete = listOf(conditions).map((condition) => ({ status: 'True', ...recordOf(condition) }))
    return { ...object, spec, status: withFields(recordOf(object.status), { conditions: complete }) }
  },
  fromPresent: (object) => object,
  allows,
  changes: { spec: { optional: ['signerName', 'usages'] }, 'status.conditions': { optional: ['status'] } },
})

function allows({ field, reason, message }: FieldError): boolean {
  if (field === 'spec.signerName') return message.includes('legacy')
  if (field.startsWith('spec.usages[')) return true
  return field === 'status.certificate'
    ? reason === 'FieldValueInvalid'
    : reason === 'FieldValueDuplicate' && field.endsWith('.type')
}
