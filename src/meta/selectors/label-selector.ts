/**
 * Label selectors: select objects by their labels.
 *
 * A selector is compiled once (its text is parsed in `label-selector-text.ts`) and then matched with every object.
 *
 * @module
 */

import { type ApiError, badRequest } from '../errors/errors.js'
import * as check from '../options/option-checks.js'
import { isRecord } from '../values/json.js'
import { excerpt } from '../values/text.js'
import {
  canonical,
  keyFault,
  type LabelOperator,
  type LabelRequirement,
  SELECTOR_MAX,
  valueFault,
  wholeNumber,
} from './label-requirement.js'
import { readLabelRequirements } from './label-selector-text.js'

/** A compiled label selector: all requirements have to hold. */
export interface LabelSelector {
  readonly requirements: readonly LabelRequirement[]
  /** Whether it selects everything. */
  readonly isEmpty: boolean
  /**
   * Whether an object with these labels is selected.
   *
   * @param labels - Labels of the object; undefined is none.
   */
  matches(labels: Readonly<Record<string, string>> | undefined): boolean
  /** The selector as text for {@link parseLabelSelector}. */
  toString(): string
}

/** A label selector in an object. */
export interface LabelSelectorObject {
  readonly matchLabels?: Readonly<Record<string, string>>
  readonly matchExpressions?: readonly {
    readonly key: string
    readonly operator: 'In' | 'NotIn' | 'Exists' | 'DoesNotExist'
    readonly values?: readonly string[]
  }[]
}

/** Maximum length of a selector, in characters. */
export const SELECTOR_TEXT_MAX = 64 * 1024

type Labels = Readonly<Record<string, string>>
type Test = (labels: Labels) => boolean

function compile({ key, operator, values }: LabelRequirement): Test {
  const [first = ''] = values
  switch (operator) {
    case '=':
      return (labels) => Object.hasOwn(labels, key) && labels[key] === first
    case '!=':
      return (labels) => !Object.hasOwn(labels, key) || labels[key] !== first
    case 'in': {
      const set = new Set(values)
      return (labels) => Object.hasOwn(labels, key) && set.has(labels[key] as string)
    }
    case 'notin': {
      const set = new Set(values)
      return (labels) => !Object.hasOwn(labels, key) || !set.has(labels[key] as string)
    }
    case 'exists':
      return (labels) => Object.hasOwn(labels, key)
    case '!':
      return (labels) => !Object.hasOwn(labels, key)
    case '>':
    case '<':
      return compareNumbers(key, operator, wholeNumber(first) ?? 0)
  }
}

function compareNumbers(key: string, operator: '>' | '<', bound: number | bigint): Test {
  return (labels) => {
    const value = Object.hasOwn(labels, key) ? wholeNumber(labels[key] as string) : undefined
    return value !== undefined && (operator === '>' ? value > bound : value < bound)
  }
}

function write({ key, operator, values }: LabelRequirement): string {
  if (operator === 'exists') return key
  if (operator === '!') return `!${key}`
  if (operator === 'in' || operator === 'notin') return `${key} ${operator} (${values.join(',')})`
  return `${key}${operator}${values[0] ?? ''}`
}

const NO_LABELS: Labels = /* @__PURE__ */ Object.freeze({})

function makeSelector(given: readonly LabelRequirement[], refuse: (detail: string) => ApiError): LabelSelector {
  if (given.length > SELECTOR_MAX) throw refuse(`more than ${SELECTOR_MAX} requirements`)
  const requirements = Object.freeze(given)
  const tests = requirements.map(compile)
  return Object.freeze({
    requirements,
    isEmpty: tests.length === 0,
    matches(labels: Labels = NO_LABELS) {
      for (const test of tests) if (!test(labels)) return false
      return true
    },
    toString: () => requirements.map(write).join(','),
  })
}

