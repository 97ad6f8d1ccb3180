/**
 * Rules about single fields, as tables: where a field is, and what may stand there.
 *
 * @module
 */

import {
  errorsOf,
  type FieldError,
  invalidField,
  isRecord,
  requiredField,
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
export type FieldRule = (field: string, value: unknown) => readonly FieldError[]

/**
 * Rules by the paths of their fields: members by their names, `[]` for each item of a list, `{}` for each value of a map, such as
 * `spec.tls[].secretName`. What is inside of something that is absent is not judged.
 */
export type FieldRules = Readonly<Record<string, FieldRule>>

/**
 * Makes a judge of objects from rules about their fields.
 *
 * @param rules - The rules, in the order in which their errors are to be listed.
 * @returns A judge of objects; `path` is where the object stands, nowhere by default.
 */
export function judgeFields(rules: FieldRules): (object: unknown, path?: string) => readonly FieldError[] {
  const compiled = Object.entries(rules).map(([path, rule]) => ({ steps: path.match(/\[\]|\{\}|[^.[{]+/g) ?? [], rule }))
  return (object, path = '') => compiled.flatMap(({ steps, rule }) => judge(object, path, steps, rule))
}

function judge(value: unknown, path: string, steps: readonly string[], rule: FieldRule): readonly FieldError[] {
  const [step, ...rest] = steps
  if (step === undefined) return rule(path, value)
  if (step === '[]') return errorsOf(listOf(value), (item, i) => judge(item, `${path}[${i}]`, rest, rule))
  if (step === '{}') return errorsOf(Object.entries(recordOf(value)), ([key, item]) => judge(item, `${path}[${key}]`, rest, rule))
  if (!isRecord(value)) return []
  return judge(Object.hasOwn(value, step) ? value[step] : undefined, path === '' ? step : `${path}.${step}`, rest, rule)
}

/** All of some rules for one field. */
export const all =
  (...rules: readonly FieldRule[]): FieldRule =>
  (field, value) =>
    rules.flatMap((rule) => rule(field, value))

/** The field is required: more than an empty text, list or map; only then the rule is applied. */
export const needed =
  (rule: FieldRule = () => [], detail = ''): FieldRule =>
  (field, value) =>
    isAbsent(value) ? [requiredField(field, detail)] : rule(field, value)

/** The field is optional, but not an empty text; only then the rule is applied. */
export const nullOr =
  (rule: FieldRule = () => [], detail = ''): FieldRule =>
  (field, value) =>
    value === '' ? [requiredField(field, detail)] : rule(field, value)

const isAbsent = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** A number for which something holds. */
export const number =
  (holds: (value: number) => boolean, detail: string): FieldRule =>
  (field, value) =>
    typeof value !== 'number' || holds(value) ? [] : [invalidField(field, value, detail)]

/** A count. */
export const notNegative: FieldRule = number((value) => value >= 0, 'must be greater than or equal to 0')

/** A number between two others, or one of them. */
export const between = (least: number, most: number): FieldRule =>
  number((value) => value >= least && value <= most, `must be between ${least} and ${most}, inclusive`)

type TextCheck = (value: string) => readonly string[]

/** A text that a check of texts finds nothing wrong with. The empty one is judged too: of these fields null is what says nothing. */
export const givenText =
  (messagesOf: TextCheck): FieldRule =>
  (field, value) =>
    typeof value === 'string' ? messagesOf(value).map((message) => invalidField(field, value, message)) : []

/** A text that a check of texts finds nothing wrong with; the empty one is none. */
export const text = (messagesOf: TextCheck): FieldRule => {
  const judge = givenText(messagesOf)
  return (field, value) => (value === '' ? [] : judge(field, value))
}

/** A text that fits a pattern. */
export const matching = (pattern: RegExp, detail: string): FieldRule => text((value) => (pattern.test(value) ? [] : [detail]))

/** One of some texts. */
export const oneOf =
  (...supported: readonly string[]): FieldRule =>
  (field, value) =>
    value === undefined || supported.includes(String(value)) ? [] : [unsupportedField(field, value, supported)]

/** What the schema lists the values of, where the empty text, which is none to schemas, is no absence: null is. */
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
