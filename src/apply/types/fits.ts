/**
 * Whether a value fits its type, as fast as possible: no paths, no messages. `validate` has those.
 *
 * @module
 */

import { itemIdentity } from './list-items.js'
import { hasRepeats } from './repeats.js'
import { anyType, expectField, type Field, type FieldType, ListType, type MapType } from './type.js'
import { MAX_DEPTH, type Members, tooDeep } from './value.js'

/**
 * Whether all members of a list or map fit.
 *
 * @param type - Type of the list or map.
 * @param value - The list or map.
 * @param allowDuplicates - Whether the same key or value may be twice in a list.
 * @param depth - The depth of the value in its object.
 * @throws ApiError 400 when it is nested too deep.
 */
export function fits(type: ListType | MapType, value: object, allowDuplicates: boolean, depth: number): boolean {
  if (type instanceof ListType) return fitsList(type, value as readonly unknown[], allowDuplicates, depth)
  return fitsMap(type, value as Members, allowDuplicates, depth)
}

/**
 * Whether a value fits.
 *
 * @param type - Type of the value.
 * @param value - Any value.
 * @param allowDuplicates - Whether the same key or value may be twice in a list.
 * @param depth - The depth of the value in its object.
 */
export function fitsValue(type: FieldType, value: unknown, allowDuplicates: boolean, depth: number): boolean {
  if (value === null || type === anyType) return true
  if (typeof value !== 'object') return type.scalar === typeof value || type.scalar === 'any'
  if (Array.isArray(value)) return type.list !== undefined && fitsList(type.list, value, allowDuplicates, depth)
  return type.map !== undefined && fitsMap(type.map, value as Members, allowDuplicates, depth)
}

function fitsList(type: ListType, items: readonly unknown[], allowDuplicates: boolean, depth: number): boolean {
  if (depth > MAX_DEPTH) throw tooDeep()
  const itemType = type.items
  if (type.kind === 'atomic') {
    if (itemType === anyType) return true
    for (let i = 0; i < items.length; i++) if (!fitsValue(itemType, items[i], allowDuplicates, depth + 1)) return false
    return true
  }
  for (let i = 0; i < items.length; i++) {
    const item = items[i]
    if (itemIdentity(type, item) === undefined || !fitsValue(itemType, item, allowDuplicates, depth + 1)) return false
  }
  return allowDuplicates || !hasRepeats(type, items)
}

function fitsMap(type: MapType, record: Members, allowDuplicates: boolean, depth: number): boolean {
  if (depth > MAX_DEPTH) throw tooDeep()
  let previous: Field | undefined
  for (const key in record) {
    const value = record[key]
    if (value === undefined) continue
    let field: Field | undefined = previous ? previous.next : type.first
    if (field === undefined || field.name !== key) field = expectField(type, previous, key)
    let valueType: FieldType | undefined
    if (field) {
      previous = field
      valueType = field.type
    } else valueType = type.element
    if (!valueType || !fitsValue(valueType, value, allowDuplicates, depth + 1)) return false
  }
  return true
}
