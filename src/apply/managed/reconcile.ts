/**
 * Ownership after a change of schema.
 *
 * When a part became atomic, managers that owned something in it own all of it. When an atomic part became granular, no manager
 * owns its members. Parts without a schema are left as they are.
 *
 * @module
 */

import { FieldSet } from '../fields/field-set.js'
import { anyType, type FieldType } from '../types/type.js'

const LEAF_TYPE: FieldType = { scalar: 'any', list: undefined, map: undefined }

/**
 * Reconciles a stored set with the current type.
 *
 * @param type - Type of the object now.
 * @param set - What a manager owned under an earlier schema.
 * @returns The set itself when nothing changes.
 */
export function reconcileSet(type: FieldType, set: FieldSet): FieldSet {
  return reconcile(type, set, false)
}

function reconcile(type: FieldType, set: FieldSet, isPlace: boolean): FieldSet {
  const { map, list } = type
  if (type === anyType || !set.hasChildren) return set
  if (map) {
    if (map.fields.size === 0 && map.element === anyType) return set
    if (map.isAtomic) return isPlace ? FieldSet.leaf : set
    return set.mapChildren(set.includesSelf, (below, element) => reconcile(memberType(type, element), below, true))
  }
  if (!list) return set
  if (list.kind === 'atomic') return isPlace ? FieldSet.leaf : set
  return set.mapChildren(set.includesSelf, (below) => reconcile(list.items, below, true))
}

function memberType(type: FieldType, element: string): FieldType {
  if (!element.startsWith('f:')) return type.map?.element ?? LEAF_TYPE
  return type.map?.typeOf(element.slice(2)) ?? LEAF_TYPE
}
