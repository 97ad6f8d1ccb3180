/**
 * Validation of pod updates.
 *
 * @module
 */

import {
  type ApiObject,
  errorsOf,
  type FieldError,
  forbiddenField,
  invalidField,
  jsonEqual,
  type UnknownRecord,
} from '../../../meta/index.js'
import { listOf, numberOf, recordOf, withFields } from '../../fields/fields.js'
import { validateNodeAffinityUpdate, withoutNodeAffinity } from './node-affinity.js'
import { validatePodAnnotations, validatePodAnnotationsUpdate } from './pod-annotations.js'
import { validatePod } from './validate-pod.js'

type Part = Readonly<UnknownRecord>

const OPEN =
  'pod updates may not change fields other than `spec.containers[*].image`,`spec.initContainers[*].image`,' +
  '`spec.activeDeadlineSeconds`,`spec.tolerations` (only additions to existing tolerations),' +
  '`spec.terminationGracePeriodSeconds` (allow it to be set to 1 if it was previously negative)'

/**
 * Validates an update of a pod: the spec is immutable except for images, and some fields for lifetime and scheduling.
 *
 * @param pod - The new pod.
 * @param live - The pod as it is.
 */
export function validatePodUpdate(pod: ApiObject, live: ApiObject): readonly FieldError[] {
  const [next, before] = [recordOf(pod.spec), recordOf(live.spec)]
  const [annotations, oldAnnotations] = [pod, live].map(({ metadata }) => recordOf(metadata.annotations)) as [Part, Part]
  const errors = [
    ...validatePodAnnotationsUpdate(annotations, oldAnnotations),
    ...validatePodAnnotations(annotations, next, 'metadata.annotations', oldAnnotations),
    ...validatePod(pod),
  ]
  for (const containers of ['containers', 'initContainers']) {
    if (listOf(next[containers]).length !== listOf(before[containers]).length)
      return [...errors, forbiddenField(`spec.${containers}`, 'pod updates may not add or remove containers')]
  }
  return [
    ...errors,
    ...validateDeadline(next.activeDeadlineSeconds, before.activeDeadlineSeconds),
    ...validateTolerations(next, before),
    ...validateGates(next, before),
    ...validateNodes(next, before),
    ...(jsonEqual(fixedPart(next, before), fixedPart(before, before)) ? [] : [forbiddenField('spec', OPEN)]),
  ]
}

/** The active deadline may only be shortened. */
function validateDeadline(next: unknown, before: unknown): readonly FieldError[] {
  const [deadline, old] = [numberOf(next), numberOf(before)]
  const field = 'spec.activeDeadlineSeconds'
  if (old === undefined) return []
  if (deadline === undefined) return [invalidField(field, null, 'must not update from a positive integer to nil value')]
  return deadline > old ? [invalidField(field, deadline, 'must be less than or equal to previous value')] : []
}

const stable = (toleration: unknown): string =>
  JSON.stringify(Object.entries(withFields(recordOf(toleration), { tolerationSeconds: undefined })).sort())

function validateTolerations(next: Part, before: Part): readonly FieldError[] {
  const kept = new Set(listOf(next.tolerations).map(stable))
  const detail = 'existing toleration can not be modified except its tolerationSeconds'
  return listOf(before.tolerations).every((toleration) => kept.has(stable(toleration)))
    ? []
    : [forbiddenField('spec.tolerations', detail)]
}

const gatesOf = ({ schedulingGates }: Part) => listOf(schedulingGates).map((gate) => recordOf(gate).name)

/** Scheduling gates can only be removed. */
function validateGates(next: Part, before: Part): readonly FieldError[] {
  const known = new Set(gatesOf(before))
  return errorsOf(gatesOf(next), (name, i) => {
    const detail = `only deletion is allowed, but found new scheduling gate '${String(name)}'`
    return known.has(name) ? [] : [forbiddenField(`spec.schedulingGates[${i}].name`, detail)]
  })
}

/** While a pod is gated, its node selection can only be narrowed. */
function validateNodes(spec: Part, before: Part): readonly FieldError[] {
  if (gatesOf(before).length === 0) return []
  const next = recordOf(spec.nodeSelector)
  const isKept = Object.entries(recordOf(before.nodeSelector)).every(([key, value]) => next[key] === value)
  const detail = 'only additions to spec.nodeSelector are allowed (no mutations or deletions)'
  return [...(isKept ? [] : [invalidField('spec.nodeSelector', next, detail)]), ...validateNodeAffinityUpdate(spec, before)]
}

const withoutImages = (containers: unknown) =>
  listOf(containers).map((container) => withFields(recordOf(container), { image: undefined }))

/** The immutable part of the spec. Errors of mutable fields are reported elsewhere. */
function fixedPart(spec: Part, before: Part): Part {
  const grace = numberOf(before.terminationGracePeriodSeconds) ?? 0
  const isGated = gatesOf(before).length > 0
  const isMended = grace < 0 && spec.terminationGracePeriodSeconds === 1
  return {
    ...withFields(isGated ? withoutNodeAffinity(spec) : spec, {
      activeDeadlineSeconds: undefined,
      tolerations: undefined,
      schedulingGates: undefined,
      ...(isGated && { nodeSelector: undefined }),
      ...(isMended && { terminationGracePeriodSeconds: grace }),
    }),
    containers: withoutImages(spec.containers),
    initContainers: withoutImages(spec.initContainers),
  }
}
