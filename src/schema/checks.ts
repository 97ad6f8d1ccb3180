/**
 * The checks of single values: types, numbers, strings, enums. Each is compiled from the keywords of one schema; absent keywords
 * cost nothing at validation.
 *
 * @module
 */

import {
  type FieldError,
  isRecord,
  type JsonObject,
  jsonEqual,
  type ScalarKey,
  scalarKey,
  tooLongField,
  unsupportedField,
} from '../meta/index.js'
import { isByteText, isQuantity, numberRange, readPattern, textFormat } from '../text/index.js'
import { describedFormat } from './described-formats.js'
import { brokenRule, isLong, notBase64, shown, typeName, wrongFormat, wrongType } from './messages.js'
import type { SchemaNode } from './node.js'
import type { ValueTest } from './node-checks.js'
import { stepBudget, takeSteps, tooManySteps } from './validation-budget.js'

/** Compiles the checks of a value that depend on that value alone. */
export function valueTests(node: SchemaNode): readonly ValueTest[] {
  const tests = [...typeTests(node), ...numberTests(node.document, node.builtin), ...textTests(node), ...enumTests(node)]
  return tests.length > 0 ? tests : NONE
}

/** Shared: a schema may have tens of thousands of places without a check. */
const NONE: readonly never[] = Object.freeze([])

/** Combines tests with AND; the cases of few tests are optimized. */
export function allHold(tests: readonly ValueTest[]): (value: unknown) => boolean {
  if (tests.length === 0) return anyHolds
  const [first = anyHolds, second, ...more] = tests.map(({ holds }) => holds)
  if (!second) return first
  if (more.length === 0) return (value) => first(value) && second(value)
  return (value) => first(value) && second(value) && more.every((holds) => holds(value))
}

const anyHolds = (): boolean => true

/** Tells whether a value has one of the JSON types. */
const hasType = (value: unknown, types: readonly string[]): boolean => {
  const name = typeName(value)
  return types.includes(name) || (name === 'integer' && types.includes('number'))
}

/** A type test; the case of one type is optimized. */
function typeTest(node: SchemaNode): (value: unknown) => boolean {
  const { types } = node
  const [type] = types
  if (node.isIntOrString) return (value) => typeof value === 'string' || Number.isInteger(value)
  if (types.length > 1 || type === undefined) return (value) => hasType(value, types)
  if (type === 'array') return (value) => Array.isArray(value)
  if (type === 'object') return isRecord
  if (type === 'integer') return node.builtin ? Number.isInteger : isLong
  if (type === 'string') return (value) => typeof value === 'string'
  return (value) => typeof value === type
}

function typeTests(node: SchemaNode): ValueTest[] {
  const { types, isQuantity: quantity } = node
  if (types.length === 0) return []
  const format = node.builtin ? undefined : knownFormat(node.document.format)
  const tests: ValueTest[] = [{ holds: typeTest(node), fault: (at, value) => wrongType(at, value, types, format) }]
  if (quantity) {
    tests.push({
      holds: (value) => !hasType(value, types) || isQuantity(value),
      fault: (at, value) => wrongFormat(at, value, 'quantity'),
    })
  }
  return tests
}

const knownFormat = (format: unknown): string | undefined =>
  typeof format === 'string' && (textFormat(format) || numberRange(format)) ? format : undefined

/** Applies a check to numbers only. */
const ofNumber = (holds: (value: number) => boolean, fault: (at: string, value: unknown) => FieldError): ValueTest => ({
  holds: (value) => typeof value !== 'number' || holds(value),
  fault,
})

/** Applies a check to strings only. Scanning a long one is charged: alternatives may repeat it a thousand times. */
const ofText = (holds: (value: string) => boolean, fault: (at: string, value: unknown) => FieldError): ValueTest => ({
  holds: (value) =>
    typeof value !== 'string' || ((value.length <= SHORT || takeSteps(value.length / CHARACTERS_PER_STEP)) && holds(value)),
  fault(at, value) {
    if (stepBudget().left < 0) throw tooManySteps(at, value)
    return fault(at, value)
  },
})

const SHORT = 256
const CHARACTERS_PER_STEP = 8

const NUMBER_KEYWORDS = ['format', 'multipleOf', 'minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'] as const

