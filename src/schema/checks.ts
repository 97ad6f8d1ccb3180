/**
 * The checks of single values: types, numbers, text, enumerations. Each is compiled from the keywords of one schema; keywords
 * that are absent cost nothing later.
 *
 * @module
 */

import { isRecord, type JsonObject, jsonEqual, tooLongField, unsupportedField } from '../meta/index.js'
import { isQuantity, numberRange, textFormat } from './formats.js'
import { brokenRule, shown, typeName, wrongFormat, wrongType } from './messages.js'
import type { SchemaNode } from './node.js'
import { type PatternMatcher, readPattern } from './pattern.js'
import type { Walk } from './walk.js'

/** Looks at one value, which is not null, and reports what is wrong with it. */
export type Check = (value: unknown, walk: Walk) => void

/** Compiles the checks of a schema that look at one value alone. */
export function valueChecks(node: SchemaNode): readonly Check[] {
  return [...typeChecks(node), ...numberChecks(node.document, node.builtin), ...textChecks(node), ...enumChecks(node)]
}

/** Tells whether a value is of one of the JSON types. */
export const hasType = (value: unknown, types: readonly string[]): boolean => {
  const name = typeName(value)
  return types.includes(name) || (name === 'integer' && types.includes('number'))
}

/** A test for types; that of one type is the common one. */
function typeTest(node: SchemaNode): (value: unknown) => boolean {
  const { types } = node
  const [type] = types
  if (node.isIntOrString) return (value) => typeof value === 'string' || Number.isInteger(value)
  if (types.length > 1 || type === undefined) return (value) => hasType(value, types)
  if (type === 'array') return (value) => Array.isArray(value)
  if (type === 'object') return isRecord
  if (type === 'integer') return Number.isInteger
  return (value) => typeof value === type
}

function typeChecks(node: SchemaNode): Check[] {
  const { types, isQuantity: quantity } = node
  if (types.length === 0) return []
  const fits = typeTest(node)
  const checks: Check[] = [(value, walk) => fits(value) || walk.report(wrongType(walk.at, value, types))]
  if (quantity) {
    checks.push((value, walk) => {
      if (hasType(value, types) && !isQuantity(value)) walk.report(wrongFormat(walk.at, value, 'quantity'))
    })
  }
  return checks
}

/** Compiles a check of numbers alone. */
const onNumber =
  (check: (value: number, walk: Walk) => void): Check =>
  (value, walk) => {
    if (typeof value === 'number') check(value, walk)
  }

/** Compiles a check of text alone. */
const onText =
  (check: (value: string, walk: Walk) => void): Check =>
  (value, walk) => {
    if (typeof value === 'string') check(value, walk)
  }

function numberChecks(document: JsonObject, builtin: boolean): Check[] {
  const { type, format, multipleOf, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = document
  const checks: Check[] = []
  const range = typeof format === 'string' ? numberRange(format) : type === 'integer' ? numberRange('int64') : undefined
  if (range) {
    const name = typeof format === 'string' ? format : 'int64'
    checks.push(
      onNumber((value, walk) => {
        if (value >= range[0] && value <= range[1]) return
        // A built-in kind cannot even be decoded with a number that its field does not hold.
        const rule = `must be of type ${String(type)} with format ${name}`
        walk.report(builtin ? wrongFormat(walk.at, value, name) : brokenRule(walk.at, value, rule))
      }),
    )
  }
  const bound = (limit: unknown, breaks: (value: number, limit: number) => boolean, words: string) => {
    if (typeof limit !== 'number') return
    checks.push(onNumber((value, walk) => breaks(value, limit) && walk.report(brokenRule(walk.at, value, `${words} ${limit}`))))
  }
  bound(multipleOf, (value, factor) => !isMultiple(value, factor), 'should be a multiple of')
  // OpenAPI 3.0 says whether the bound itself is out; later JSON schemas give the excluded bound.
  if (exclusiveMaximum === true) bound(maximum, (value, max) => value >= max, 'should be less than')
  else bound(maximum, (value, max) => value > max, 'should be less than or equal to')
  if (exclusiveMinimum === true) bound(minimum, (value, min) => value <= min, 'should be greater than')
  else bound(minimum, (value, min) => value < min, 'should be greater than or equal to')
  bound(exclusiveMaximum, (value, max) => value >= max, 'should be less than')
  bound(exclusiveMinimum, (value, min) => value <= min, 'should be greater than')
  return checks
}

/** Whether a number is a multiple, give or take what doubles cannot say: 0.3 is a multiple of 0.1. */
function isMultiple(value: number, factor: number): boolean {
  if (factor === 0) return true
  const ratio = value / factor
  return Math.abs(ratio - Math.round(ratio)) <= 1e-9 * Math.max(1, Math.abs(ratio))
}

function textChecks(node: SchemaNode): Check[] {
  const { minLength, maxLength, pattern, format } = node.document
  const checks: Check[] = []
  const isText = textFormat(typeof format === 'string' ? format : '')
  if (typeof minLength === 'number') {
    checks.push(
      onText((value, walk) => {
        const broken = value.length < 2 * minLength && length(value) < minLength
        if (broken) walk.report(brokenRule(walk.at, value, `should be at least ${minLength} chars long`))
      }),
    )
  }
  if (typeof maxLength === 'number') {
    checks.push(
      onText((value, walk) => {
        // The field counts characters here, and calls them bytes.
        if (value.length > maxLength && length(value) > maxLength) walk.report(tooLongField(walk.at, maxLength))
      }),
    )
  }
  if (typeof pattern === 'string') checks.push(patternCheck(pattern))
  // The empty text is how built-in kinds write a time or text that is not there.
  if (isText && typeof format === 'string') {
    checks.push(
      onText(
        (value, walk) => (node.builtin && value === '') || isText(value) || walk.report(wrongFormat(walk.at, value, format)),
      ),
    )
  }
  return checks
}

/** Characters, not code units. */
const length = (text: string): number => {
  let count = 0
  for (const _ of text) count++
  return count
}

/** Texts whose verdict is kept by pattern: names and reasons come again and again, and matching costs more than looking up. */
const MAX_KNOWN = 64
const MAX_KNOWN_LENGTH = 64

function patternCheck(pattern: string): Check {
  let matcher: PatternMatcher | undefined
  const known = new Map<string, boolean>()
  const matches = (text: string): boolean => {
    const verdict = known.get(text)
    if (verdict !== undefined) return verdict
    matcher ??= readPattern(pattern) ?? (() => false)
    const found = matcher(text)
    if (text.length <= MAX_KNOWN_LENGTH) {
      if (known.size >= MAX_KNOWN) known.clear()
      known.set(text, found)
    }
    return found
  }
  // A pattern that cannot be read lets nothing through.
  return onText((value, walk) => matches(value) || walk.report(brokenRule(walk.at, value, `should match '${pattern}'`)))
}

function enumChecks({ document, builtin }: SchemaNode): Check[] {
  const allowed = document.enum
  if (!Array.isArray(allowed)) return []
  const scalars = new Set<unknown>(allowed.filter((value) => typeof value !== 'object'))
  const others = allowed.filter((value) => typeof value === 'object')
  const names = allowed.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)))
  return [
    (value, walk) => {
      // As for formats: the empty text is an absent one.
      if (scalars.has(value) || (builtin && value === '') || others.some((other) => jsonEqual(other, value))) return
      walk.report(unsupportedField(walk.at, shown(value), names))
    },
  ]
}
