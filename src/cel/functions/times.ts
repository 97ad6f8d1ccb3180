/**
 * Timestamps and durations, and the conversion to strings.
 *
 * @module
 */

import { charge } from '../budget.js'
import { parseDuration } from '../durations.js'
import { celEngine } from '../engine.js'
import type { FunctionFamily } from './function-table.js'

const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2})$/

/** Fixed cost of parsing a timestamp, besides its characters. */
const PRICE = 5

/**
 * Formats a timestamp, a duration, or any value with its own text form.
 *
 * @param value - An object.
 */
export function timeText(value: object): string {
  if (value instanceof Date)
    return value
      .toISOString()
      .replace(/\.000Z$/, 'Z')
      .replace(/(\.\d*?)0+Z$/, '$1Z')
  const { Duration } = celEngine().language
  if (!(value instanceof Duration)) return String(value)
  const nanos = value.seconds * 1_000_000_000n + BigInt(value.nanos)
  const size = nanos < 0n ? -nanos : nanos
  const fraction = String(size % 1_000_000_000n)
    .padStart(9, '0')
    .replace(/0+$/, '')
  return `${nanos < 0n ? '-' : ''}${size / 1_000_000_000n}${fraction && `.${fraction}`}s`
}

function duration(text: string): unknown {
  const value = parseDuration(text)
  if (value === undefined) throw new Error(`time: invalid duration "${text.slice(0, 100)}"`)
  return value
}

function timestamp(text: string): Date {
  charge(PRICE)
  const time = TIME.test(text) ? new Date(text) : undefined
  if (!time || Number.isNaN(time.getTime())) throw new Error(`cannot parse "${text.slice(0, 100)}" as a time`)
  return time
}

function seconds(value: bigint): Date {
  if (value < -62_135_596_800n || value > 253_402_300_799n) throw new Error('range error converting int to timestamp')
  return new Date(Number(value) * 1000)
}

function dayOfYear(time: Date): bigint {
  return BigInt(Math.floor((time.getTime() - Date.UTC(time.getUTCFullYear(), 0, 1)) / 86_400_000))
}

const GPT = 'google.protobuf.Timestamp'
const GPD = 'google.protobuf.Duration'

/** Functions of times and durations, and the conversion of values to text. */
export const timeFunctions: FunctionFamily = {
  functions: [
    [`own_duration(string): ${GPD}`, duration],
    [`own_duration(${GPD}): ${GPD}`, (value: unknown) => value],
    [`own_timestamp(string): ${GPT}`, timestamp],
    [`own_timestamp(int): ${GPT}`, seconds],
    [`own_timestamp(${GPT}): ${GPT}`, (value: unknown) => value],
    [`${GPT}.own_getDayOfYear(): int`, dayOfYear],
    ['own_string(string): string', (text: string) => text],
    ['own_string(bool): string', String],
    ['own_string(int): string', String],
    ['own_string(uint): string', String],
    [
      'own_string(double): string',
      (value: number) => (Math.abs(value) === Number.POSITIVE_INFINITY ? (value > 0 ? '+Inf' : '-Inf') : String(value)),
    ],
    ['own_string(bytes): string', (bytes: Uint8Array) => new TextDecoder('utf-8', { fatal: true }).decode(bytes)],
    [`own_string(${GPT}): string`, timeText],
    [`own_string(${GPD}): string`, timeText],
    [`int(${GPT}): int`, (time: Date) => BigInt(Math.floor(time.getTime() / 1000))],
  ],
}
