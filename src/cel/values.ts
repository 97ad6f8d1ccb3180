/**
 * Converts JSON values to CEL values: by their declared type if there is one, otherwise by their JSON type.
 *
 * CEL integers are bigints. Members of objects are converted on first access.
 *
 * @module
 */

import { isRecord, type UnknownRecord } from '../meta/index.js'
import { charge } from './budget.js'
import type { DeclaredType } from './declared-types.js'
import { parseDuration } from './durations.js'
import { DynamicMap } from './dynamic-map.js'
import { celEngine } from './engine.js'
import { tagList } from './lists.js'

/** Steps for creating an object; its members are converted on demand. */
const STRUCT_PRICE = 10

/**
 * Converts a JSON value by its declared type.
 *
 * @param type - The type.
 * @param value - A value that is valid for it.
 */
export function typedValue(type: DeclaredType, value: unknown): unknown {
  if (isRecord(value)) return typedObject(type, value)
  if (Array.isArray(value)) {
    charge(value.length)
    const { items, merge } = type
    const list = value.map((item) => (items ? typedValue(items, item) : dynamicValue(item)))
    return merge ? tagList(list, merge) : list
  }
  if (typeof value === 'string') return typedText(type, value)
  if (typeof value !== 'number') return value
  const isWhole = type.number ? type.number === 'int' : Number.isInteger(value)
  return isWhole && Number.isFinite(value) ? BigInt(Math.trunc(value)) : value
}

function typedObject({ struct, values }: DeclaredType, value: UnknownRecord): unknown {
  if (!struct && !values) return dynamicValue(value)
  charge(STRUCT_PRICE)
  if (struct) return new struct.type(value, struct.members, typedValue)
  return values && new DynamicMap(value, (inner) => typedValue(values, inner))
}

/** Converts a string that has a CEL type of its own. An invalid one stays a string, and fails where it is used. */
function typedText({ text: type }: DeclaredType, text: string): unknown {
  if (type === 'timestamp' || type === 'date') {
    const time = new Date(type === 'date' ? `${text}T00:00:00Z` : text)
    return Number.isNaN(time.getTime()) ? text : time
  }
  if (type === 'duration') return parseDuration(text) ?? text
  if (type !== 'bytes') return text
  try {
    return Uint8Array.from(atob(text), (digit) => digit.charCodeAt(0))
  } catch {
    return text
  }
}

/**
 * Converts a JSON value without a declared type.
 *
 * @param value - Any JSON value.
 */
export function dynamicValue(value: unknown): unknown {
  charge(1)
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : value
  if (Array.isArray(value)) return value.map(dynamicValue)
  return isRecord(value) ? new DynamicMap(value, dynamicValue) : (value ?? null)
}

/** Wraps a value that may be missing. */
export const optionalValue = (value: unknown): unknown => {
  const { Optional } = celEngine().language
  return value === undefined ? Optional.none() : Optional.of(value)
}
