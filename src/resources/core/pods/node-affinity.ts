/**
 * Changes of a pod's node affinity, which stays open until the pod is scheduled.
 *
 * @module
 */

import { errorsOf, type FieldError, invalidField, jsonEqual, type UnknownRecord } from '../../../meta/index.js'
import { listOf, recordOf, valueAt, withFields } from '../../fields/fields.js'

type Part = Readonly<UnknownRecord>

/** The spec of a pod without its node affinity; an affinity that was nothing else counts as none. */
export function withoutNodeAffinity(spec: Part): Part {
  const { nodeAffinity: _, ...others } = recordOf(spec.affinity)
  return withFields(spec, { affinity: Object.keys(others).length > 0 ? others : undefined })
}

const TERMS = ['affinity', 'nodeAffinity', 'requiredDuringSchedulingIgnoredDuringExecution', 'nodeSelectorTerms'] as const

/**
 * Validates that required node affinity is only narrowed: a pod matches a node by any of its terms, which match it by all of their
 * requirements.
 *
 * @param spec - The new spec of the pod.
 * @param before - The spec as it is.
 */
export function validateNodeAffinityUpdate(spec: Part, before: Part): readonly FieldError[] {
  const [terms, old] = [listOf(valueAt(spec, ...TERMS)), listOf(valueAt(before, ...TERMS))]
  const field = ['spec', ...TERMS].join('.')
  if (old.length === 0) return []
  if (terms.length !== old.length)
    return [invalidField(field, terms, 'no additions/deletions to non-empty NodeSelectorTerms list are allowed')]
  const detail = 'only additions are allowed (no mutations or deletions)'
  return errorsOf(terms, (term, i) =>
    isNarrowed(recordOf(term), recordOf(old[i])) ? [] : [invalidField(`${field}[${i}]`, term, detail)],
  )
}

const REQUIREMENTS = ['matchExpressions', 'matchFields'] as const

/** Whether a term has all requirements that it had. A term without any matches no node, so that further ones would widen it. */
function isNarrowed(term: Part, before: Part): boolean {
  const counts = (of: Part) => REQUIREMENTS.map((key) => listOf(of[key]).length)
  if (counts(before).every((count) => count === 0)) return counts(term).every((count) => count === 0)
  return REQUIREMENTS.every((key) => {
    const old = listOf(before[key])
    return jsonEqual(listOf(term[key]).slice(0, old.length), old)
  })
}
