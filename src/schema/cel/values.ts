/**
 * Converts JSON values to CEL values: by the schema if there is one, otherwise by their JSON type.
 *
 * CEL integers are bigints. Members of objects are converted on first access.
 *
 * @module
 */

import { isRecord, type UnknownRecord } from '../../meta/index.js'
import type { SchemaNode } from '../node.js'
import { charge } from './budget.js'
import { parseDuration } from './durations.js'
import { DynamicMap } from './dynamic-map.js'
import { ruleEngine } from './engine.js'
import { tagList } from './lists.js'
import type { StructOf } from './struct.js'

/** Steps for creating an object; its members are converted on demand. */
const STRUCT_PRICE = 10

/**
 * Converts a JSON value by its schema.
 *
 * @param node - The schema.
 * @param value - A value that is valid by the schema.
 * @param structOf - Finds the classes of objects.
 */
export function typedValue(node: SchemaNode, value: unknown, structOf: StructOf): unknown {
  if (isRecord(value)) return typedObject(node, value, structOf)
  if (Array.isArray(value)) {
    charge(value.length)
    const items = node.items
    const list = value.map((item) => (items ? typedValue(items, item, structOf) : dynamicValue(item)))
    return tagList(list, node.listType, node.listMapKeys)
  }
  if (typeof value === 'string') return typedText(node, value)
  if (typeof value !== 'number') return value
  const isWhole = node.types.includes('integer') || (node.types.length === 0 && Number.isInteger(value))
  return isWhole && Number.isFinite(value) ? BigInt(Math.trunc(value)) : value
}

function typedObject(node: SchemaNode, value: UnknownRecord, structOf: StructOf): unknown {
  const struct = structOf(node)
  const read = (member: SchemaNode, inner: unknown): unknown => typedValue(member, inner, structOf)
  if (struct) {
    charge(STRUCT_PRICE)
    return new struct.type(value, struct.members, read)
  }
  if (!isRecord(node.document.additionalProperties)) return dynamicValue(value)
  charge(STRUCT_PRICE)
  return new DynamicMap(value, (inner, key) => read(node.member(key) ?? node, inner))
}

/** Converts a string whose format has a CEL type. A string invalid by its format stays one, and fails where it is used. */
function typedText({ document: { format } }: SchemaNode, text: string): unknown {
  if (format === 'date-time' || format === 'date') {
    const time = new Date(format === 'date' ? `${text}T00:00:00Z` : text)
    return Number.isNaN(time.getTime()) ? text : time
  }
  if (format === 'duration') return parseDuration(text) ?? text
  if (format !== 'byte') return text
  try {
    return Uint8Array.from(atob(text), (digit) => digit.charCodeAt(0))
  } catch {
    return text
  }
}

/**
 * Converts a JSON value without a schema.
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
  const { Optional } = ruleEngine().language
  return value === undefined ? Optional.none() : Optional.of(value)
}
