/**
 * Validation rules of single fields, as tables by field path.
 *
 * @module
 */

import {
  errorsOf,
  type FieldError,
  invalidField,
  isRecord,
  requiredField,
  tooLongField,
  tooManyField,
  type UnknownRecord,
  unsupportedField,
  validateDnsLabel,
  validateDnsSubdomain,
  validateLabels,
  validateQualifiedName,
} from '../../meta/index.js'
import { listOf, recordOf } from './fields.js'
import { validateLabelSelector } from './validate-label-selector.js'

/** Validates the value of one field; undefined where the field is absent. */
export interface FieldRule {
  (field: string, value: unknown): readonly FieldError[]
  /** Maximum length of a list: the rules of its items look at no more of them. */
  readonly most?: number
}

/**
 * Rules by field path: fields by name, `[]` for each item of a list, `{}` for each value of a map, such as
 * `spec.tls[].secretName`. Fields inside of an absent one are not validated.
 */
export type FieldRules = Readonly<Record<string, FieldRule>>

/**
 * Creates a validator from field rules.
 *
 * @param rules - The rules, in the order in which their errors are listed.
 * @returns A validator; `path` is the field path of the object, empty by default.
 */
export function judgeFields(rules: FieldRules): (object: unknown, path?: string) => readonly FieldError[] {
  let groups: readonly RuleGroup[] | undefined
  return (object, path = '') => {
    const errors: FieldError[] = []
    // Tables are constants of modules: compiled when first used, they cost a process that does not nothing.
    groups ??= groupsOf(rules)
    for (const { whole, members } of groups) {
      if (whole !== undefined && isRecord(object) && !Object.hasOwn(object, whole)) continue
      for (const rule of members) for (const error of judge(object, path, rule)) errors.push(error)
    }
    return errors
  }
}

/** A rule, with the path to its field; the steps from `at` on lead there from the present value. */
interface CompiledRule {
  readonly steps: readonly string[]
  /** For steps to the items of a list of a maximum length: that length. */
  readonly limits: readonly (number | undefined)[]
  readonly at: number
  readonly rule: FieldRule
}

/** Successive rules about parts of one field: none of them is looked at where it is absent, and a list may have thousands of items. */
interface RuleGroup {
  readonly whole: string | undefined
  readonly members: CompiledRule[]
}

