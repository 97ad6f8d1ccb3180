/**
 * Validation of IPAddress and ServiceCIDR.
 *
 * @module
 */

import { addressText, invalidField, parseAddress, validateAddress, validateRange } from '../../meta/index.js'
import { type FieldRule, judgeFields, needed, text } from '../fields/field-rules.js'
import { listOf } from '../fields/fields.js'

/** An address has exactly one canonical form. */
const canonical: FieldRule = text((name) => {
  const address = parseAddress(name)
  if (!address) return validateAddress(name)
  const written = addressText(address)
  return written === name ? [] : [`must be in canonical form ("${written}")`]
})

/** Validates an IPAddress. */
export const validateIPAddress = judgeFields({
  'metadata.name': canonical,
  'spec.parentRef': needed(),
  'spec.parentRef.resource': needed(),
  'spec.parentRef.name': needed(),
})

const MAX_RANGES = 2

/** Validates a ServiceCIDR. */
export const validateServiceRanges = judgeFields({
  'spec.cidrs': needed(
    (field, value) =>
      listOf(value).length > MAX_RANGES ? [invalidField(field, value, `may only hold up to ${MAX_RANGES} values`)] : [],
    'at least one CIDR required',
  ),
  'spec.cidrs[]': text(validateRange),
})
