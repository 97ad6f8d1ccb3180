/**
 * Validation of Jobs, and of the template of a CronJob.
 *
 * @module
 */

import {
  type ApiObject,
  duplicateField,
  errorsOf,
  type FieldError,
  invalidField,
  requiredField,
  storedLabelSelector,
  tooManyField,
  type UnknownRecord,
  unsupportedField,
  validateDnsLabel,
} from '../../meta/index.js'
import { validatePodTemplate } from '../core/pods/validate-pod-spec.js'
import {
  all,
  domainPath,
  givenQualifiedName,
  judgeFields,
  labelSelector,
  needed,
  notEmpty,
  notNegative,
  nullOr,
  oneOf,
  shorterThan,
} from '../fields/field-rules.js'
import { getRecord, listOf, nameOf, numberOf, recordOf, repeatsIn, textAt, textOf, valueAt } from '../fields/fields.js'
import { validateSuccessPolicy } from './validate-success-policy.js'

type Part = Readonly<UnknownRecord>

const COUNTS = [
  'parallelism',
  'completions',
  'backoffLimit',
  'backoffLimitPerIndex',
  'maxFailedIndexes',
  'activeDeadlineSeconds',
  'ttlSecondsAfterFinished',
]

/** Maximum length of the name of a job's controller. */
const MAX_MANAGER = 63

const judge = judgeFields({
  ...Object.fromEntries(COUNTS.map((count) => [count, notNegative])),
  selector: labelSelector,
  managedBy: all(nullOr(domainPath), shorterThan(MAX_MANAGER)),
  completionMode: notEmpty('Indexed', 'NonIndexed'),
  podReplacementPolicy: notEmpty('Failed', 'TerminatingOrFailed'),
})

/**
 * Validates the spec of a job, or of the template of a cron job.
 *
 * @param spec - The spec with its defaults.
 * @param path - Its field path.
 */
export function validateJobSpec(spec: Part, path: string): readonly FieldError[] {
  const restart = textAt(spec, 'template', 'spec', 'restartPolicy')
  return [
    ...judge(spec, path),
    ...validateIndexes(spec, path),
    ...(getRecord(spec, 'podFailurePolicy') ? validateFailurePolicy(spec, path) : []),
    ...validatePodTemplate(spec.template, `${path}.template`),
    // The default restart policy of pods would run a job for ever, so another one is required.
    ...(restart === '' || restart === 'Always'
      ? [requiredField(`${path}.template.spec.restartPolicy`, 'valid values: "OnFailure", "Never"')]
      : []),
  ]
}

/** The most pods that an Indexed job may run at once, and the most indexes that may fail. */
const MAX_PARALLEL = 100_000

/** Above so many completions, a limit per index requires fewer parallel pods and fewer failed indexes. */
const MANY = 100_000
const MAX_OF_MANY = 10_000

/** Fields for indexes require an indexed job. */
function validateIndexes(spec: Part, path: string): readonly FieldError[] {
  const { completionMode, completions, backoffLimitPerIndex, maxFailedIndexes, successPolicy } = spec
  const detail = 'requires indexed completion mode'
  const most = numberOf(completions)
  return [
    ...(maxFailedIndexes !== undefined && backoffLimitPerIndex === undefined
      ? [requiredField(`${path}.backoffLimitPerIndex`, 'when maxFailedIndexes is specified')]
      : []),
    ...(completionMode === 'Indexed'
      ? validateIndexed(spec, path, most)
      : Object.entries({ backoffLimitPerIndex, maxFailedIndexes, successPolicy }).flatMap(([member, value]) =>
          value === undefined ? [] : [invalidField(`${path}.${member}`, value, detail)],
        )),
  ]
}

function validateIndexed(spec: Part, path: string, completions: number | undefined): readonly FieldError[] {
  const { backoffLimitPerIndex, maxFailedIndexes, successPolicy } = spec
  const atMost = (member: string, limit: number, detail: string): readonly FieldError[] =>
    (numberOf(spec[member]) ?? 0) > limit
      ? [invalidField(`${path}.${member}`, spec[member], `must be less than or equal to ${detail}`)]
      : []
  const isMany = (completions ?? 0) > MANY && backoffLimitPerIndex !== undefined
  const ofMany = `${MAX_OF_MANY} when completions are above ${MANY} and used with backoff limit per index`
  return [
    ...(completions === undefined ? [requiredField(`${path}.completions`, 'when completion mode is Indexed')] : []),
    ...atMost('parallelism', MAX_PARALLEL, `${MAX_PARALLEL} when completion mode is Indexed`),
    ...(completions === undefined ? [] : atMost('maxFailedIndexes', completions, 'completions')),
    ...atMost('maxFailedIndexes', MAX_PARALLEL, `${MAX_PARALLEL}`),
    ...(isMany && maxFailedIndexes === undefined
      ? [requiredField(`${path}.maxFailedIndexes`, `must be specified when completions is above ${MANY}`)]
      : []),
    ...(isMany ? [...atMost('parallelism', MAX_OF_MANY, ofMany), ...atMost('maxFailedIndexes', MAX_OF_MANY, ofMany)] : []),
    ...(successPolicy === undefined ? [] : validateSuccessPolicy(successPolicy, completions ?? 0, `${path}.successPolicy`)),
  ]
}

const MAX_RULES = 20
const MAX_CODES = 255

