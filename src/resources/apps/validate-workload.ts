/**
 * Validation of Deployments and similar workloads, and their immutable fields.
 *
 * @module
 */

import {
  type ApiObject,
  type FieldError,
  forbiddenField,
  invalidField,
  isRecord,
  jsonEqual,
  requiredField,
  storedLabelSelector,
  unsupportedField,
} from '../../meta/index.js'
import { validatePodTemplate, validateTemplateMetadata } from '../core/pods/validate-pod-spec.js'
import { validateClaimSpec } from '../core/volumes/validate-claim.js'
import { isZeroAmount, validateAmount, validatePart } from '../fields/amounts.js'
import { dnsLabel, type FieldRule, judgeFields, needed, notNegative, oneOf } from '../fields/field-rules.js'
import { getRecord, numberOf, recordOf, textOf, valueAt, withFields } from '../fields/fields.js'
import { immutableFields } from '../fields/immutable.js'
import { validateLabelSelector } from '../fields/validate-label-selector.js'

/** Validates a workload of the apps group. */
export const validateWorkload = (object: ApiObject): readonly FieldError[] => [
  ...validateCounts(object, ['replicas']),
  ...validateSelector(object),
  ...validateTemplate(object),
  ...validateStrategy(object),
  ...validateCounts(object, ['revisionHistoryLimit', 'minReadySeconds', 'progressDeadlineSeconds']),
  ...validateDeadline(object),
  ...(object.kind === 'StatefulSet' ? judgeSet(object) : []),
]

const retention = oneOf('Delete', 'Retain')

/** Fields that only a StatefulSet has. */
const judgeSet = judgeFields({
  'spec.podManagementPolicy': eitherOf('OrderedReady', 'Parallel'),
  'spec.updateStrategy': (field, strategy) =>
    ['RollingUpdate', 'OnDelete'].includes(textOf(recordOf(strategy).type))
      ? []
      : [invalidField(field, strategy, "must be 'RollingUpdate' or 'OnDelete'")],
  'spec.persistentVolumeClaimRetentionPolicy.whenDeleted': retention,
  'spec.persistentVolumeClaimRetentionPolicy.whenScaled': retention,
  'spec.ordinals.start': notNegative,
})

/**
 * Validates a new workload. What is immutable in a StatefulSet is validated here alone, as stored ones may be older than a rule.
 */
export const validateNewWorkload = (object: ApiObject): readonly FieldError[] => [
  ...validateWorkload(object),
  ...(object.kind === 'StatefulSet' ? judgeNewSet(object) : []),
]

const judgeNewSet = judgeFields({
  'spec.serviceName': dnsLabel,
  'spec.volumeClaimTemplates[].spec': (field, spec) => validateClaimSpec(spec, field),
})

/** Validates a new ControllerRevision: its data, any JSON object, is immutable. */
export const validateNewRevision = judgeFields({
  data: needed(
    (field, data) => (isRecord(data) ? [] : [requiredField(field, 'data must be a valid JSON object')]),
    'data is mandatory',
  ),
  revision: notNegative,
})

/** One of two strings. */
function eitherOf(first: string, second: string): FieldRule {
  return (field, value) =>
    value === first || value === second ? [] : [invalidField(field, value, `must be '${first}' or '${second}'`)]
}

/** Validates an update: the selector is immutable, and nearly all of a StatefulSet. */
export const validateWorkloadUpdate = (object: ApiObject, live: ApiObject): readonly FieldError[] => [
  ...validateWorkload(object),
  ...immutableFields(['spec.selector'])(object, live),
  ...(object.kind === 'StatefulSet' ? validateFixedSet(object, live) : []),
]

/** Validates a ReplicationController, whose selector is a map of labels. */
export function validateReplication(object: ApiObject): readonly FieldError[] {
  const selector = Object.entries(recordOf(valueAt(object, 'spec', 'selector')))
  return [
    ...validateCounts(object, ['replicas', 'minReadySeconds']),
    ...(selector.length === 0 ? [requiredField('spec.selector')] : []),
    ...(getRecord(object, 'spec', 'template') === undefined ? [requiredField(TEMPLATE)] : validateReplicated(object, selector)),
  ]
}

function validateReplicated(object: ApiObject, selector: readonly (readonly [string, unknown])[]): readonly FieldError[] {
  const labels = recordOf(valueAt(object, 'spec', 'template', 'metadata', 'labels'))
  return [
    ...(selector.every(([key, value]) => labels[key] === value)
      ? []
      : [invalidField('spec.template.metadata.labels', labels, '`selector` does not match template `labels`')]),
    ...validateTemplate(object),
  ]
}

const validateCounts = (object: ApiObject, members: readonly string[]): readonly FieldError[] =>
  members.flatMap((member) => {
    const count = numberOf(valueAt(object, 'spec', member)) ?? 0
    return count < 0 ? [invalidField(`spec.${member}`, count, 'must be greater than or equal to 0')] : []
  })

const TEMPLATE = 'spec.template'
const ENDING = ['Never', 'OnFailure']

/**
 * Pods of a workload have restart policy Always and no active deadline. Kubernetes does not validate the rest of a StatefulSet's
 * template, as its volumes include those of the claim templates.
 */
