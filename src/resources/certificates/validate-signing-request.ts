/**
 * Validation of new certificate requests.
 *
 * @module
 */

import { keyUsageNames } from '../../certificates/index.js'
import {
  type ApiObject,
  type Dialect,
  duplicateField,
  errorsOf,
  type FieldError,
  invalidField,
  requiredField,
  unsupportedField,
} from '../../meta/index.js'
import { numberOf, textAt, textsOf, valueAt } from '../fields/fields.js'
import { validateSignerName } from './signer-name.js'

/** The shortest lifetime that can be requested, in seconds. */
const MIN_SECONDS = 600

/**
 * Validates a new request.
 *
 * @param object - The request.
 * @param requestFault - The error of its PKCS #10 request; see `faultOfRequest`.
 * @param dialect - The plane's dialect.
 */
export function validateSigningRequest(
  object: ApiObject,
  requestFault: string | undefined,
  { signers }: Dialect,
): readonly FieldError[] {
  const signerName = textAt(object, 'spec', 'signerName')
  const seconds = numberOf(valueAt(object, 'spec', 'expirationSeconds'))
  return [
    ...(requestFault === undefined
      ? []
      : [invalidField('spec.request', valueAt(object, 'spec', 'request') ?? null, requestFault)]),
    ...validateUsages(textsOf(valueAt(object, 'spec', 'usages'))),
    ...(signerName === signers.legacyUnknown
      ? [invalidField('spec.signerName', signerName, 'the legacy signerName is not allowed via this API version')]
      : validateSignerName(signerName, 'spec.signerName')),
    ...(seconds !== undefined && seconds < MIN_SECONDS
      ? [
          invalidField(
            'spec.expirationSeconds',
            seconds,
            `may not specify a duration less than ${MIN_SECONDS} seconds (10 minutes)`,
          ),
        ]
      : []),
  ]
}

function validateUsages(usages: readonly string[]): readonly FieldError[] {
  const at = (index: number) => `spec.usages[${index}]`
  const seen = new Set<string>()
  return [
    ...(usages.length === 0 ? [requiredField('spec.usages')] : []),
    ...errorsOf(usages, (usage, index) =>
      keyUsageNames.includes(usage) ? [] : [unsupportedField(at(index), usage, keyUsageNames)],
    ),
    ...errorsOf(usages, (usage, index) => {
      if (seen.has(usage)) return [duplicateField(at(index), usage)]
      seen.add(usage)
      return []
    }),
  ]
}
