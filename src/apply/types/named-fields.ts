/**
 * Declared structs as members of a set.
 *
 * A struct with fields has no owner; only its fields are in the set of an applier. When paths are removed from objects, the
 * struct has to be removed with the last of them, so it is added to the set first.
 *
 * @module
 */

import type { FieldSet } from '../fields/field-set.js'
import { anyType, type FieldType } from './type.js'

const NO_TYPE: FieldType = { scalar: undefined, list: undefined, map: undefined }

/**
 * A set with every declared field that it has paths below.
 *
 * @param type - Type of the object.
 * @param set - A set.
 * @returns The set itself when nothing is missing.
 */
export function withNamedFields(type: FieldType, set: FieldSet): FieldSet {
  if (type === anyType || !set.hasChildren) return set
  return set.mapChildren(set.includesSelf, (below, element) => {
    const kind = element.charCodeAt(0)
    if (kind === 0x66 && type.map) {
      const name = element.slice(2)
      const field = type.map.fields.get(name)
      const changed = withNamedFields(field ? field.type : (type.map.element ?? NO_TYPE), below)
      return field ? changed.withSelf(true) : changed
    }
    return withNamedFields(kind === 0x6b && type.list ? type.list.items : NO_TYPE, below)
  })
}
