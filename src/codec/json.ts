/**
 * JSON bodies: bytes to values and back.
 *
 * @module
 * @see RFC 8259
 */

import { type ApiError, badRequest, shortened, tooLarge, tooManyNumberNames } from '../meta/index.js'
import { explainJsonError } from './json-error.js'
import { countKeys, type FractionLiteral, findInText, type JsonFindings } from './json-findings.js'
import { scanJson } from './json-scan.js'
import { wellFormedJson } from './well-formed.js'
import { INEXACT_DETAIL, refuseInexact } from './whole-numbers.js'

/**
 * Maximum depth of a body (ours). `JSON.stringify` and every recursive traversal have a limited stack; Kubernetes allows 10,000,
 * which overflows Node's default stack.
 */
export const MAX_BODY_DEPTH = 1000

/**
 * Maximum values of a body (ours): its members and items, where an empty array or object counts as two. The later cost of each
 * (defaults, validation, managed fields) is multiplied by this. An object of 1.5 MiB with 16 bytes per value is within the limit;
 * one of a definition has half as many bytes per value.
 */
export const MAX_BODY_VALUES = 100_000

/** Limits and options of a decoder. */
export interface DecodeLimits {
  /** Deepest nesting of arrays and objects. Default {@link MAX_BODY_DEPTH}. */
  readonly maxDepth?: number
  /**
   * Maximum members and items. Default {@link MAX_BODY_VALUES}, or ten times as many in a file; infinity for texts that are not
   * from a client, which also disables the limits on YAML text.
   */
  readonly maxValues?: number
  /** Whether the text is from a file that an operator names, which has larger limits than a body. Default false. */
  readonly isFile?: boolean
  /**
   * Whether the text is a document of schemas, whose limits (`maximum` and others) are doubles in any notation. Default false.
   */
  readonly isSchema?: boolean
  /** Refuse a body that is not an object; JSON patches, for instance, are arrays. Default false. */
  readonly objectOnly?: boolean
}

/** A decoded body. */
export interface Decoded {
  readonly value: unknown
  /** Paths that occur more than once, such as `data.k`; the last value is used. Each path once, the first 100. */
  readonly duplicateFields: readonly string[]
  /**
   * Finds the numbers with a fraction or an exponent, the first 100, which typed integers of Kubernetes cannot have; absent when
   * there are none. The text is scanned on demand, as other types take such numbers.
   */
  readonly fractions?: () => readonly FractionLiteral[]
}

const encoder = new TextEncoder()
// A byte order mark is not white space (RFC 8259 §8.1), so it stays in the text and is refused there.
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const unreadable = (detail: string, cause?: unknown): ApiError =>
  badRequest(`couldn't get version/kind; json parse error: ${detail}`, cause)

/** Name of a value's type, for messages. */
const typeName = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value)

/**
 * Refuses a value that is not a JSON object.
 *
 * @param value - A decoded body.
 * @throws {@link ApiError} 400 for any other value.
 */
export function requireObject(value: unknown): asserts value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw unreadable(`json: cannot unmarshal ${typeName(value)} into an object`)
  }
}

/**
 * Decodes UTF-8.
 *
 * @param bytes - The text.
 * @throws {@link ApiError} 400 when the bytes are not UTF-8.
 */
export function decodeText(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes)
  } catch (error) {
    throw unreadable('invalid UTF-8', error)
  }
}

/** The error for too many values in a body, or in a document of a file. */
export const tooManyValues = (maxValues: number, isFile = false): ApiError =>
  tooLarge(`the ${isFile ? 'document' : 'body of the request'} has more than ${maxValues} fields and items`)

/** Maximum members and items of a text. */
export const maxValuesOf = ({
  isFile = false,
  maxValues = isFile ? 10 * MAX_BODY_VALUES : MAX_BODY_VALUES,
}: DecodeLimits): number => maxValues

/** A parsed JSON text, with its findings if there are any. */
export interface JsonText {
  readonly value: unknown
  readonly text: string
  /** Members and items. */
  readonly values: number
  /** Whether a number has a fraction or an exponent. */
  readonly hasFractions: boolean
  readonly findings: JsonFindings | undefined
}

/**
 * Parses a JSON text within limits.
 *
 * @param bytes - The text.
 * @param limits - See {@link DecodeLimits}.
 * @returns Undefined for invalid JSON.
 * @throws {@link ApiError} As {@link decodeJson} does.
 */
