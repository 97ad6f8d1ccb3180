/**
 * Validation of requests and limits of a whole pod.
 *
 * @module
 */

import { type PodSpec, podAmounts, readAmounts } from '../../../admission/index.js'
import {
  errorsOf,
  type FieldError,
  forbiddenField,
  getKey,
  invalidField,
  parseQuantity,
  type Quantity,
  type UnknownRecord,
  unsupportedField,
  ZERO_QUANTITY,
} from '../../../meta/index.js'
import { getRecord, listOf, recordOf, valueAt } from '../../fields/fields.js'
import { anyResource } from '../resource-names.js'
import { validateResources } from './containers/validate-resources.js'

type Part = Readonly<UnknownRecord>

const SUPPORTED = /^(?:cpu$|memory$|hugepages-)/

function resourceOfPod(field: string, name: string): readonly FieldError[] {
  const faults = anyResource(field, name)
  if (faults.length > 0 || SUPPORTED.test(name)) return faults
  return [unsupportedField(field, name, ['cpu', 'hugepages-', 'memory'])]
}

/**
 * Validates the requests and limits of a pod: its containers fit into them.
 *
 * @param spec - The spec of the pod.
 * @param path - Its field path.
 */
export function validatePodResources(spec: Part, path: string): readonly FieldError[] {
  const resources = getRecord(spec, 'resources')
  if (!resources) return []
  const at = `${path}.resources`
  if (valueAt(spec, 'os', 'name') === 'windows') return [forbiddenField(at, 'may not be set for a windows pod')]
  return [
    ...(resources.claims === undefined
      ? []
      : [forbiddenField(`${at}.claims`, 'claims may not be set for Resources at pod-level')]),
    ...validateResources(resources, at, resourceOfPod),
    ...exceeded(spec, 'requests', Object.entries(recordOf(resources.requests)), at),
    // Requests of huge pages are equal to their limits.
    ...exceeded(spec, 'limits', Object.entries(recordOf(resources.limits)).filter(isOfPages), at),
    ...errorsOf(listOf(spec.containers), (container, i) => exceeding(recordOf(container), i, recordOf(resources.limits), at)),
  ]
}

type Amount = readonly [name: string, amount: unknown]

const isOfPages = ([name]: Amount): boolean => name.startsWith('hugepages-')

const amountOf = (amount: unknown): Quantity => parseQuantity(amount) ?? ZERO_QUANTITY

/** Finds amounts of the pod that are less than those of its containers together. */
function exceeded(spec: Part, member: 'limits' | 'requests', amounts: readonly Amount[], at: string): readonly FieldError[] {
  if (amounts.length === 0) return []
  const sums = podAmounts(spec as PodSpec, ({ resources }) => readAmounts(resources?.[member]))
  return errorsOf(amounts, ([name, amount]) => {
    const sum = sums.get(name) ?? ZERO_QUANTITY
    const detail = `must be greater than or equal to aggregate container ${member} of ${sum.toString()}`
    return sum.nanos > amountOf(amount).nanos ? [invalidField(`${at}.${member}[${name}]`, amount, detail)] : []
  })
}

/** Finds limits of a container that are greater than those of its pod. The field path is that of Kubernetes. */
const exceeding = (container: Part, i: number, limits: Part, at: string): readonly FieldError[] =>
  errorsOf(Object.entries(recordOf(valueAt(container, 'resources', 'limits'))), ([name, amount]) => {
    const most = getKey(limits, name)
    if (most === undefined || amountOf(amount).nanos <= amountOf(most).nanos) return []
    const detail = `must be less than or equal to pod limits of ${String(most)}`
    return [invalidField(`${at}.containers[${i}][${name}].limits`, amount, detail)]
  })