/**
 * Reads a label selector such as `app=web,tier in (a,b),!old,size>3`.
 *
 * @param text - Requirements joined by commas; empty selects everything. At most 64 KiB and 1,000 requirements.
 * @throws {@link ApiError} 400 for an invalid label selector.
 * @see Specification, "Lists"
 */
export function parseLabelSelector(text: string): LabelSelector {
  if (typeof text !== 'string') check.refuse('parseLabelSelector', check.text(text, 'text'))
  const refuse = (detail: string): ApiError => badRequest(`unable to parse label selector ${excerpt(text)}: ${detail}`)
  if (text.length > SELECTOR_TEXT_MAX) throw refuse(`longer than ${SELECTOR_TEXT_MAX} characters`)
  // Clients add the selector to the message of an error, so the message does not repeat it.
  return makeSelector(readLabelRequirements(text, badRequest), refuse)
}

const OPERATORS: ReadonlyMap<unknown, LabelOperator> = new Map([
  ['In', 'in'],
  ['NotIn', 'notin'],
  ['Exists', 'exists'],
  ['DoesNotExist', '!'],
])

const isText = (value: unknown): value is string => typeof value === 'string'

function readExpression(raw: unknown, refuse: (detail: string) => ApiError): LabelRequirement {
  if (!isRecord(raw) || !isText(raw.key)) throw refuse('an expression needs a key')
  const { key, values = [] } = raw
  const operator = OPERATORS.get(raw.operator)
  if (!operator) throw refuse(`${isText(raw.operator) ? excerpt(raw.operator) : typeof raw.operator} is not an operator`)
  if (!Array.isArray(values) || !values.every(isText)) throw refuse('values have to be a list of strings')
  const takesValues = operator === 'in' || operator === 'notin'
  if (takesValues !== values.length > 0)
    throw refuse(`operator ${raw.operator} takes ${takesValues ? 'one value or more' : 'no values'}`)
  return { key, operator, values: [...values] }
}

const refuse = (detail: string): ApiError => badRequest(`invalid label selector: ${detail}`)

/**
 * Compiles the label selector of an object.
 *
 * @param object - `matchLabels` and `matchExpressions`; neither selects everything.
 * @throws {@link ApiError} 400 for an invalid shape, key, value or operator, and for other members: a misspelt one would select
 *   everything.
 */
export function labelSelectorFrom(object: LabelSelectorObject): LabelSelector {
  const selector = storedLabelSelector(object)
  const other = Object.keys(object).find((member) => member !== 'matchLabels' && member !== 'matchExpressions')
  if (other !== undefined) throw refuse(`${excerpt(other)} is neither matchLabels nor matchExpressions`)
  return selector
}

/**
 * Compiles the label selector of a stored object, which may have members that another version of the kind knows.
 *
 * @param object - As that of {@link labelSelectorFrom}.
 * @throws {@link ApiError} 400 for an invalid shape, key, value or operator.
 */
export function storedLabelSelector(object: LabelSelectorObject): LabelSelector {
  // A promise would be a selector without requirements, which selects everything.
  if (!isRecord(object) || check.isPromise(object)) throw refuse('it has to be an object')
  const labels: unknown = object.matchLabels ?? {}
  const expressions: unknown = object.matchExpressions ?? []
  if (!isRecord(labels) || !Array.isArray(expressions)) throw refuse('matchLabels is a map, matchExpressions a list')
  const equalities = Object.entries(labels).map(([key, value]): LabelRequirement => {
    if (!isText(value)) throw refuse('values have to be strings')
    return { key, operator: '=', values: [value] }
  })
  const requirements = [...equalities, ...expressions.map((raw) => readExpression(raw, refuse))].map(canonical)
  for (const requirement of requirements) {
    const fault = keyFault(requirement.key, 'key') ?? valueFault(requirement)
    if (fault !== undefined) throw refuse(fault)
  }
  return makeSelector(requirements, refuse)
}
