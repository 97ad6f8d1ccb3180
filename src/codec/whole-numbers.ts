/**
 * Whole numbers that no double can represent.
 *
 * Kubernetes has 64-bit integers, JavaScript has 53 bits: the service would return a larger one changed. So it is refused as
 * input, unless a double can represent it. Numbers with a fraction or an exponent are doubles in Kubernetes too.
 *
 * @module
 */

import { ApiError, isRecord, shortened } from '../meta/index.js'

/** A whole number that a double rounds. */
export interface InexactNumber {
  /** Its path. */
  readonly path: string
  /** Last key or index of the path. */
  readonly key: string | number | undefined
  /** As written. */
  readonly literal: string
}

/** A whole number in JSON. */
const WHOLE = /^-?\d+$/

/** Whether a JSON number has a fraction or an exponent, even one without effect, as `1.0`. */
export const hasFraction = (literal: string): boolean => !WHOLE.test(literal)

/**
 * Whether JavaScript writes a number as it was read.
 *
 * @param literal - A JSON number; one that is not written as a whole number counts as a double.
 */
export function isExact(literal: string): boolean {
  // Fifteen digits always fit.
  return literal.length <= 15 || !WHOLE.test(literal) || String(Number(literal)) === literal
}

/** Longer ones are not compared: the shortest form of a double is never as long. */
const MAX_LENGTH = 400

/** A whole number of YAML, without its sign and underscores: hexadecimal, binary, octal, decimal. */
const YAML_WHOLE = /^(?:0[xX][\da-fA-F]+|0[bB][01]+|0[oO][0-7]+|\d+)$/

/**
 * Whether a number of YAML 1.1 keeps its value.
 *
 * @param value - The number, as a double.
 * @param literal - As written; one that is not a whole number counts as a double.
 */
export function isExactWhole(value: number, literal: string): boolean {
  if (literal.length > MAX_LENGTH) return false
  const digits = literal.replace(/^[-+]|_/g, '')
  if (!YAML_WHOLE.test(digits)) return true
  const whole = BigInt(/^0[0-7]+$/.test(digits) ? `0o${digits}` : digits)
  return String(Math.abs(value)) === String(whole)
}

/** Limits in the schemas of a definition, which Kubernetes reads as doubles in any notation. */
const DOUBLES = new Set<unknown>(['maximum', 'minimum', 'multipleOf'])

const isDefinition = (value: unknown): boolean =>
  isRecord(value) &&
  value.kind === 'CustomResourceDefinition' &&
  typeof value.apiVersion === 'string' &&
  value.apiVersion.startsWith('apiextensions.')

/** What is said of such a number. */
export const INEXACT_DETAIL = 'a whole number beyond 2^53 cannot be kept exactly; write it as text'

/**
 * Refuses whole numbers that would be changed.
 *
 * @param numbers - The inexact numbers of a body.
 * @param body - The body's value: limits in a definition's schemas may be rounded.
 * @param isSchema - Whether the body is a document of schemas, with the same limits.
 * @throws {@link ApiError} 422 that names each number.
 */
export function refuseInexact(numbers: readonly InexactNumber[], body?: unknown, isSchema = false): void {
  const refused = isSchema || isDefinition(body) ? numbers.filter(({ key }) => !DOUBLES.has(key)) : numbers
  const causes = refused.map(({ path, literal }) => ({
    reason: 'FieldValueInvalid',
    message: `Invalid value: ${shortened(literal)}: ${INEXACT_DETAIL}`,
    field: path || '<nil>',
  }))
  const [first] = causes
  if (!first) return
  const more = causes.length > 1 ? ` (and ${causes.length - 1} more)` : ''
  throw new ApiError({
    code: 422,
    reason: 'Invalid',
    message: `the body of the request is invalid: ${first.field}: ${first.message}${more}`,
    details: { causes },
  })
}
