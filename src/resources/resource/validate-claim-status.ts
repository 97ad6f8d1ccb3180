/**
 * Validation of the status of a resource claim: what is allocated to it, and who uses it.
 *
 * @module
 */

import {
  duplicateField,
  errorsOf,
  type FieldError,
  forbiddenField,
  invalidField,
  jsonEqual,
  tooManyField,
} from '../../meta/index.js'
import { dnsLabel, judgeFields, needed } from '../fields/field-rules.js'
import { listOf, recordOf, repeatsIn, textAt, textOf, valueAt } from '../fields/fields.js'
import type { StatusRule } from '../fields/validate-status.js'
import { driverName, poolName, requestNames, UNKNOWN_REQUEST } from './validate-devices.js'

const MAX_CONSUMERS = 256

const judgeConsumers = judgeFields({
  'status.reservedFor[].resource': needed(),
  'status.reservedFor[].name': needed(),
  'status.reservedFor[].uid': needed(),
})

const judgeResults = judgeFields({
  'status.allocation.devices.results[].driver': driverName,
  'status.allocation.devices.results[].pool': poolName,
  'status.allocation.devices.results[].device': needed(dnsLabel),
})

/** Validates an update of the status of a claim. An allocation may be set and removed, not changed. */
export const validateClaimStatus: StatusRule = (claim, live) => {
  const [allocation, before] = [claim, live].map((object) => valueAt(object, 'status', 'allocation'))
  const consumers = listOf(valueAt(claim, 'status', 'reservedFor'))
  const field = 'status.reservedFor'
  const isRepeated = repeatsIn(consumers.map((consumer) => textAt(consumer, 'uid')))
  return [
    ...(consumers.length > MAX_CONSUMERS ? [tooManyField(field, consumers.length, MAX_CONSUMERS)] : []),
    ...judgeConsumers(claim),
    ...errorsOf(consumers, (consumer, i) =>
      isRepeated(i) ? [duplicateField(`${field}[${i}].uid`, textAt(consumer, 'uid'))] : [],
    ),
    ...(consumers.length > 0 && allocation === undefined
      ? [forbiddenField(field, 'may not be specified when `allocated` is not set')]
      : []),
    ...(allocation !== undefined && before !== undefined && !jsonEqual(allocation, before)
      ? [invalidField('status.allocation', allocation, 'field is immutable')]
      : []),
    ...(before === undefined ? [...judgeResults(claim), ...unknownRequests(claim)] : []),
  ]
}

/** Devices are allocated to requests of the claim. */
function unknownRequests(claim: Parameters<StatusRule>[0]): readonly FieldError[] {
  const names = requestNames(valueAt(claim, 'spec', 'devices'))
  return errorsOf(listOf(valueAt(claim, 'status', 'allocation', 'devices', 'results')), (result, i) => {
    const name = textOf(recordOf(result).request)
    const field = `status.allocation.devices.results[${i}].request`
    return names.has(name) ? [] : [invalidField(field, name, UNKNOWN_REQUEST)]
  })
}
