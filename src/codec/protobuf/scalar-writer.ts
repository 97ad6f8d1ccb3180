/**
 * Encodes scalar JSON values for the wire.
 *
 * @module
 */

import { parseTime } from '../../meta/index.js'
import { decodeBase64 } from '../base64.js'
import type { ByteWriter } from '../byte-writer.js'
import { encodeJson } from '../json.js'
import type { ScalarType } from './scalar-values.js'

const MAX_INT32 = 2 ** 31 - 1
const MAX_INT64 = 2 ** 63

/** The nanoseconds of an RFC 3339 time. */
const nanosOf = (text: string): number => Number((/\.(\d{1,9})/.exec(text)?.[1] ?? '').padEnd(9, '0'))

function writeTime(writer: ByteWriter, number: number, text: string): void {
  const ms = parseTime(text)
  if (ms === undefined) return
  const nanos = nanosOf(text)
  writer.message(number, () => {
    if (nanos !== 0) writer.int64(2, nanos)
    // Always written: a message without fields is the zero time.
    writer.int64(1, Math.floor(ms / 1000))
  })
}

function writeText(writer: ByteWriter, number: number, type: ScalarType, value: string): void {
  if (type === 'string') writer.string(number, value)
  else if (type === 'bytes') writer.bytes(number, decodeBase64(value))
  else if (type === 'Time' || type === 'MicroTime') writeTime(writer, number, value)
}

function writeNumber(writer: ByteWriter, number: number, type: ScalarType, value: number): void {
  if (type === 'double') writer.double(number, value)
  else if (Number.isInteger(value) && Math.abs(value) <= MAX_INT32 && type === 'int32') writer.int64(number, value)
  else if (Number.isInteger(value) && Math.abs(value) < MAX_INT64 && type === 'int64') writer.int64(number, value)
}

/**
 * Writes a field. A value of another type than the field's is left out.
 *
 * @param writer - The writer.
 * @param number - The field's number.
 * @param type - The field's type.
 * @param value - Any JSON value.
 * @throws TypeError for bytes that are not in base64.
 */
export function writeScalar(writer: ByteWriter, number: number, type: ScalarType, value: unknown): void {
  if (type === 'FieldsV1' || type === 'JSON') writer.message(number, () => writer.bytes(1, encodeJson(value)))
  else if (typeof value === 'string') writeText(writer, number, type, value)
  else if (typeof value === 'number') writeNumber(writer, number, type, value)
  else if (typeof value === 'boolean' && type === 'bool') writer.bool(number, value)
}
