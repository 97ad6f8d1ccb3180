/**
 * Who owns which field of an object.
 *
 * @module
 */

import type { JsonObject, JsonValue } from '../meta/index.js'
import type { FieldSet } from './fields/field-set.js'
import {
  type FieldPath,
  fieldElement,
  formatPath,
  indexElement,
  keyElement,
  type PathElement,
  valueElement,
} from './fields/path-element.js'
import { type ManagerIdentity, ManagerTable } from './managed/managed-fields.js'
import { managedFieldsOf, withoutManagedFields } from './managed/server-fields.js'
import { isEqual, isMap, MAX_DEPTH, type Members, member, tooDeep } from './types/value.js'

/** One owner of a field. */
export interface FieldOwner extends ManagerIdentity {
  /** When the owner last changed something of the object; undefined when that is not known. */
  readonly time: string | undefined
}

/** A field, or a part that is owned as a whole, with its owners. */
export interface ExplainedField {
  readonly path: FieldPath
  /** The path for people, such as `.spec.ports[port=80].name`. */
  readonly text: string
  /** Where the value stands in the object: keys and positions. */
  readonly location: readonly (string | number)[]
  readonly value: unknown
  /** Nobody owns defaults, and what the server keeps. */
  readonly owners: readonly FieldOwner[]
}

interface Owned {
  readonly owner: FieldOwner
  readonly set: FieldSet
}

/**
 * Tells for each field of an object who owns it, since when, and by which operation. No schema is needed: the entries themselves
 * say how the object is taken apart.
 *
 * @param object - An object with its `metadata.managedFields`.
 * @returns Its leaves in the order of the object.
 * @throws ApiError 400 when the entries cannot be read or the object is nested too deep.
 */
export function explain(object: unknown): ExplainedField[] {
  const table = ManagerTable.read(managedFieldsOf(object))
  const owned: Owned[] = []
  for (const [id, { fields, version }] of table.managers) {
    const identity = table.identityOf(id)
    if (identity) owned.push({ owner: { ...identity, apiVersion: version, time: table.timeOf(id) }, set: fields })
  }
  const found: ExplainedField[] = []
  walk(withoutManagedFields(object), { path: [], location: [] }, owned, found)
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
  } else if (isMap(value) && Object.keys(value).length > 0 && !isWhole(owned)) {
    for (const key of Object.keys(value)) below(fieldElement(key), key, value[key])
  } else {
    const owners = owned.filter(({ set }) => set.includesSelf).map(({ owner }) => owner)
    found.push({ ...at, text: formatPath(at.path), value, owners })
  }
}

/** Whether somebody owns the value as a whole, and nobody a part of it. */
const isWhole = (owned: readonly Owned[]): boolean => owned.length > 0 && owned.every(({ set }) => !set.hasChildren)

function ownedBelow(owned: readonly Owned[]): Map<PathElement, Owned[]> {
  const below = new Map<PathElement, Owned[]>()
  for (const { owner, set } of owned) {
    for (const [element, child] of set.children()) {
      const known = below.get(element)
      if (known) known.push({ owner, set: child })
      else below.set(element, [{ owner, set: child }])
    }
  }
  return below
}

/**
 * Finds the elements of items. Entries are looked up by the fields that the elements of their list have; a key that an entry
 * leaves out stands for its default, which only a search can find.
 */
function itemFinder(elements: readonly PathElement[]): (item: unknown) => PathElement | undefined {
  const all = new Set(elements)
  const names = new Map<string, readonly string[]>()
  const keyed: (readonly [PathElement, Members])[] = []
  for (const element of elements) {
    if (!element.startsWith('k:')) continue
    const keys = JSON.parse(element.slice(2)) as Members
    keyed.push([element, keys])
    names.set(Object.keys(keys).join(), Object.keys(keys))
  }
  return (item) => {
    if (!isMap(item)) return find(all, valueElement(item as JsonValue))
    for (const fields of names.values()) {
      const keys = fields.map((name) => [name, member(item, name)] as const)
      const isWhole = keys.every(([, value]) => value !== undefined)
      const found = isWhole && find(all, keyElement(Object.fromEntries(keys) as JsonObject))
      if (found) return found
      if (!isWhole) return keyed.find(([, wanted]) => isEntry(wanted, item))?.[0]
    }
    return undefined
  }
}

const find = (all: ReadonlySet<PathElement>, element: PathElement): PathElement | undefined =>
  all.has(element) ? element : undefined

const isEntry = (keys: Members, item: Members): boolean =>
  Object.keys(keys).every((name) => {
    const value = member(item, name)
    return value === undefined || isEqual(value, keys[name])
  })