export function readJson(bytes: Uint8Array, limits: DecodeLimits): JsonText | undefined {
  const text = wellFormedJson(decodeText(bytes))
  const maxValues = maxValuesOf(limits)
  const { members, values, hasFractions, exceeded } = scanJson(text, { maxDepth: limits.maxDepth ?? MAX_BODY_DEPTH, maxValues })
  if (exceeded === 'depth') throw unreadable('exceeded max depth')
  if (exceeded === 'values') throw tooManyValues(maxValues, limits.isFile)
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  const { keys, infinite, large, numbered } = countKeys(value)
  if (infinite) throw unreadable('a number is out of range')
  if (numbered) throw tooManyNumberNames()
  if (limits.objectOnly) requireObject(value)
  if (keys === members && !large) return { value, text, values, hasFractions, findings: undefined }
  const findings = findInText(text)
  refuseInexact(findings.inexact, value, limits.isSchema)
  return { value, text, values, hasFractions, findings }
}

/**
 * Decodes a JSON body. Of duplicate members the last value is used.
 *
 * @param bytes - The body.
 * @param limits - See {@link DecodeLimits}.
 * @returns The value, and the paths that occur more than once.
 * @throws {@link ApiError} 400 for text that is not JSON in UTF-8, is nested too deep, or has a number beyond the range of
 *   doubles; 413 for more values, or more numbers as names, than the limits; 422 for a whole number that JavaScript would round.
 * @see RFC 8259
 */
export function decodeJson(bytes: Uint8Array, limits: DecodeLimits = {}): Decoded {
  const { value, text, hasFractions, findings } = requireJson(bytes, limits)
  const duplicateFields = findings?.duplicateFields ?? []
  return { value, duplicateFields, ...(hasFractions && { fractions: () => (findings ?? findInText(text)).fractions }) }
}

/**
 * Parses a JSON text within limits, as {@link readJson} does, and refuses invalid JSON.
 *
 * @param bytes - The text.
 * @param limits - See {@link DecodeLimits}.
 * @throws {@link ApiError} As {@link decodeJson} does.
 */
export function requireJson(bytes: Uint8Array, limits: DecodeLimits): JsonText {
  const json = readJson(bytes, limits)
  if (!json) throw unreadable(explainJsonError(decodeText(bytes)))
  return json
}

/** Limits of {@link parseAnswer}. */
export interface AnswerLimits {
  /** Maximum members and items. Default {@link MAX_BODY_VALUES}. */
  readonly maxValues?: number
  /** Whether to limit names that are numbers. Not for an answer with many objects, each of which has the limit of a body. Default true. */
  readonly numberNames?: boolean
}

/**
 * Parses the JSON answer of another server, with the limits of a body, as it is processed in one turn.
 *
 * @param text - The answer.
 * @param limits - See {@link AnswerLimits}.
 * @returns Its value.
 * @throws RangeError with one line for an answer that is nested too deep, or has too many values or numbers as names; SyntaxError
 *   for invalid JSON.
 */
export function parseAnswer(text: string, { maxValues = MAX_BODY_VALUES, numberNames = true }: AnswerLimits = {}): unknown {
  const { exceeded } = scanJson(text, { maxDepth: MAX_BODY_DEPTH, maxValues })
  if (exceeded === 'depth') throw new RangeError(`the answer has more than ${MAX_BODY_DEPTH} levels`)
  if (exceeded === 'values') throw new RangeError(`the answer has more than ${maxValues} fields and items`)
  const value: unknown = JSON.parse(wellFormedJson(text))
  if (numberNames && countKeys(value).numbered) throw new RangeError(tooManyNumberNames().message)
  return value
}

/**
 * Requires that the numbers of an answer can be kept exactly, as those of a body: for answers that are stored.
 *
 * @param text - The answer.
 * @param value - Its value.
 * @throws RangeError with one line for a number that would be changed.
 */
export function requireKeptNumbers(text: string, value: unknown): void {
  const { infinite, large } = countKeys(value)
  if (infinite) throw new RangeError('a number is out of range')
  const [inexact] = large ? findInText(text).inexact : []
  if (inexact) throw new RangeError(`${inexact.path}: Invalid value: ${shortened(inexact.literal)}: ${INEXACT_DETAIL}`)
}

/**
 * Counts the members and items of a JSON text as {@link parseAnswer} does.
 *
 * @param text - Valid JSON.
 */
export const countValues = (text: string): number =>
  scanJson(text, { maxDepth: Number.POSITIVE_INFINITY, maxValues: Number.POSITIVE_INFINITY }).values

/**
 * Encodes a JSON value, compact or indented by two spaces.
 *
 * @param value - A JSON value; undefined members are left out.
 * @param options - `pretty` indents. Default false.
 */
export function encodeJson(value: unknown, options: { readonly pretty?: boolean } = {}): Uint8Array {
  return encoder.encode(JSON.stringify(value, undefined, options.pretty ? 2 : undefined) ?? 'null')
}
