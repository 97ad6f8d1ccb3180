/**
 * Ownership of one object from its managedFields, followed from the root down. No schema is needed: the structure follows
 * from the entries.
 *
 * @module
 */

import type { JsonObject, JsonValue } from '../meta/index.js'
import type { FieldSet } from './fields/field-set.js'
import { keyElement, type PathElement, valueElement } from './fields/path-element.js'
import { type ManagerIdentity, ManagerTable } from './managed/managed-fields.js'
import { managedFieldsOf } from './managed/server-fields.js'
import { isEqual, isMap, type Members, member } from './types/value.js'

/** One owner of a field. */
export interface FieldOwner extends ManagerIdentity {
  /** When the owner last changed something of the object; undefined when that is not known. */
  readonly time: string | undefined
}

/** The fields that one owner has in a value. */
export interface Owned {
  readonly owner: FieldOwner
  readonly set: FieldSet
}

/**
 * Reads the ownership of an object.
 *
 * @param object - An object with its `metadata.managedFields`.
 * @throws ApiError 400 when the entries cannot be read.
 */
export function readOwned(object: unknown): Owned[] {
  const table = ManagerTable.read(managedFieldsOf(object))
  const owned: Owned[] = []
  for (const [id, { fields, version }] of table.managers) {
    const identity = table.identityOf(id)
    if (identity) owned.push({ owner: { ...identity, apiVersion: version, time: table.timeOf(id) }, set: fields })
  }
  return owned
}

/** The owners of a value itself, without those of its members. */
export const ownersOf = (owned: readonly Owned[]): FieldOwner[] =>
  owned.filter(({ set }) => set.includesSelf).map(({ owner }) => owner)

/** Whether a value is owned as a whole, and no part of it separately. */
export const areWhole = (owned: readonly Owned[]): boolean => owned.length > 0 && owned.every(({ set }) => !set.hasChildren)

/** Ownership below a value, by path element. */
export function ownedBelow(owned: readonly Owned[]): Map<PathElement, Owned[]> {
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
 * omits stands for its default, which only a search can find.
 */
export function itemFinder(elements: readonly PathElement[]): (item: unknown) => PathElement | undefined {
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
