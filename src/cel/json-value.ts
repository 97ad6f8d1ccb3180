/**
 * Converts results of expressions to JSON.
 *
 * @module
 */

import { formatTime, setKey, type UnknownRecord } from '../meta/index.js'
import { charge, sizePrice } from './budget.js'
import { Message } from './message.js'
import { Struct } from './struct.js'

/** Deeper values are refused: no stored object is as deep. */
const MAX_DEPTH = 100

/**
 * Converts a CEL value to JSON. Charges for it, so it has to be called within a metered run.
 *
 * @param value - Strings, numbers, lists, maps, and messages.
 * @throws Error for a value without a JSON form.
 */
export function toJson(value: unknown, depth = 0): unknown {
  charge(1)
  if (depth > MAX_DEPTH) throw new Error(`the value is deeper than ${MAX_DEPTH} levels`)
  // The same text may be part of the result many times.
  charge(sizePrice(value))
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value
  if (typeof value === 'number') return requireFinite(value)
  if (typeof value === 'bigint') return requireSafe(value)
  if (Array.isArray(value)) return value.map((item) => toJson(item, depth + 1))
  if (value instanceof Message) return toRecord([...value.members], depth)
  if (value instanceof Struct)
    return toRecord(
      value.names().map((name) => [name, value.get(name)] as const),
      depth,
    )
  if (value instanceof Map) return toRecord([...(value as Map<unknown, unknown>)], depth)
  if (value instanceof Date) return formatTime(value.getTime())
  if (value instanceof Uint8Array) return btoa(binaryText(value))
  if (typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype)
    return toRecord(Object.entries(value), depth)
  throw new Error('the value cannot be written as JSON')
}

function toRecord(entries: readonly (readonly [unknown, unknown])[], depth: number): UnknownRecord {
  const record: UnknownRecord = {}
  for (const [name, value] of entries) {
    if (value !== undefined) setKey(record, String(name), toJson(value, depth + 1))
  }
  return record
}

function requireFinite(value: number): number {
  if (Number.isFinite(value)) return value
  throw new Error('the value is not a finite number')
}

function requireSafe(value: bigint): number {
  if (Number.isSafeInteger(Number(value))) return Number(value)
  throw new Error('the value is a whole number that JSON cannot hold exactly')
}

/** Arguments of one call: the stack holds them. */
const MAX_ARGUMENTS = 0x2000

/** A character for each byte. */
function binaryText(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += MAX_ARGUMENTS) text += String.fromCharCode(...bytes.subarray(at, at + MAX_ARGUMENTS))
  return text
}
