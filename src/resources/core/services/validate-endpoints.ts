/**
 * Validation of Endpoints.
 *
 * @module
 */

import {
  type ApiObject,
  errorsOf,
  type FieldError,
  invalidField,
  requiredField,
  validateDnsLabel,
  validateReachableAddress,
} from '../../../meta/index.js'
import { dnsLabel, dnsSubdomain, judgeFields, needed, text } from '../../fields/field-rules.js'
import { listOf, numberOf, recordOf, textOf } from '../../fields/fields.js'
import { validatePort } from '../../fields/ports.js'

/** Validates Endpoints: every subset has addresses, and distinct ports. */
export const validateEndpoints = (endpoints: ApiObject): readonly FieldError[] =>
  errorsOf(listOf(endpoints.subsets).map(recordOf), (subset, i) => {
    const [ready, notReady] = [listOf(subset.addresses), listOf(subset.notReadyAddresses)]
    const field = `subsets[${i}]`
    return [
      ...(ready.length + notReady.length === 0 ? [requiredField(field, 'must specify `addresses` or `notReadyAddresses`')] : []),
      ...errorsOf(ready, (address, j) => validateAddress(address, `${field}.addresses[${j}]`)),
      ...errorsOf(notReady, (address, j) => validateAddress(address, `${field}.notReadyAddresses[${j}]`)),
      ...validatePorts(listOf(subset.ports), `${field}.ports`),
    ]
  })

const validateAddress = judgeFields({
  ip: needed(text(validateReachableAddress)),
  hostname: dnsLabel,
  nodeName: dnsSubdomain,
})

const validatePorts = (ports: readonly unknown[], field: string): readonly FieldError[] =>
  errorsOf(ports.map(recordOf), ({ name, port }, i) => {
    const text = textOf(name)
    return [
      ...(text === '' && ports.length > 1 ? [requiredField(`${field}[${i}].name`)] : []),
      ...(text === '' ? [] : validateDnsLabel(text).map((message) => invalidField(`${field}[${i}].name`, text, message))),
      ...validatePort(`${field}[${i}].port`, numberOf(port) ?? 0),
    ]
  })