function validateFailurePolicy(spec: Part, path: string): readonly FieldError[] {
  const pod = recordOf(valueAt(spec, 'template', 'spec'))
  const rules = listOf(valueAt(spec, 'podFailurePolicy', 'rules'))
  const field = `${path}.podFailurePolicy.rules`
  const names = [...listOf(pod.containers), ...listOf(pod.initContainers)].map((container) => textAt(container, 'name'))
  return [
    ...(pod.restartPolicy === 'Never'
      ? []
      : [
          invalidField(
            `${path}.template.spec.restartPolicy`,
            pod.restartPolicy,
            'only "Never" is supported when podFailurePolicy is specified',
          ),
        ]),
    // The template of a cron job has no default of the policy.
    ...(spec.podReplacementPolicy === undefined || spec.podReplacementPolicy === 'Failed'
      ? []
      : [unsupportedField(`${path}.podReplacementPolicy`, spec.podReplacementPolicy, ['Failed'])]),
    ...(rules.length > MAX_RULES ? [tooManyField(field, rules.length, MAX_RULES)] : []),
    ...errorsOf(rules, (rule, i) => validateFailureRule(recordOf(rule), `${field}[${i}]`, names, spec)),
  ]
}

function validateFailureRule(rule: Part, field: string, names: readonly string[], spec: Part): readonly FieldError[] {
  const { action, onExitCodes } = rule
  const isByCode = onExitCodes !== undefined
  const isByCondition = listOf(rule.onPodConditions).length > 0
  const detail = `specifying ${isByCode ? 'both' : 'one of'} OnExitCodes and OnPodConditions is ${isByCode ? 'not supported' : 'required'}`
  return [
    ...(action === 'FailIndex' && spec.backoffLimitPerIndex === undefined
      ? [invalidField(`${field}.action`, action, 'requires the backoffLimitPerIndex to be set')]
      : []),
    ...(isByCode === isByCondition ? [invalidField(field, rule, detail)] : []),
    ...(isByCode ? validateCodes(recordOf(onExitCodes), `${field}.onExitCodes`, names) : []),
    ...validatePatterns(listOf(rule.onPodConditions), `${field}.onPodConditions`),
  ]
}

const MAX_PATTERNS = 20

const judgePattern = judgeFields({
  type: (field, value) => givenQualifiedName(field, textOf(value)),
  status: needed(oneOf('False', 'True', 'Unknown'), 'valid values: ["False" "True" "Unknown"]'),
})

/** Validates the conditions of pods that a rule matches. */
const validatePatterns = (patterns: readonly unknown[], field: string): readonly FieldError[] => [
  ...(patterns.length > MAX_PATTERNS ? [tooManyField(field, patterns.length, MAX_PATTERNS)] : []),
  ...errorsOf(patterns, (pattern, i) => judgePattern(pattern, `${field}[${i}]`)),
]

function validateCodes(
  { containerName, operator, values }: Part,
  field: string,
  names: readonly string[],
): readonly FieldError[] {
  const codes = listOf(values)
  const isRepeated = repeatsIn(codes.map(String))
  const name = textOf(containerName)
  return [
    ...(name === '' || names.includes(name)
      ? []
      : [
          invalidField(`${field}.containerName`, name, 'must be one of the container or initContainer names in the pod template'),
        ]),
    ...(codes.length === 0 ? [invalidField(`${field}.values`, codes, 'at least one value is required')] : []),
    ...(codes.length > MAX_CODES ? [tooManyField(`${field}.values`, codes.length, MAX_CODES)] : []),
    ...errorsOf(codes, (code, i) => [
      ...(operator === 'In' && code === 0
        ? [invalidField(`${field}.values[${i}]`, code, 'must not be 0 for the In operator')]
        : []),
      ...(isRepeated(i) ? [duplicateField(`${field}.values[${i}]`, code)] : []),
    ]),
    ...(codes.some((code, i) => Number(code) < Number(codes[i - 1]))
      ? [invalidField(`${field}.values`, codes, 'must be ordered')]
      : []),
  ]
}

/** Validates a job: its spec, and that its selector matches its template. */
export const validateJob = (job: ApiObject): readonly FieldError[] => [
  ...validateJobSpec(recordOf(job.spec), 'spec'),
  ...validateSelection(job),
]

/** Validates a new job. The pods of an Indexed job have host names of its name and their index. */
export function validateNewJob(job: ApiObject): readonly FieldError[] {
  const { completionMode, completions } = recordOf(job.spec)
  const last = (numberOf(completions) ?? 0) - 1
  const host = `${nameOf(job)}-${last}`
  const detail = `will not able to create pod with invalid DNS label: ${host}`
  const isRefused = completionMode === 'Indexed' && last >= 0 && validateDnsLabel(host).length > 0
  return [...validateJob(job), ...(isRefused ? [invalidField('metadata.name', nameOf(job), detail)] : [])]
}

function validateSelection(job: ApiObject): readonly FieldError[] {
  const selector = getRecord(job, 'spec', 'selector')
  const labels = recordOf(valueAt(job, 'spec', 'template', 'metadata', 'labels')) as Readonly<Record<string, string>>
  if (!selector) return [requiredField('spec.selector')]
  // Invalid ones are reported elsewhere.
  if (labelSelector('spec.selector', selector).length > 0) return []
  const fits = storedLabelSelector(selector).matches(labels)
  return fits ? [] : [invalidField('spec.template.metadata.labels', labels, '`selector` does not match template `labels`')]
}
