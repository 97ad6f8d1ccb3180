/**
 * Validation of scheduling fields: tolerations, affinity, topology spread, scheduling gates.
 *
 * @module
 */

import {
  duplicateField,
  errorsOf,
  type FieldError,
  forbiddenField,
  invalidField,
  requiredField,
  type UnknownRecord,
  validateLabelValue,
} from '../../../meta/index.js'
import {
  dnsSubdomain,
  type FieldRule,
  judgeFields,
  labelSelector,
  labels,
  needed,
  notEmpty,
  number,
  qualifiedName,
} from '../../fields/field-rules.js'
import { listOf, recordOf, repeatsIn, textAt, textOf } from '../../fields/fields.js'
import { repeatedNames } from '../../fields/repeated-names.js'

type Part = Readonly<UnknownRecord>

const topologyKey = needed(qualifiedName, 'can not be empty')
const weight = number((value) => value >= 1 && value <= 100, 'must be in the range 1-100')
const above0 = number((value) => value > 0, 'must be greater than zero')

const term = (path: string): Readonly<Record<string, FieldRule>> => ({
  [`${path}.topologyKey`]: topologyKey,
  [`${path}.labelSelector`]: labelSelector,
  [`${path}.namespaceSelector`]: labelSelector,
})

const affinity = (kind: string): Readonly<Record<string, FieldRule>> => ({
  ...term(`affinity.${kind}.requiredDuringSchedulingIgnoredDuringExecution[]`),
  ...term(`affinity.${kind}.preferredDuringSchedulingIgnoredDuringExecution[].podAffinityTerm`),
  [`affinity.${kind}.preferredDuringSchedulingIgnoredDuringExecution[].weight`]: weight,
})

/** Node selector requirements: label operators, and comparisons with numbers. */
const requirement: FieldRule = (field, value) => {
  const { operator, values } = recordOf(value)
  const count = listOf(values).length
  if (operator === 'In' || operator === 'NotIn')
    return count > 0 ? [] : [requiredField(`${field}.values`, "must be specified when `operator` is 'In' or 'NotIn'")]
  if (operator === 'Gt' || operator === 'Lt')
    return count === 1 ? [] : [requiredField(`${field}.values`, "must be specified single value when `operator` is 'Lt' or 'Gt'")]
  const isSet = operator === 'Exists' || operator === 'DoesNotExist'
  return isSet && count > 0
    ? [forbiddenField(`${field}.values`, "may not be specified when `operator` is 'Exists' or 'DoesNotExist'")]
    : []
}

/** Nodes are selected by their name alone, besides their labels. */
const fieldRequirement: FieldRule = (field, value) => {
  const { key, operator, values } = recordOf(value)
  const count = listOf(values).length
  const isOne = operator === 'In' || operator === 'NotIn'
  return [
    ...(isOne && count !== 1
      ? [requiredField(`${field}.values`, "must be only one value when `operator` is 'In' or 'NotIn' for node field selector")]
      : []),
    ...(isOne ? [] : [invalidField(`${field}.operator`, operator, 'not a valid selector operator')]),
    ...(key === 'metadata.name'
      ? errorsOf(listOf(values), (name, i) => dnsSubdomain(`${field}.values[${i}]`, name))
      : [invalidField(`${field}.key`, key, 'not a valid field selector key')]),
  ]
}

/** Rules of a node selector at a path. */
export const nodeSelectorTerms = (path: string): Readonly<Record<string, FieldRule>> => ({
  [`${path}.matchExpressions[].key`]: needed(qualifiedName),
  [`${path}.matchExpressions[]`]: requirement,
  [`${path}.matchFields[]`]: fieldRequirement,
})

/** Fields of a topology spread constraint that depend on others. */
const spread: FieldRule = (field, value) => {
  const { minDomains, whenUnsatisfiable, matchLabelKeys, labelSelector } = recordOf(value)
  const keys = listOf(matchLabelKeys)
  const detail = `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${textOf(whenUnsatisfiable)}`
  return [
    ...(minDomains !== undefined && whenUnsatisfiable !== 'DoNotSchedule'
      ? [invalidField(`${field}.minDomains`, minDomains, detail)]
      : []),
    ...(keys.length > 0 && labelSelector === undefined
      ? [forbiddenField(`${field}.matchLabelKeys`, 'must not be specified when labelSelector is not set')]
      : errorsOf(keys, (key, i) => qualifiedName(`${field}.matchLabelKeys[${i}]`, key))),
  ]
}