function groupsOf(rules: FieldRules): readonly RuleGroup[] {
  const groups: RuleGroup[] = []
  const limits = new Map(Object.entries(rules).map(([path, { most }]) => [stepsOf(path).join(), most]))
  for (const [path, rule] of Object.entries(rules)) {
    const steps = stepsOf(path)
    const [first = ''] = steps
    const whole = steps.length > 1 && /^[^[{]/.test(first) ? first : undefined
    const last = groups.at(-1)
    const compiled = { steps, limits: limitsOf(steps, limits), at: 0, rule }
    if (whole !== undefined && last?.whole === whole) last.members.push(compiled)
    else groups.push({ whole, members: [compiled] })
  }
  return groups
}

const stepsOf = (path: string): readonly string[] => path.match(/\[\]|\{\}|[^.[{]+/g) ?? []

const limitsOf = (steps: readonly string[], limits: ReadonlyMap<string, number | undefined>) =>
  steps.map((step, at) => (step === '[]' ? limits.get(steps.slice(0, at).join()) : undefined))

const NONE: readonly FieldError[] = []

function judge(value: unknown, path: string, { steps, limits, at, rule }: CompiledRule): readonly FieldError[] {
  const step = steps[at]
  if (step === undefined) return rule(path, value)
  const below = { steps, limits, at: at + 1, rule }
  if (step === '[]') return errorsOf(firstOf(listOf(value), limits[at]), (item, i) => judge(item, `${path}[${i}]`, below))
  if (step === '{}') return errorsOf(Object.entries(recordOf(value)), ([key, item]) => judge(item, `${path}[${key}]`, below))
  if (!isRecord(value)) return NONE
  return judge(Object.hasOwn(value, step) ? value[step] : undefined, path === '' ? step : `${path}.${step}`, below)
}

const firstOf = (items: readonly unknown[], most: number | undefined) =>
  most === undefined || items.length <= most ? items : items.slice(0, most)

/** Combines rules for one field. */
export const all =
  (...rules: readonly FieldRule[]): FieldRule =>
  (field, value) =>
    rules.flatMap((rule) => rule(field, value))

/** A required field: not an empty string, list or map; then the rule is applied. */
export const needed =
  (rule: FieldRule = () => [], detail = ''): FieldRule =>
  (field, value) =>
    isAbsent(value) ? [requiredField(field, detail)] : rule(field, value)

/** An optional field, but not an empty string; then the rule is applied. */
export const nullOr =
  (rule: FieldRule = () => [], detail = ''): FieldRule =>
  (field, value) =>
    value === '' ? [requiredField(field, detail)] : rule(field, value)

const isAbsent = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** A number that fulfils a condition. */
export const number =
  (holds: (value: number) => boolean, detail: string): FieldRule =>
  (field, value) =>
    typeof value !== 'number' || holds(value) ? [] : [invalidField(field, value, detail)]

/** A non-negative integer. */
export const notNegative: FieldRule = number((value) => value >= 0, 'must be greater than or equal to 0')

/** A number within bounds, either of which may be absent. */
export const between = (least: number, most: number): FieldRule =>
  number((value) => value >= least && value <= most, `must be between ${least} and ${most}, inclusive`)

type TextCheck = (value: string) => readonly string[]

/** A string that passes a check. The empty string is checked too: for these fields null means absent. */
export const givenText =
  (messagesOf: TextCheck): FieldRule =>
  (field, value) =>
    typeof value === 'string' ? errorsOf(messagesOf(value), (message) => [invalidField(field, value, message)]) : []

/** A string that passes a check; the empty string counts as absent. */
export const text = (messagesOf: TextCheck): FieldRule => {
  const judge = givenText(messagesOf)
  return (field, value) => (value === '' ? [] : judge(field, value))
}

/** A string that matches a pattern. */
export const matching = (pattern: RegExp, detail: string): FieldRule => text((value) => (pattern.test(value) ? [] : [detail]))

/** A list of a maximum length; then the rule is applied. Of a longer one, the first items are validated by the rules of items. */
export const atMost = (most: number, rule: FieldRule = () => NONE): FieldRule =>
  Object.assign(
    (field: string, value: unknown) => {
      const { length } = listOf(value)
      return length > most ? [tooManyField(field, length, most)] : rule(field, value)
    },
    { most },
  )

/** A string of a maximum length. */
export const shorterThan =
  (most: number): FieldRule =>
  (field, value) =>
    typeof value === 'string' && value.length > most ? [tooLongField(field, most)] : []

/** One of several strings. */
export const oneOf =
  (...supported: readonly string[]): FieldRule =>
  (field, value) =>
    value === undefined || supported.includes(String(value)) ? [] : [unsupportedField(field, value, supported)]

/** An enum of the schema whose empty string is invalid: schemas treat it as absent, but here only null is. */
export const notEmpty =
  (...supported: readonly string[]): FieldRule =>
  (field, value) =>
    value === '' ? [unsupportedField(field, value, supported)] : []

export const dnsLabel: FieldRule = text(validateDnsLabel)
export const dnsSubdomain: FieldRule = text((value) => validateDnsSubdomain(value))
export const qualifiedName: FieldRule = text(validateQualifiedName)
export const givenLabel: FieldRule = givenText(validateDnsLabel)
export const givenSubdomain: FieldRule = givenText((value) => validateDnsSubdomain(value))
export const givenQualifiedName: FieldRule = givenText(validateQualifiedName)

/** A map of labels. */
export const labels: FieldRule = (field, value) => validateLabels(recordOf(value) as Readonly<Record<string, string>>, field)

/** A label selector. */
export const labelSelector: FieldRule = (field, value) => validateLabelSelector(recordOf(value) as UnknownRecord, field)

const PATH = /^[A-Za-z0-9/\-._~%!$&'()*+,;=:]+$/
const DOMAIN_PATH = 'must be a domain-prefixed path (such as "acme.io/foo")'

/** A domain, and a path within it. */
export const domainPath: FieldRule = text((value) => {
  const [domain = '', path = ''] = /^([^/]+)\/(.+)$/s.exec(value)?.slice(1) ?? []
  if (domain === '') return [DOMAIN_PATH]
  return [
    ...validateDnsSubdomain(domain),
    ...(PATH.test(path) ? [] : [`Invalid path (regex used for validation is '${PATH.source.slice(1, -1)}')`]),
  ]
})
