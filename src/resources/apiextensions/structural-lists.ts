/**
 * What the markers of lists and maps ask of a schema.
 *
 * @module
 */

import {
  duplicateField,
  type FieldError,
  forbiddenField,
  invalidField,
  isRecord,
  requiredField,
  type UnknownRecord,
  unsupportedField,
} from '../../meta/index.js'
import { recordOf, textOf, textsOf } from '../fields.js'

type Node = Readonly<UnknownRecord>

const SCALARS = ['boolean', 'integer', 'number', 'string']

/**
 * Checks the markers of a place.
 *
 * @param node - The schema of the place.
 * @param path - Where it is.
 * @param prefix - Begins the names of the markers.
 */
export function validateListMarkers(node: Node, path: string, prefix: string): readonly FieldError[] {
  const listType = node[`${prefix}list-type`]
  const mapType = node[`${prefix}map-type`]
  return [
    ...oneOf(`${path}.${prefix}list-type`, listType, ['atomic', 'map', 'set']),
    ...ofType(node, path, listType, 'array', `${prefix}list-type`),
    ...oneOf(`${path}.${prefix}map-type`, mapType, ['atomic', 'granular']),
    ...ofType(node, path, mapType, 'object', `${prefix}map-type`),
    ...validateKeys(node, path, prefix),
    ...(listType === 'set' ? validateSet(node, path, prefix) : []),
  ]
}

const oneOf = (field: string, value: unknown, allowed: readonly string[]): readonly FieldError[] =>
  value === undefined || allowed.includes(textOf(value)) ? [] : [unsupportedField(field, value, allowed)]

const ofType = (node: Node, path: string, marker: unknown, type: string, name: string): readonly FieldError[] =>
  marker === undefined || node.type === type
    ? []
    : [invalidField(`${path}.type`, textOf(node.type), `must be ${type} if ${name} is specified`)]

/** What is in a set is compared as a whole, so it cannot be merged, nor be nothing. */
function validateSet({ items }: Node, path: string, prefix: string): readonly FieldError[] {
  if (!isRecord(items)) return []
  const isSet = `as item of a list with ${prefix}list-type=set`
  const inner = items.type === 'array' ? 'list-type' : items.type === 'object' ? 'map-type' : undefined
  const marker = inner && items[`${prefix}${inner}`]
  // A list that says nothing of itself is atomic; an object that says nothing is not.
  const isAtomic = inner === undefined || marker === 'atomic' || (inner === 'list-type' && marker === undefined)
  return [
    ...(isAtomic ? [] : [invalidField(`${path}.items.${prefix}${inner}`, marker ?? '', `must be atomic ${isSet}`)]),
    ...(items.nullable === true
      ? [forbiddenField(`${path}.items.nullable`, `cannot be nullable when ${prefix}list-type is set`)]
      : []),
  ]
}

/** Keys are members of the items that are always there: required, or with a default. */
function validateKeys(node: Node, path: string, prefix: string): readonly FieldError[] {
  const isMap = node[`${prefix}list-type`] === 'map'
  const keys = textsOf(node[`${prefix}list-map-keys`])
  const at = `${path}.${prefix}list-map-keys`
  if (isMap && keys.length === 0) return [requiredField(at, `must not be empty if ${prefix}list-type is map`)]
  if (!isMap) return keys.length > 0 ? [forbiddenField(at, `is only allowed if ${prefix}list-type is map`)] : []
  const items = recordOf(node.items)
  if (items.type !== undefined && items.type !== 'object') {
    return [invalidField(`${path}.items.type`, textOf(items.type), `must be object if parent array's ${prefix}list-type is map`)]
  }
  return [
    ...(items.nullable === true
      ? [forbiddenField(`${path}.items.nullable`, `cannot be nullable when ${prefix}list-type is map`)]
      : []),
    ...keys.flatMap((key, i) =>
      keys.indexOf(key) < i ? [duplicateField(`${at}[${i}]`, key)] : validateKey(items, key, i, path, prefix),
    ),
  ]
}

function validateKey(items: Node, key: string, index: number, path: string, prefix: string): readonly FieldError[] {
  const properties = recordOf(items.properties)
  if (!Object.hasOwn(properties, key)) {
    return [invalidField(`${path}.${prefix}list-map-keys[${index}]`, key, 'entries must all be names of item properties')]
  }
  const at = `${path}.items.properties[${key}]`
  const member = recordOf(properties[key])
  const isThere = textsOf(items.required).includes(key) || (member.default !== undefined && member.default !== null)
  return [
    ...(member.type === undefined || SCALARS.includes(textOf(member.type))
      ? []
      : [invalidField(`${at}.type`, textOf(member.type), `must be a scalar type if parent array's ${prefix}list-type is map`)]),
    ...(member.nullable === true
      ? [forbiddenField(`${at}.nullable`, `this property is in ${prefix}list-map-keys, so it cannot be nullable`)]
      : []),
    ...(isThere
      ? []
      : [
          requiredField(
            `${at}.default`,
            `this property is in ${prefix}list-map-keys, so it must have a default or be a required property`,
          ),
        ]),
  ]
}