const judgeToleration = judgeFields({ key: qualifiedName })

/** Tolerations of taints. */
export function tolerations(field: string, value: unknown): readonly FieldError[] {
  return errorsOf(listOf(value), (toleration, i) => [
    ...judgeToleration(toleration, `${field}[${i}]`),
    ...validateToleration(`${field}[${i}]`, recordOf(toleration)),
  ])
}

const NODES = 'affinity.nodeAffinity'

const judge = judgeFields({
  nodeSelector: labels,
  nodeName: dnsSubdomain,
  'readinessGates[].conditionType': qualifiedName,
  'schedulingGates[].name': needed(qualifiedName),
  [`${NODES}.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms`]: needed(
    undefined,
    'must have at least one node selector term',
  ),
  ...nodeSelectorTerms(`${NODES}.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[]`),
  ...nodeSelectorTerms(`${NODES}.preferredDuringSchedulingIgnoredDuringExecution[].preference`),
  [`${NODES}.preferredDuringSchedulingIgnoredDuringExecution[].weight`]: weight,
  ...affinity('podAffinity'),
  ...affinity('podAntiAffinity'),
  'topologySpreadConstraints[].maxSkew': above0,
  'topologySpreadConstraints[].minDomains': above0,
  'topologySpreadConstraints[]': spread,
  'topologySpreadConstraints[].topologyKey': topologyKey,
  'topologySpreadConstraints[].whenUnsatisfiable': notEmpty('DoNotSchedule', 'ScheduleAnyway'),
  'topologySpreadConstraints[].nodeAffinityPolicy': notEmpty('Honor', 'Ignore'),
  'topologySpreadConstraints[].nodeTaintsPolicy': notEmpty('Honor', 'Ignore'),
  'topologySpreadConstraints[].labelSelector': labelSelector,
  tolerations,
})

/**
 * Validates the scheduling fields of a pod.
 *
 * @param spec - The spec of the pod.
 * @param path - Its field path.
 */
export function validatePlacement(spec: Part, path: string): readonly FieldError[] {
  const gates = listOf(spec.schedulingGates).map((gate) => textAt(gate, 'name'))
  const constraints = listOf(spec.topologySpreadConstraints).map(
    (constraint) => `{${textAt(constraint, 'topologyKey')}, ${textAt(constraint, 'whenUnsatisfiable')}}`,
  )
  const isRepeated = repeatsIn(constraints)
  return [
    ...judge(spec, path),
    ...errorsOf(constraints, (constraint, i) =>
      isRepeated(i)
        ? [duplicateField(`${path}.topologySpreadConstraints[${i}].{topologyKey, whenUnsatisfiable}`, constraint)]
        : [],
    ),
    ...repeatedNames(gates, (i) => `${path}.schedulingGates[${i}]`),
    ...(gates.length > 0 && textOf(spec.nodeName) !== ''
      ? [forbiddenField(`${path}.nodeName`, 'cannot be set until all schedulingGates have been cleared')]
      : []),
  ]
}

function validateToleration(field: string, toleration: Part): readonly FieldError[] {
  const { key, operator, value, effect, tolerationSeconds } = toleration
  const [isAny, given] = [operator === 'Exists', textOf(value)]
  return [
    ...(textOf(key) === '' && !isAny
      ? [
          invalidField(
            `${field}.operator`,
            operator ?? '',
            'operator must be Exists when `key` is empty, which means "match all values and all keys"',
          ),
        ]
      : []),
    ...(tolerationSeconds !== undefined && effect !== 'NoExecute'
      ? [invalidField(`${field}.effect`, effect ?? '', "effect must be 'NoExecute' when `tolerationSeconds` is set")]
      : []),
    ...(isAny && given !== ''
      ? [invalidField(`${field}.operator`, toleration, "value must be empty when `operator` is 'Exists'")]
      : []),
    ...(isAny ? [] : validateLabelValue(given).map((message) => invalidField(`${field}.operator`, value, message))),
  ]
}
