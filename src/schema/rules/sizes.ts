/**
 * Maximum sizes of values and maximum numbers of them in one object, from the limits in the schema.
 *
 * @module
 */

import { isRecord } from '../../meta/index.js'
import type { SchemaNode } from '../node.js'
import { escapeName } from './names.js'
import { RESOURCE_MEMBERS } from './types.js'

/** Size of the largest request body. */
const REQUEST_SIZE = 3 * 1024 * 1024
/** Size of an empty value of a type in JSON; for times, as short as it can be. */
const LEAST_SIZES: Readonly<Record<string, number>> = { integer: 1, number: 1, boolean: 4, string: 2, array: 2, object: 2 }
const LEAST_TIMES: Readonly<Record<string, number>> = { duration: 3, date: 12, 'date-time': 21 }
/** Maximum size of a time in JSON. */
const TIMES: Readonly<Record<string, number>> = { duration: 32, date: 12, 'date-time': 32 }

/**
 * Maximum number of characters, items or entries of a value. Scalars and objects have none, so comparing them costs nothing, as in
 * Kubernetes.
 *
 * @param node - Its schema.
 */
export function sizeOf(node: SchemaNode): number {
  let size = sizes.get(node)
  if (size === undefined) {
    size = measured(node)
    sizes.set(node, size)
  }
  return size
}

/** Rules may mention a large part of a schema many times, so what was measured once is kept with the schema. */
const sizes = new WeakMap<SchemaNode, number>()
const leastSizes = new WeakMap<SchemaNode, number>()
const keys = new WeakMap<SchemaNode, ReadonlyMap<string | undefined, string>>()

function measured(node: SchemaNode): number {
  const { maxLength, enum: allowed, format } = node.document
  if (node.isIntOrString) return typeof maxLength === 'number' ? maxLength * 4 : REQUEST_SIZE - 2
  switch (node.types[0]) {
    case 'array':
      return limitOf(node) ?? Math.floor((REQUEST_SIZE - 2) / (leastSize(node.items) + 1))
    case 'object':
      // Each entry has a key with at least two quotes, a colon and a comma.
      return isMap(node) ? (limitOf(node) ?? Math.floor((REQUEST_SIZE - 2) / (leastSize(entryOf(node)) + 6))) : 0
    case 'string':
      if (typeof format === 'string' && Object.hasOwn(TIMES, format)) return TIMES[format] ?? 0
      // A character takes up to four bytes, and the limit of requests is in bytes.
      if (typeof maxLength === 'number') return format === 'byte' ? maxLength : maxLength * 4
      if (Array.isArray(allowed) && allowed.length > 0 && format !== 'byte') return longest(allowed)
      return REQUEST_SIZE - 2
    default:
      return 0
  }
}

const longest = (values: readonly unknown[]): number =>
  values.reduce<number>((most, value) => Math.max(most, typeof value === 'string' ? value.length : 0), 0)

/**
 * The declared maximum number of items or entries in a value.
 *
 * @param node - Its schema.
 * @returns 1 for anything but a list or a map; undefined when the schema sets no limit.
 */
export function limitOf(node: SchemaNode): number | undefined {
  const { maxItems, maxProperties } = node.document
  const isList = node.types[0] === 'array'
  if (!isList && !isMap(node)) return 1
  const limit = isList ? maxItems : maxProperties
  return typeof limit === 'number' ? Math.max(0, limit) : undefined
}

/**
 * Maximum number of values of a schema in a request, if nothing but its size limits them. It is the same for a value in several
 * lists without a limit: a request has no room for the product.
 *
 * @param node - Their schema.
 */
export const mostInRequest = (node: SchemaNode): number => Math.floor(REQUEST_SIZE / (leastSize(node) + 1))

/**
 * Maximum number of characters of a key of a map. Schemas of custom resources cannot limit keys: Kubernetes takes them for empty.
 *
 * @param map - The schema of the map.
 */
export function keySizeOf(map: SchemaNode): number {
  const { propertyNames } = map.document
  return isRecord(propertyNames) && typeof propertyNames.maxLength === 'number' ? propertyNames.maxLength : 0
}

/** The schema of a list's items or a map's values; undefined for anything else. */
export function entryOf(node: SchemaNode): SchemaNode | undefined {
  return node.items ?? (isMap(node) ? node.part(node.document.additionalProperties) : undefined)
}

/** The schema of an object's member. Members of a map are not declared. */
export function memberOf(node: SchemaNode, name: string): SchemaNode | undefined {
  if (isMap(node)) return undefined
  if (node.isResource && Object.hasOwn(RESOURCE_MEMBERS, name)) return node.part(Reflect.get(RESOURCE_MEMBERS, name))
  let known = keys.get(node)
  if (!known) {
    const { properties } = node.document
    known = new Map(Object.keys(isRecord(properties) ? properties : {}).map((key) => [escapeName(key), key]))
    keys.set(node, known)
  }
  const key = known.get(name)
  return key === undefined ? undefined : node.member(key)
}

/** Whether a value is a map. */
export const isMap = ({ types, document }: SchemaNode): boolean =>
  types[0] === 'object' && isRecord(document.additionalProperties)

/** Minimum size of a value in bytes. */
function leastSize(node: SchemaNode | undefined): number {
  if (!node || node.isIntOrString) return 1
  let least = leastSizes.get(node)
  if (least === undefined) {
    least = leastMeasured(node)
    leastSizes.set(node, least)
  }
  return least
}

function leastMeasured(node: SchemaNode): number {
  const [type = ''] = node.types
  const { format, required, properties } = node.document
  if (type === 'string' && typeof format === 'string' && Object.hasOwn(LEAST_TIMES, format)) return LEAST_TIMES[format] ?? 0
  const least = LEAST_SIZES[type] ?? 1
  if (type !== 'object' || isMap(node) || !Array.isArray(required) || !isRecord(properties)) return least
  return required.reduce<number>((sum, key) => {
    const member = typeof key === 'string' && Object.hasOwn(properties, key) ? node.member(key) : undefined
    // A member with a default may be left out of a request.
    const isSent = member && member.document.default === undefined
    return isSent ? sum + String(key).length + leastSize(member) + 4 : sum
  }, least)
}
