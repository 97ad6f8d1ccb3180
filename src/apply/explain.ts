/**
 * The owners of each field of an object.
 *
 * @module
 */

import { type FieldPath, fieldElement, formatPath, indexElement, type PathElement } from './fields/path-element.js'
import { withoutManagedFields } from './managed/server-fields.js'
import { areWhole, type FieldOwner, itemFinder, type Owned, ownedBelow, ownersOf, readOwned } from './owned.js'
import { isMap, MAX_DEPTH, tooDeep } from './types/value.js'

/** A field, or a part that is owned as a whole, with its owners. */
export interface ExplainedField {
  readonly path: FieldPath
  /** The path for messages, such as `.spec.ports[port=80].name`. */
  readonly text: string
  /** The path of the value in the object: keys and indexes. */
  readonly location: readonly (string | number)[]
  readonly value: unknown
  /** Empty for defaults and for fields that the server sets. */
  readonly owners: readonly FieldOwner[]
}

/**
 * Lists the owners of each field of an object, with time and operation. No schema is needed: the structure of the object
 * follows from the entries.
 *
 * @param object - An object with its `metadata.managedFields`.
 * @returns Its leaves in the order of the object.
 * @throws ApiError 400 when the entries cannot be read or the object is nested too deep.
 */
export function explain(object: unknown): ExplainedField[] {
  const found: ExplainedField[] = []
  walk(withoutManagedFields(object), { path: [], location: [] }, readOwned(object), found)
  return found
}

interface Location {
  readonly path: FieldPath
  readonly location: readonly (string | number)[]
}

function walk(value: unknown, at: Location, owned: readonly Owned[], found: ExplainedField[]): void {
  if (at.path.length > MAX_DEPTH) throw tooDeep()
  const inner = ownedBelow(owned)
  const below = (element: PathElement, step: string | number, child: unknown): void => {
    walk(child, { path: [...at.path, element], location: [...at.location, step] }, inner.get(element) ?? [], found)
  }
  if (Array.isArray(value) && value.length > 0 && owned.some(({ set }) => set.hasChildren)) {
    const elementOf = itemFinder([...inner.keys()])
    for (const [i, item] of value.entries()) below(elementOf(item) ?? indexElement(i), i, item)
  } else if (isMap(value) && Object.keys(value).length > 0 && !areWhole(owned)) {
    for (const key of Object.keys(value)) below(fieldElement(key), key, value[key])
  } else {
    found.push({ ...at, text: formatPath(at.path), value, owners: ownersOf(owned) })
  }
}
