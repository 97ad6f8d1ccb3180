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
  all,
  dnsSubdomain,
  type FieldRule,
  givenLabel,
  givenQualifiedName,
  givenText,
  judgeFields,
  labelSelector,
  labels,
  needed,
  notEmpty,
  number,
  qualifiedName,
} from '../../fields/field-rules.js'
import { listOf, recordOf, textAt, textOf, textsOf } from '../../fields/fields.js'
import { repeatedNames } from '../../fields/repeated-names.js'

type Part = Readonly<UnknownRecord>

const topologyKey = needed(undefined, 'can not be empty')
const weight = number((value) => value >= 1 && value <= 100, 'must be in the range 1-100')
const above0 = number((value) => value > 0, 'must be greater than zero')

const IN_BOTH = 'exists in both matchLabelKeys and labelSelector'

/** Keys that are in the selector of a new pod already, besides the expression that is made of them. */
function keysTwice(selector: unknown, keys: readonly string[]): readonly number[] {
  const { matchLabels, matchExpressions } = recordOf(selector)
  const places = lastPlaces(keys)
  const seen = new Set(Object.keys(recordOf(matchLabels)))
  return listOf(matchExpressions).flatMap((expression) => {
    const key = textAt(expression, 'key')
    const place = seen.has(key) ? places.get(key) : undefined
    seen.add(key)
    return place === undefined ? [] : [place]
  })
}

/** The last index of each text. Lists of clients are long, and must not be searched for each of their items. */
const lastPlaces = (texts: readonly string[]): ReadonlyMap<string, number> => new Map(texts.map((text, i) => [text, i]))

/** Keys of labels whose values of the pod are looked for. An error about a key in the selector does not say where it is, as in Kubernetes. */
const labelKeys: FieldRule = (field, value) => {
  const { labelSelector, matchLabelKeys, mismatchLabelKeys } = recordOf(value)
  const [matched, mismatched] = [textsOf(matchLabelKeys), textsOf(mismatchLabelKeys)]
  const lists = { matchLabelKeys: matched, mismatchLabelKeys: mismatched }
  const excluded = new Set(mismatched)
  return [
    ...errorsOf(Object.entries(lists), ([member, keys]) =>
      keys.length > 0 && labelSelector === undefined
        ? [forbiddenField(`${field}.${member}`, 'must not be specified when labelSelector is not set')]
        : errorsOf(keys, (key, i) => givenQualifiedName(`${field}.${member}[${i}]`, key)),
    ),
    ...errorsOf(keysTwice(labelSelector, matched), (i) => [invalidField(`${field}[${i}]`, matched[i], IN_BOTH)]),
    ...errorsOf(matched, (key, i) =>
      excluded.has(key)
        ? [invalidField(`${field}.matchLabelKeys[${i}]`, key, 'exists in both matchLabelKeys and mismatchLabelKeys')]
        : [],
    ),
  ]
}

/** Namespaces of a term about other pods. Errors do not say which one it is, as in Kubernetes. */
const namespaces: FieldRule = (field, value) =>
  errorsOf(listOf(recordOf(value).namespaces), (name) => givenLabel(`${field}.namespace`, name))

const term = (path: string): Readonly<Record<string, FieldRule>> => ({
  [`${path}.labelSelector`]: labelSelector,
  [`${path}.namespaceSelector`]: labelSelector,
  [path]: all(namespaces, labelKeys),
  [`${path}.topologyKey`]: all(topologyKey, givenQualifiedName),
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

const labelValue = givenText(validateLabelValue)

/**
 * Rules of a node selector at a path.
 *
 * @param path - Path of a term.
 * @param values - Rule for the values of labels: those of preferences may be anything.
 */
export const nodeSelectorTerms = (path: string, values = labelValue): Readonly<Record<string, FieldRule>> => ({
  [`${path}.matchExpressions[]`]: requirement,
  [`${path}.matchExpressions[].key`]: givenQualifiedName,
  [`${path}.matchExpressions[].values[]`]: values,
  [`${path}.matchFields[]`]: fieldRequirement,
})

/** Fields of a topology spread constraint that depend on others. */
const spread: FieldRule = (field, value) => {
  const { minDomains, whenUnsatisfiable } = recordOf(value)
  const detail = `can only use minDomains if whenUnsatisfiable=DoNotSchedule, not ${textOf(whenUnsatisfiable)}`
  return [
    ...(minDomains !== undefined && whenUnsatisfiable !== 'DoNotSchedule'
      ? [invalidField(`${field}.minDomains`, minDomains, detail)]
      : []),
    ...labelKeys(field, value),
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
  'readinessGates[].conditionType': givenQualifiedName,
  // Errors name the gate, not its name.
  'schedulingGates[]': (field, gate) => givenQualifiedName(field, textAt(gate, 'name')),
  [`${NODES}.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms`]: needed(
    undefined,
    'must have at least one node selector term',
  ),
  ...nodeSelectorTerms(`${NODES}.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[]`),
  ...nodeSelectorTerms(`${NODES}.preferredDuringSchedulingIgnoredDuringExecution[].preference`, () => []),
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
  const places = lastPlaces(constraints)
  return [
    ...judge(spec, path),
    ...errorsOf(constraints, (constraint, i) =>
      places.get(constraint) !== i
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
      ? [invalidField(`${field}.operator`, given, "value must be empty when `operator` is 'Exists'")]
      : []),
    ...(isAny ? [] : validateLabelValue(given).map((message) => invalidField(`${field}.operator`, value, message))),
  ]
}
