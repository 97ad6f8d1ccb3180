/**
 * Keys of a pod's own labels in its terms about other pods: a new pod's selectors get them with their values.
 *
 * @module
 */

import { type ApiObject, getKey, type UnknownRecord } from '../../../meta/index.js'
import { listOf, recordOf, textsOf, withFields } from '../../fields/fields.js'

type Part = Readonly<UnknownRecord>

const AFFINITIES = ['podAffinity', 'podAntiAffinity']
const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution'
const PREFERRED = 'preferredDuringSchedulingIgnoredDuringExecution'

/**
 * Adds the values of label keys (`matchLabelKeys`, `mismatchLabelKeys`) to the selectors of a new pod.
 *
 * @param pod - The pod.
 * @returns The same object when there are none.
 */
export function withLabelKeys(pod: ApiObject): ApiObject {
  const spec = recordOf(pod.spec)
  const labels = recordOf(pod.metadata.labels)
  const term = (given: Part) => merged(given, labels)
  const weighted = (given: Part) => changed(given, 'podAffinityTerm', (part) => term(recordOf(part)))
  const affinity = AFFINITIES.reduce(
    (whole, kind) =>
      changed(whole, kind, (part) => changed(changed(recordOf(part), REQUIRED, each(term)), PREFERRED, each(weighted))),
    recordOf(spec.affinity),
  )
  const next = changed(spec, 'topologySpreadConstraints', each(term))
  const all = affinity === spec.affinity || spec.affinity === undefined ? next : withFields(next, { affinity })
  return all === spec ? pod : { ...pod, spec: all }
}

/** Changes a field, if it is there. */
function changed(object: Part, field: string, change: (value: unknown) => unknown): Part {
  const value = object[field]
  if (value === undefined) return object
  const next = change(value)
  return next === value ? object : withFields(object, { [field]: next })
}

const each =
  (change: (part: Part) => Part) =>
  (list: unknown): unknown => {
    const next = listOf(list).map((item) => change(recordOf(item)))
    return next.some((item, i) => item !== listOf(list)[i]) ? next : list
  }

function merged(term: Part, labels: Part): Part {
  const { labelSelector, matchLabelKeys, mismatchLabelKeys } = term
  if (labelSelector === undefined) return term
  const expressions = (keys: unknown, operator: string) =>
    textsOf(keys).flatMap((key) => {
      const value = getKey(labels, key)
      return value === undefined ? [] : [{ key, operator, values: [value] }]
    })
  const added = [...expressions(matchLabelKeys, 'In'), ...expressions(mismatchLabelKeys, 'NotIn')]
  if (added.length === 0) return term
  const selector = recordOf(labelSelector)
  const matchExpressions = [...listOf(selector.matchExpressions), ...added]
  return withFields(term, { labelSelector: withFields(selector, { matchExpressions }) })
}
