/**
 * Field selectors: select objects by a few of their fields.
 *
 * Each type defines its selectable fields; here a field is a name and a text.
 *
 * @module
 */

import { badRequest } from '../errors/errors.js'
import * as check from '../options/option-checks.js'
import { clip } from '../values/text.js'
import { SELECTOR_MAX } from './label-requirement.js'
import { SELECTOR_TEXT_MAX } from './label-selector.js'

/** One condition on one field. */
export interface FieldRequirement {
  /** Path such as `metadata.name`. */
  readonly field: string
  readonly operator: '=' | '!='
  readonly value: string
}

/** A field selector: all requirements have to hold. */
export interface FieldSelector {
  readonly requirements: readonly FieldRequirement[]
  /** Whether it selects everything. */
  readonly isEmpty: boolean
  /**
   * Whether an object is selected.
   *
   * @param get - Returns the object's value of a field; empty without one.
   */
  matches(get: (field: string) => string): boolean
  /**
   * The required value of a field.
   *
   * @param field - Path such as `metadata.name`.
   * @returns Value of the first `=` requirement for it, or undefined without one.
   */
  valueOf(field: string): string | undefined
  /** The selector as text for {@link parseFieldSelector}. */
  toString(): string
}

/** Splits a text at each comma without a preceding backslash. */
function splitTerms(text: string): string[] {
  const terms: string[] = []
  let start = 0
  for (let i = 0; i < text.length; i++) {
    if (text[i] === '\\') i++
    else if (text[i] === ',') {
      terms.push(text.slice(start, i))
      start = i + 1
    }
  }
  terms.push(text.slice(start))
  return terms.filter((term) => term !== '')
}

const TERM = /^([^=!]+)(==|!=|=)(.*)$/s

/** The value with the escapes `\\`, `\,` and `\=` resolved; undefined for another escape, or a bare special character. */
function unescapeValue(text: string): string | undefined {
  return /^(?:[^\\,=]|\\[\\,=])*$/.test(text) ? text.replace(/\\(.)/g, '$1') : undefined
}

const escapeValue = (value: string): string => value.replace(/[\\,=]/g, '\\$&')

/** What is asked of one field: a selector may name a field a thousand times, and there may be a million objects. */
interface Condition {
  readonly field: string
  readonly required: Set<string>
  readonly excluded: Set<string>
}

function conditionsOf(requirements: readonly FieldRequirement[]): readonly Condition[] {
  const conditions = new Map<string, Condition>()
  for (const { field, operator, value } of requirements) {
    const condition = conditions.get(field) ?? { field, required: new Set(), excluded: new Set() }
    conditions.set(field, condition)
    condition[operator === '=' ? 'required' : 'excluded'].add(value)
  }
  return [...conditions.values()]
}

/** A field has one value, so a second required one is never met. */
const meets = (value: string, { required, excluded }: Condition): boolean =>
  (required.size === 0 || (required.size === 1 && required.has(value))) && !excluded.has(value)

/**
 * Reads a field selector such as `metadata.name=a,status.phase!=Done`.
 *
 * @param text - Requirements joined by commas; `\` escapes `\`, `,` and `=` in values. Empty selects everything. At most
 *   64 KiB and 1,000 requirements.
 * @throws {@link ApiError} 400 for an invalid field selector.
 * @see Specification, "Lists"
 */
export function parseFieldSelector(text: string): FieldSelector {
  if (typeof text !== 'string') check.refuse('parseFieldSelector', check.text(text, 'text'))
  if (text.length > SELECTOR_TEXT_MAX) throw badRequest(`invalid field selector: longer than ${SELECTOR_TEXT_MAX} characters`)
  const terms = splitTerms(text)
  if (terms.length > SELECTOR_MAX) throw badRequest(`invalid field selector: more than ${SELECTOR_MAX} requirements`)
  const requirements = Object.freeze(
    terms.map((term): FieldRequirement => {
      const [, field = '', operator, escaped = ''] = TERM.exec(term) ?? []
      const value = unescapeValue(escaped)
      if (!operator || value === undefined) {
        throw badRequest(`invalid selector: '${clip(text)}'; can't understand '${clip(term)}'`)
      }
      return Object.freeze({ field, operator: operator === '!=' ? '!=' : '=', value })
    }),
  )
  return fieldSelectorOf(requirements)
}

/**
 * The field selector of some requirements.
 *
 * @param requirements - Such as a part of those of another selector.
 */
export function fieldSelectorOf(requirements: readonly FieldRequirement[]): FieldSelector {
  const conditions = conditionsOf(requirements)
  return Object.freeze({
    requirements,
    isEmpty: requirements.length === 0,
    matches: (get: (field: string) => string) => conditions.every((condition) => meets(get(condition.field), condition)),
    valueOf: (name: string) => requirements.find(({ field, operator }) => operator === '=' && field === name)?.value,
    toString: () => requirements.map(({ field, operator, value }) => `${field}${operator}${escapeValue(value)}`).join(','),
  })
}
