/**
 * Decodes scalar values of the wire to JSON.
 *
 * @module
 */

import { badRequest, formatTime } from '../../meta/index.js'
import { encodeBase64 } from '../base64.js'
import { type JsonText, requireJson } from '../json.js'
import { isExact } from '../whole-numbers.js'
import { eachField, type Reader } from './reader.js'

/** Types of fields that are not messages of a table; the last four are messages that JSON represents as one value. */
export const SCALAR_TYPES = [
  'string',
  'bytes',
  'bool',
  'int32',
  'int64',
  'double',
  'Time',
  'MicroTime',
  'FieldsV1',
  'JSON',
] as const

/** One of {@link SCALAR_TYPES}. */
export type ScalarType = (typeof SCALAR_TYPES)[number]

/** Years of RFC 3339, in seconds since 1970: 0001-01-01 to 9999-12-31. */
const FIRST_SECOND = -62_135_596_800
const LAST_SECOND = 253_402_300_799

/** A 64-bit integer that no double can represent. */
export class InexactInteger extends Error {
  readonly literal: string

  /** @param literal - The integer. */
  constructor(literal: string) {
    super('an integer is out of range')
    this.literal = literal
  }
}

/**
 * Reads a 64-bit integer.
 *
 * @param reader - At the integer.
 * @throws InexactInteger when JavaScript cannot represent it exactly.
 */
export function readInt64(reader: Reader): number {
  const read = reader.int64()
  const value = Number(read)
  if (Number.isSafeInteger(value)) return value
  const literal = String(read)
  if (typeof read === 'number' || !isExact(literal)) throw new InexactInteger(literal)
  return value
}

function readTimestamp(reader: Reader, end: number): { seconds: number; nanos: number } {
  let seconds = 0
  let nanos = 0
  eachField(reader, end, (number, wireType) => {
    if (wireType !== 0) return false
    if (number === 1) seconds = Number(reader.int64())
    else if (number === 2) nanos = reader.int32()
    else return false
    return true
  })
  const inRange = seconds >= FIRST_SECOND && seconds <= LAST_SECOND && nanos >= 0 && nanos < 1e9
  if (!inRange) throw badRequest('unable to decode the body: a time is out of range')
  return { seconds, nanos }
}

/**
 * Reads a time. An empty message is the zero time, which JSON writes as null or omits.
 *
 * @param reader - At the message.
 * @param end - End of the message.
 * @param micro - Whether to write six fractional digits.
 * @returns RFC 3339 text, or undefined for the zero time.
 */
export function readTime(reader: Reader, end: number, micro: boolean): string | undefined {
  if (reader.pos === end) return undefined
  const { seconds, nanos } = readTimestamp(reader, end)
  const text = formatTime(seconds * 1000)
  return micro ? `${text.slice(0, -1)}.${String(Math.trunc(nanos / 1000)).padStart(6, '0')}Z` : text
}

/**
 * Reads a message whose first field is JSON text.
 *
 * @param reader - At the message.
 * @param end - End of the message.
 * @param maxValues - Maximum values of the text.
 * @returns The JSON value, and its number of values; undefined without a text.
 */
export function readRawJson(reader: Reader, end: number, maxValues: number): JsonText | undefined {
  let raw: Uint8Array | undefined
  eachField(reader, end, (number, wireType) => {
    if (number !== 1 || wireType !== 2) return false
    raw = reader.bytes()
    return true
  })
  return raw && raw.length > 0 ? requireJson(raw, { maxValues }) : undefined
}

/**
 * Reads bytes as base64.
 *
 * @param reader - At the bytes.
 */
export const readBytes = (reader: Reader): string => encodeBase64(reader.bytes())
