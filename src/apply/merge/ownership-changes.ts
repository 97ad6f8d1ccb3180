/**
 * Effects of a change on the ownership of other managers.
 *
 * @module
 */

import type { FieldSet } from '../fields/field-set.js'
import { type Converting, type Managers, type Ownership, owning, type Versions } from '../managed/managers.js'
import type { FieldType } from '../types/type.js'
import { isEqual } from '../types/value.js'
import { type Comparison, differenceOf, isSame, noDifference } from './compare.js'

/** A change of an object, compared once in each version that a manager uses. */
export class Change {
  readonly #versions: Versions
  readonly #before: unknown
  readonly #after: unknown
  readonly #excluded: FieldSet | undefined
  /** Equal objects are equal in every version. */
  readonly #isEqual: boolean
  /** In the request's version. */
  #here: Comparison | undefined
  #elsewhere: Map<string, Comparison> | undefined

  /**
   * @param versions - The versions of the type.
   * @param before - In the request's version.
   * @param after - In the request's version.
   * @param excluded - Fields whose changes do not count.
   */
  constructor(versions: Versions, before: unknown, after: unknown, excluded: FieldSet | undefined) {
    this.#versions = versions
    this.#before = before
    this.#after = after
    this.#excluded = excluded
    this.#isEqual = isEqual(before, after)
  }

  /** The comparison in the version of the request. */
  get here(): Comparison {
    if (this.#isEqual) return noDifference
    this.#here ??= this.#compare(this.#versions.type, this.#before, this.#after)
    return this.#here
  }

  /**
   * Compares in the versions that other managers use, for {@link Change.in}.
   *
   * @param managers - All managers.
   * @param self - The manager that makes the change.
   */
  *prepare(managers: Managers, self: string): Converting<void> {
    const versions = this.#versions
    if (this.#isEqual) return
    for (const [name, { version }] of managers) {
      if (name === self || versions.isSame(version) || this.#elsewhere?.has(version)) continue
      const before = yield* versions.to(version, this.#before)
      const after = yield* versions.to(version, this.#after)
      this.#elsewhere ??= new Map()
      this.#elsewhere.set(version, this.#compare(versions.typeOf(version) ?? versions.type, before, after))
    }
  }

  /** The comparison in a version that was prepared, or in that of the request. */
  in(version: string): Comparison {
    return this.#elsewhere?.get(version) ?? this.here
  }

  #compare(type: FieldType, before: unknown, after: unknown): Comparison {
    const found = differenceOf(type, before, after)
    const excluded = this.#excluded
    if (!excluded || isSame(found)) return found
    return {
      added: found.added.recursiveDifference(excluded),
      modified: found.modified.recursiveDifference(excluded),
      removed: found.removed.recursiveDifference(excluded),
    }
  }
}

/**
 * The fields of others that a change touches, by manager: added or changed ones.
 *
 * @param managers - All managers.
 * @param self - The manager that makes the change.
 * @param change - The change, prepared for them.
 */
export function touchedFields(managers: Managers, self: string, change: Change): ReadonlyMap<string, FieldSet> {
  const touched = new Map<string, FieldSet>()
  for (const [name, { version, fields }] of managers) {
    if (name === self) continue
    const { added, modified } = change.in(version)
    const set = fields.intersection(modified.union(added))
    if (!set.isEmpty) touched.set(name, set)
  }
  return touched
}

/**
 * Removes fields that a change adds, modifies or removes from other managers. Managers without fields are removed.
 *
 * @param managers - Changed in place.
 * @param self - The manager that makes the change.
 * @param change - The change, prepared for them.
 */
export function takeFields(managers: Map<string, Ownership>, self: string, change: Change): void {
  for (const [name, ownership] of managers) {
    let { fields } = ownership
    if (name !== self) {
      const { added, modified, removed } = change.in(ownership.version)
      fields = fields.difference(added).difference(modified).difference(removed)
    }
    if (fields.isEmpty) managers.delete(name)
    else if (fields !== ownership.fields) managers.set(name, owning(ownership, fields))
  }
}
