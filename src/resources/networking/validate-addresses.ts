/**
 * Validation of IPAddress and ServiceCIDR.
 *
 * @module
 */

import {
  type ApiObject,
  addressText,
  type FieldError,
  invalidField,
  jsonEqual,
  parseAddress,
  parseRange,
  pathSegmentName,
  validateAddress,
  validateRange,
} from '../../meta/index.js'
import { dnsSubdomain, judgeFields, needed, text } from '../fields/field-rules.js'
import { listOf, textsOf, valueAt } from '../fields/fields.js'

const differing = (canonical: string, given: string): readonly string[] =>
  canonical === given ? [] : [`must be in canonical form ("${canonical}")`]

/** An IPAddress is named by its address, which has exactly one canonical form. */
export function addressName(name: string, prefix: boolean): readonly string[] {
  if (prefix) return ['an address cannot be generated']
  const address = parseAddress(name)
  return address ? differing(addressText(address), name) : validateAddress(name)
}

const segment = text(pathSegmentName)

/** Validates an IPAddress. */
export const validateIPAddress = judgeFields({
  'spec.parentRef': needed(),
  'spec.parentRef.group': dnsSubdomain,
  'spec.parentRef.resource': needed(segment),
  'spec.parentRef.namespace': segment,
  'spec.parentRef.name': needed(segment),
})

/** A range of addresses in its canonical form. */
function canonicalRange(given: string): readonly string[] {
  const faults = validateRange(given)
  const range = faults.length === 0 ? parseRange(given) : undefined
  return range ? differing(`${addressText({ bits: range.bits, value: range.first })}/${range.prefix}`, given) : faults
}

const MAX_RANGES = 2

const judgeRanges = judgeFields({
  'spec.cidrs': needed((field, value) => {
    const ranges = textsOf(value).map(parseRange)
    if (listOf(value).length > MAX_RANGES) return [invalidField(field, value, `may only hold up to ${MAX_RANGES} values`)]
    return ranges.length === MAX_RANGES && ranges[0] && ranges[0].bits === ranges[1]?.bits
      ? [invalidField(field, value, 'may specify no more than one IP for each IP family, i.e 192.168.0.0/24 and 2001:db8::/96')]
      : []
  }, 'at least one CIDR required'),
  'spec.cidrs[]': text(canonicalRange),
})

/** Validates a ServiceCIDR. */
export const validateServiceRanges = (ranges: ApiObject): readonly FieldError[] => judgeRanges(ranges)

/**
 * Validates an update of a ServiceCIDR: its ranges are immutable, as Services have addresses of them, but for a second one that is
 * added for the other family.
 */
export function validateServiceRangesUpdate(next: ApiObject, live: ApiObject): readonly FieldError[] {
  const [ranges, before] = [next, live].map((object) => listOf(valueAt(object, 'spec', 'cidrs')))
  if (jsonEqual(ranges, before)) return []
  const isAdded = before?.length === 1 && ranges?.length === MAX_RANGES && ranges[0] === before[0]
  return isAdded ? judgeRanges(next) : [invalidField('spec.cidrs', ranges, 'field is immutable')]
}
