/**
 * What containers ask for, and what they may use at most.
 *
 * @module
 */

import { errorsOf, type FieldError, invalidField, parseQuantity, type UnknownRecord } from '../../meta/index.js'
import { recordOf } from '../fields.js'

/** Resources of which a container cannot be promised more or less than it may use. */
const NOT_OVERCOMMITTED = /^hugepages-|\//

/**
 * Judges requests and limits: nothing is negative, and nobody asks for more than they may use.
 *
 * @param resources - `requests` and `limits`.
 * @param path - Where they stand.
 */
export function validateResources(resources: Readonly<UnknownRecord>, path: string): readonly FieldError[] {
  const [requests, limits] = [recordOf(resources.requests), recordOf(resources.limits)]
  const negative = (member: string, amounts: Readonly<UnknownRecord>) =>
    errorsOf(Object.entries(amounts), ([name, amount]) =>
      (parseQuantity(amount)?.nanos ?? 0n) < 0n
        ? [invalidField(`${path}.${member}[${name}]`, amount, 'must be greater than or equal to 0')]
        : [],
    )
  return [
    ...negative('limits', limits),
    ...negative('requests', requests),
    ...errorsOf(Object.entries(requests), ([name, amount]) => {
      const [asked, most] = [parseQuantity(amount), parseQuantity(Object.hasOwn(limits, name) ? limits[name] : undefined)]
      if (!asked || !most) return []
      if (NOT_OVERCOMMITTED.test(name) && asked.nanos !== most.nanos)
        return [invalidField(`${path}.requests`, amount, `must be equal to ${name} limit of ${String(limits[name])}`)]
      if (asked.nanos <= most.nanos) return []
      return [invalidField(`${path}.requests`, amount, `must be less than or equal to ${name} limit of ${String(limits[name])}`)]
    }),
  ]
}
