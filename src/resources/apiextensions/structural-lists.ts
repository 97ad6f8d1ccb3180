/**
 * Requirements of list and map markers on a schema.
 *
 * @module
 */

import {
  errorsOf,
  type FieldError,
  forbiddenField,
  invalidField,
  isRecord,
  requiredField,
  type UnknownRecord,
  unsupportedField,
} from '../../meta/index.js'
import { recordOf, textOf, textsOf } from '../fields/fields.js'

type Node = Readonly<UnknownRecord>

/**
 * Checks the markers of a node.
 *
 * @param node - The schema node.
 * @param path - Its field path.
 * @param prefix - Prefix of the marker names.
 */
export function validateListMarkers(node: Node, path: string, prefix: string): readonly FieldError[] {
  const listType = node[`${prefix}list-type`]
  const mapType = node[`${prefix}map-type`]
  const misplaced = requireType(node, path, { name: `${prefix}list-type`, value: listType, type: 'array' })
  return [
    ...requireType(node, path, { name: `${prefix}map-type`, value: mapType, type: 'object' }),
    ...oneOf(`${path}.${prefix}map-type`, mapType, ['atomic', 'granular']),
    ...misplaced,
    ...(listType === 'set' && misplaced.length === 0 ? validateSet(node, path, prefix) : []),
    ...oneOf(`${path}.${prefix}list-type`, listType, ['atomic', 'set', 'map']),
    ...validateKeys(node, path, prefix),
    ...validateItems(node, path, prefix),
  ]
}

const oneOf = (field: string, value: unknown, allowed: readonly string[]): readonly FieldError[] =>
  value === undefined || allowed.includes(textOf(value)) ? [] : [unsupportedField(field, value, allowed)]

/** A marker of a schema, and the type that it requires. */
interface Marker {
  readonly name: string
  readonly value: unknown
  readonly type: string
}

/** A missing type is reported as missing, another type as wrong. */
function requireType(node: Node, path: string, marker: Marker): readonly FieldError[] {
  if (marker.value === undefined || node.type === marker.type) return []
  const type = textOf(node.type)
  const detail = `must be ${marker.type} if ${marker.name} is specified`
  return [type === '' ? requiredField(`${path}.type`, detail) : invalidField(`${path}.type`, type, detail)]
}

/** Items of a set are compared as a whole, so they must be atomic. */
function validateSet({ items }: Node, path: string, prefix: string): readonly FieldError[] {
  if (!isRecord(items)) return []
  const inner = items.type === 'array' ? 'list-type' : items.type === 'object' ? 'map-type' : undefined
  const marker = inner && items[`${prefix}${inner}`]
  // By default a list is atomic, and an object is not.
  if (inner === undefined || marker === 'atomic' || (inner === 'list-type' && marker === undefined)) return []
  const detail = `must be atomic as item of a list with ${prefix}list-type=set`
  return [invalidField(`${path}.items.${prefix}${inner}`, marker ?? null, detail)]
}

function validateKeys(node: Node, path: string, prefix: string): readonly FieldError[] {
  const listType = node[`${prefix}list-type`]
  const keys = textsOf(node[`${prefix}list-map-keys`])
  const at = `${path}.${prefix}list-map-keys`
  if (listType !== 'map') {
    const detail = `must be map if ${prefix}list-map-keys is non-empty`
    if (keys.length === 0) return []
    const typeAt = `${path}.${prefix}list-type`
    return [listType === undefined ? requiredField(typeAt, detail) : invalidField(typeAt, listType, detail)]
  }
  const { items } = node
  const type = isRecord(items) ? textOf(items.type) : 'object'
  return [
    ...(keys.length === 0 ? [requiredField(at, `must not be empty if ${prefix}list-type is map`)] : []),
    ...(items === undefined ? [requiredField(`${path}.items`, `must have a schema if ${prefix}list-type is map`)] : []),
    ...(type === 'object'
      ? []
      : [invalidField(`${path}.items.type`, type, `must be object if parent array's ${prefix}list-type is map`)]),
    ...(isRecord(items) && type === 'object' ? validateEachKey(items, keys, path, prefix) : []),
  ]
}

function validateEachKey(items: Node, keys: readonly string[], path: string, prefix: string): readonly FieldError[] {
  const seen = new Set<string>()
  return errorsOf(keys, (key) => {
    const isRepeated = seen.has(key)
    seen.add(key)
    return validateKey(items, keys, { key, isRepeated, path, prefix })
  })
}

interface ListMapKey {
  readonly key: string
  readonly isRepeated: boolean
  readonly path: string
  readonly prefix: string
}

function validateKey(items: Node, keys: readonly string[], { key, isRepeated, path, prefix }: ListMapKey): readonly FieldError[] {
  const properties = recordOf(items.properties)
  const list = `${path}.${prefix}list-map-keys`
  const type = Object.hasOwn(properties, key) ? textOf(recordOf(properties[key]).type) : undefined
  return [
    ...(type === undefined ? [invalidField(list, keys, 'entries must all be names of item properties')] : []),
    ...(type === 'array' || type === 'object'
      ? [
          invalidField(
            `${path}.items.properties[${key}].type`,
            type,
            `must be a scalar type if parent array's ${prefix}list-type is map`,
          ),
        ]
      : []),
    ...(isRepeated ? [invalidField(list, keys, 'must not contain duplicate entries')] : []),
  ]
}

/** Entries of sets and keyed lists must not be null, and must have all keys: required, or with a default. */
function validateItems(node: Node, path: string, prefix: string): readonly FieldError[] {
  const listType = node[`${prefix}list-type`]
  const { items } = node
  if (!isRecord(items) || (listType !== 'set' && listType !== 'map')) return []
  const keys = listType === 'map' ? textsOf(node[`${prefix}list-map-keys`]) : []
  const required = new Set(textsOf(items.required))
  const inKeys = `this property is in ${prefix}list-map-keys, so it`
  return [
    ...(items.nullable === true
      ? [forbiddenField(`${path}.items.nullable`, `cannot be nullable when ${prefix}list-type is ${listType}`)]
      : []),
    ...errorsOf(keys, (key) => {
      if (!Object.hasOwn(recordOf(items.properties), key)) return []
      const member = recordOf(recordOf(items.properties)[key])
      const at = `${path}.items.properties[${key}]`
      const isThere = required.has(key) || (member.default !== undefined && member.default !== null)
      return [
        ...(isThere ? [] : [requiredField(`${at}.default`, `${inKeys} must have a default or be a required property`)]),
        ...(member.nullable === true ? [forbiddenField(`${at}.nullable`, `${inKeys} cannot be nullable`)] : []),
      ]
    }),
  ]
}
