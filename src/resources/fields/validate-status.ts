/**
 * Validation of statuses that clients write: counts, and the addresses of load balancers.
 *
 * @module
 */

import {
  type ApiObject,
  type FieldError,
  invalidField,
  parseAddress,
  validateAddress,
  validateDnsSubdomain,
} from '../../meta/index.js'
import { type FieldRule, judgeFields, notNegative, text } from './field-rules.js'
import { numberOf, recordOf, valueAt } from './fields.js'

/** Validates the status of an object, from its new and its stored state. */
export type StatusRule = (object: ApiObject, live: ApiObject) => readonly FieldError[]

/** The counts of a status. */
export interface StatusCounts {
  /** Fields that are not negative, in the order in which their errors are listed. */
  readonly counts: readonly string[]
  /** Fields that are not greater than `replicas`; available replicas are not more than ready ones either. */
  readonly parts?: readonly string[]
}

/**
 * Creates the rule for the counts of a status. `collisionCount` never decreases.
 *
 * @param counts - The names of its fields.
 */
export function statusCounts({ counts, parts = [] }: StatusCounts): StatusRule {
  const judge = judgeFields(Object.fromEntries(counts.map((name) => [`status.${name}`, notNegative])))
  return (object, live) => {
    const status = recordOf(object.status)
    const count = (name: string): number => numberOf(status[name]) ?? 0
    const atMost = (name: string, limit: string, detail: string): readonly FieldError[] =>
      count(name) > count(limit) ? [invalidField(`status.${name}`, count(name), detail)] : []
    return [
      ...judge(object),
      ...parts.flatMap((name) => atMost(name, 'replicas', 'cannot be greater than status.replicas')),
      ...(parts.includes('availableReplicas')
        ? atMost('availableReplicas', 'readyReplicas', 'cannot be greater than readyReplicas')
        : []),
      ...(count('collisionCount') < (numberOf(valueAt(live, 'status', 'collisionCount')) ?? 0)
        ? [invalidField('status.collisionCount', count('collisionCount'), 'cannot be decremented')]
        : []),
    ]
  }
}

const ENTRY = 'status.loadBalancer.ingress[]'

/**
 * Creates the rule for the addresses of a load balancer.
 *
 * @param more - The rule for further fields of an address; none by default.
 */
export function balancerStatus(more: FieldRule = () => []): StatusRule {
  const judge = judgeFields({
    [`${ENTRY}.ip`]: text(validateAddress),
    [ENTRY]: more,
    [`${ENTRY}.hostname`]: text((name) => [
      ...validateDnsSubdomain(name),
      ...(parseAddress(name) ? ['must be a DNS name, not an IP address'] : []),
    ]),
  })
  return (object) => judge(object)
}