function validateTemplate(object: ApiObject): readonly FieldError[] {
  const template = valueAt(object, 'spec', 'template')
  const { restartPolicy, activeDeadlineSeconds } = recordOf(valueAt(template, 'spec'))
  const restart = textOf(restartPolicy)
  // Kubernetes validates a Deployment's template with the code, and therefore the messages, of ReplicaSets.
  const kind = object.kind === 'Deployment' ? 'ReplicaSet' : object.kind
  return [
    ...(object.kind === 'StatefulSet' ? validateTemplateMetadata(template, TEMPLATE) : validatePodTemplate(template, TEMPLATE)),
    ...(ENDING.includes(restart) ? [unsupportedField(`${TEMPLATE}.spec.restartPolicy`, restart, ['Always'])] : []),
    ...(activeDeadlineSeconds === undefined
      ? []
      : [forbiddenField(`${TEMPLATE}.spec.activeDeadlineSeconds`, `activeDeadlineSeconds in ${kind} is not Supported`)]),
  ]
}

const STRATEGIES = ['OnDelete', 'Recreate', 'RollingUpdate']

function validateStrategy(object: ApiObject): readonly FieldError[] {
  const member = object.kind === 'Deployment' ? 'strategy' : 'updateStrategy'
  const strategy = recordOf(valueAt(object, 'spec', member))
  const field = `spec.${member}.rollingUpdate`
  if (strategy.rollingUpdate === undefined || !STRATEGIES.includes(textOf(strategy.type))) return []
  if (strategy.type === 'Recreate') return [forbiddenField(field, "may not be specified when strategy `type` is 'Recreate'")]
  if (strategy.type === 'OnDelete' && object.kind === 'StatefulSet')
    return [invalidField(field, strategy.rollingUpdate, "only allowed for updateStrategy 'RollingUpdate'")]
  const { maxUnavailable, maxSurge, partition } = recordOf(strategy.rollingUpdate)
  return [
    ...validatePart(`${field}.maxUnavailable`, maxUnavailable),
    ...(object.kind === 'DaemonSet' ? validatePart : validateAmount)(`${field}.maxSurge`, maxSurge),
    ...validateAmount(`${field}.partition`, partition),
    ...validateProgress(object.kind, field, maxUnavailable, maxSurge),
  ]
}

/** An update must be able to remove pods, or to add some. A node never has more of a DaemonSet's pods while it may have none. */
function validateProgress(kind: string, field: string, maxUnavailable: unknown, maxSurge: unknown): readonly FieldError[] {
  const [removes, adds] = [!isZeroAmount(maxUnavailable), !isZeroAmount(maxSurge)]
  if (kind === 'StatefulSet') return removes ? [] : [invalidField(`${field}.maxUnavailable`, maxUnavailable, 'cannot be 0')]
  if (kind === 'DaemonSet' && removes && adds)
    return [invalidField(`${field}.maxSurge`, maxSurge, 'may not be set when maxUnavailable is non-zero')]
  if (removes || adds) return []
  return kind === 'DaemonSet'
    ? [requiredField(`${field}.maxUnavailable`, 'cannot be 0 when maxSurge is 0')]
    : [invalidField(`${field}.maxUnavailable`, maxUnavailable, 'may not be 0 when `maxSurge` is 0')]
}

function validateDeadline(object: ApiObject): readonly FieldError[] {
  const { progressDeadlineSeconds, minReadySeconds } = recordOf(object.spec)
  const deadline = numberOf(progressDeadlineSeconds)
  if (deadline === undefined || deadline > (numberOf(minReadySeconds) ?? 0)) return []
  return [invalidField('spec.progressDeadlineSeconds', deadline, 'must be greater than minReadySeconds')]
}

/** The selector has to match the template's labels. */
function validateSelector(object: ApiObject): readonly FieldError[] {
  const selector = getRecord(object, 'spec', 'selector')
  const found = getRecord(object, 'spec', 'template', 'metadata', 'labels')
  const labels = (found ?? {}) as Readonly<Record<string, string>>
  const mismatch = invalidField('spec.template.metadata.labels', found ?? null, '`selector` does not match template `labels`')
  if (!selector) return [requiredField('spec.selector'), mismatch]
  const faults = validateLabelSelector(selector, 'spec.selector')
  if (faults.length > 0) {
    const isTold = object.kind === 'Deployment' || object.kind === 'ReplicaSet'
    return [...faults, ...(isTold ? [invalidField('spec.selector', selector, 'invalid label selector')] : [])]
  }
  const compiled = storedLabelSelector(selector)
  if (compiled.isEmpty) {
    // Kubernetes validates a ReplicaSet with the code, and therefore the messages, of Deployments.
    const kind = object.kind === 'ReplicaSet' ? 'deployment' : object.kind.toLowerCase()
    return [invalidField('spec.selector', selector, `empty selector is invalid for ${kind}`)]
  }
  return compiled.matches(labels) ? [] : [mismatch]
}

const SET_CHANGES = [
  'replicas',
  'ordinals',
  'template',
  'updateStrategy',
  'revisionHistoryLimit',
  'persistentVolumeClaimRetentionPolicy',
  'minReadySeconds',
]

/** Pods of a StatefulSet have stable names and storage, so little of its spec can change. */
function validateFixedSet(object: ApiObject, live: ApiObject): readonly FieldError[] {
  const changing = Object.fromEntries([...SET_CHANGES, 'selector'].map((member) => [member, undefined]))
  const [next, before] = [object, live].map(({ spec }) => withFields(recordOf(spec), changing))
  if (jsonEqual(next, before)) return []
  const names = SET_CHANGES.slice(0, -1).map((member) => `'${member}'`)
  return [
    forbiddenField(
      'spec',
      `updates to statefulset spec for fields other than ${names.join(', ')} and 'minReadySeconds' are forbidden`,
    ),
  ]
}
