/**
 * Validation of requests and limits.
 *
 * @module
 */

import {
  errorsOf,
  type FieldError,
  forbiddenField,
  invalidField,
  parseQuantity,
  requiredField,
  type UnknownRecord,
} from '../../../../meta/index.js'
import { recordOf } from '../../../fields/fields.js'
import { containerResource } from '../../resource-names.js'

/** Resources that cannot be overcommitted: request and limit must be equal. */
const NOT_OVERCOMMITTED = /^hugepages-|\//

/** One unit, in nanos. */
const ONE = 10n ** 9n

const HUGE_PAGES = 'hugepages-'

/** Whether an amount of huge pages has a part of a page; their size is in the name. */
function isIndivisible(name: string, nanos: bigint): boolean {
  if (!name.startsWith(HUGE_PAGES)) return false
  const size = parseQuantity(name.slice(HUGE_PAGES.length))?.nanos ?? 0n
  return size <= 0n || size % ONE !== 0n || nanos % size !== 0n
}

/** Validates the name of a resource. */
type NameRule = (field: string, name: string) => readonly FieldError[]

/** Checks a resource name: a standard one, or one with a domain and integer amounts. */
function validateAmountOf(name: string, amount: unknown, field: string, judgeName: NameRule): readonly FieldError[] {
  const nanos = parseQuantity(amount)?.nanos ?? 0n
  const isExtended = name.includes('/')
  return [
    ...judgeName(field, name),
    ...(nanos < 0n ? [invalidField(field, amount, 'must be greater than or equal to 0')] : []),
    ...(isIndivisible(name, nanos)
      ? [invalidField(field, amount, `${String(amount)} is not positive integer multiple of ${name}`)]
      : []),
    ...(isExtended && nanos % ONE !== 0n ? [invalidField(field, amount, 'must be an integer')] : []),
  ]
}

/**
 * Validates requests and limits: none is negative, and no request exceeds its limit.
 *
 * @param resources - `requests` and `limits`.
 * @param path - Its field path.
 * @param judgeName - Validates a name; those of containers by default.
 */
export function validateResources(
  resources: Readonly<UnknownRecord>,
  path: string,
  judgeName: NameRule = containerResource,
): readonly FieldError[] {
  const [requests, limits] = [recordOf(resources.requests), recordOf(resources.limits)]
  const each = (member: string, amounts: Readonly<UnknownRecord>) =>
    errorsOf(Object.entries(amounts), ([name, amount]) => validateAmountOf(name, amount, `${path}.${member}[${name}]`, judgeName))
  const names = [...Object.keys(limits), ...Object.keys(requests)]
  const isPagesOnly = names.some((name) => name.startsWith(HUGE_PAGES)) && !names.includes('cpu') && !names.includes('memory')
  return [
    ...each('limits', limits),
    ...each('requests', requests),
    ...(isPagesOnly ? [forbiddenField(path, 'HugePages require cpu or memory')] : []),
    ...errorsOf(Object.entries(requests), ([name, amount]) => {
      const [asked, most] = [parseQuantity(amount), parseQuantity(Object.hasOwn(limits, name) ? limits[name] : undefined)]
      if (asked && !most && NOT_OVERCOMMITTED.test(name))
        return [requiredField(`${path}.limits`, 'Limit must be set for non overcommitable resources')]
      if (!asked || !most) return []
      if (NOT_OVERCOMMITTED.test(name) && asked.nanos !== most.nanos)
        return [invalidField(`${path}.requests`, amount, `must be equal to ${name} limit of ${String(limits[name])}`)]
      if (asked.nanos <= most.nanos) return []
      return [invalidField(`${path}.requests`, amount, `must be less than or equal to ${name} limit of ${String(limits[name])}`)]
    }),
  ]
}