function numberTests(document: JsonObject, builtin: boolean): readonly ValueTest[] {
  const { type, format, multipleOf, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = document
  if (type !== 'integer' && NUMBER_KEYWORDS.every((keyword) => document[keyword] === undefined)) return NONE
  const tests: ValueTest[] = []
  // A built-in kind cannot decode a number that does not fit its field. The formats of custom resources are not checked.
  const name = typeof format === 'string' ? format : type === 'integer' ? 'int64' : ''
  const range = builtin ? numberRange(name) : undefined
  if (range) {
    const [min, max] = range
    tests.push(
      ofNumber(
        (value) => value >= min && value <= max,
        (at, value) => wrongFormat(at, value, name),
      ),
    )
  }
  const bound = (limit: unknown, test: (limit: number) => (value: number) => boolean, words: string) => {
    if (typeof limit !== 'number') return
    tests.push(ofNumber(test(limit), (at, value) => brokenRule(at, value, `${words} ${limit}`)))
  }
  const below = (max: number) => (value: number) => value < max
  const atMost = (max: number) => (value: number) => value <= max
  const above = (min: number) => (value: number) => value > min
  const atLeast = (min: number) => (value: number) => value >= min
  bound(multipleOf, (factor) => (value) => isMultiple(value, factor), 'should be a multiple of')
  // In OpenAPI 3.0 a boolean excludes the bound; later JSON schemas have exclusive bounds instead.
  if (exclusiveMaximum === true) bound(maximum, below, 'should be less than')
  else bound(maximum, atMost, 'should be less than or equal to')
  if (exclusiveMinimum === true) bound(minimum, above, 'should be greater than')
  else bound(minimum, atLeast, 'should be greater than or equal to')
  bound(exclusiveMaximum, below, 'should be less than')
  bound(exclusiveMinimum, above, 'should be greater than')
  return tests
}

/** Whether a number is a multiple, within the precision of doubles: 0.3 is a multiple of 0.1. */
function isMultiple(value: number, factor: number): boolean {
  if (factor === 0) return true
  if (Number.isInteger(value) && Number.isInteger(factor)) return value % factor === 0
  const ratio = value / factor
  return Math.abs(ratio - Math.round(ratio)) <= 1e-9 * Math.max(1, Math.abs(ratio))
}

function textTests(node: SchemaNode): ValueTest[] {
  const { minLength, maxLength, pattern, format } = node.document
  const tests: ValueTest[] = []
  if (typeof maxLength === 'number') {
    tests.push(
      ofText(
        // Kubernetes counts characters here, but calls them bytes in the message.
        (text) => text.length <= maxLength || length(text) <= maxLength,
        (at) => tooLongField(at, maxLength),
      ),
    )
  }
  if (typeof minLength === 'number') {
    tests.push(
      ofText(
        (text) => text.length >= 2 * minLength || length(text) >= minLength,
        (at, value) => brokenRule(at, value, `should be at least ${minLength} chars long`),
      ),
    )
  }
  const ofPattern = typeof pattern === 'string' ? patternTest(pattern) : undefined
  const ofFormat = typeof format === 'string' ? formatTest(format, node.builtin) : undefined
  const described = node.isTyped ? describedFormat(node.document, ofPattern, ofFormat) : undefined
  const match = described ?? ofPattern
  if (match) tests.push(match)
  return [firstOf(tests), described ? undefined : ofFormat].filter((test) => test !== undefined)
}

/** As in Kubernetes, a text of the wrong length is not matched as well: of these tests only the first fault is reported. */
function firstOf(tests: readonly ValueTest[]): ValueTest | undefined {
  const last = tests.at(-1)
  return (
    last && {
      holds: allHold(tests),
      fault: (at, value) => (tests.slice(0, -1).find(({ holds }) => !holds(value)) ?? last).fault(at, value),
    }
  )
}

function formatTest(format: string, builtin: boolean): ValueTest | undefined {
  const isText = textFormat(format)
  if (!isText) return undefined
  return ofText(
    // Built-in kinds represent an absent time or text as the empty string.
    builtin ? (text) => text === '' || (format === 'byte' ? isByteText : isText)(text) : isText,
    (at, value) => (builtin && format === 'byte' ? notBase64(at) : wrongFormat(at, value, format)),
  )
}

/** Counts characters, not code units. */
const length = (text: string): number => {
  let count = text.length
  for (let at = 1; at < text.length; at++) if (isSecondHalf(text.charCodeAt(at)) && isFirstHalf(text.charCodeAt(at - 1))) count--
  return count
}

const isFirstHalf = (unit: number): boolean => unit >= 0xd800 && unit < 0xdc00
const isSecondHalf = (unit: number): boolean => unit >= 0xdc00 && unit < 0xe000

function patternTest(pattern: string): ValueTest {
  return ofText(
    (text) => {
      const budget = stepBudget()
      const read = readPattern(pattern)
      if ('matches' in read) return read.matches(text, budget) && budget.left >= 0
      // An invalid pattern matches nothing. Old definitions may have one that is too large.
      if (read.isTooLarge) budget.left = -1
      return false
    },
    (at, value) => brokenRule(at, value, `should match '${pattern}'`),
  )
}

function enumTests({ document, builtin }: SchemaNode): ValueTest[] {
  const allowed = document.enum
  if (!Array.isArray(allowed)) return []
  const scalars = new Set(allowed.filter((value) => typeof value !== 'object').map(scalarKey))
  const others = allowed.filter((value) => typeof value === 'object')
  const names = shownNames(allowed)
  // In the worst case a comparison reads all values.
  const price = others.length === 0 ? 0 : others.length + JSON.stringify(others).length / CHARACTERS_PER_STEP
  const isOneOf = (value: unknown): boolean =>
    typeof value === 'object' && takeSteps(price) && others.some((other) => jsonEqual(other, value))
  return [
    {
      // As for formats: the empty string means absent.
      holds: (value) => scalars.has(scalarKey(value as ScalarKey)) || (builtin && value === '') || (price > 0 && isOneOf(value)),
      fault(at, value) {
        if (stepBudget().left < 0) throw tooManySteps(at, value)
        return unsupportedField(at, shown(value), names)
      },
    },
  ]
}

/** Maximum length of listed values: an error must not repeat a hundred thousand characters. */
const MAX_NAMES = 10_000

/** The values of an enum, as listed in an error. */
export function shownNames(allowed: readonly unknown[]): readonly string[] {
  const names: string[] = []
  let size = 0
  for (const value of allowed) {
    const name = typeof value === 'string' ? value : JSON.stringify(value)
    size += name.length
    if (size > MAX_NAMES) return [...names, '…']
    names.push(name)
  }
  return names
}
