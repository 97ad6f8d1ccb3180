/**
 * Effects of a change on the ownership of other managers.
 *
 * @module
 */

import type { FieldSet } from '../fields/field-set.js'
import { type Converting, type Ownership, owning, type Versions } from '../managed/managers.js'
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
    this.#here = undefined
    this.#elsewhere = undefined
    this.#isEqual = isEqual(before, after)
  }

  /** The comparison in the version of the request. */
  get here(): Comparison {
    if (this.#isEqual) return noDifference
    this.#here ??= this.#compare(this.#versions.type, this.#before, this.#after)
    return this.#here
  }

  /** The comparison in another version. */
  *in(version: string): Converting<Comparison> {
    const versions = this.#versions
    if (this.#isEqual || versions.isSame(version)) return this.here
    this.#elsewhere ??= new Map()
    let comparison = this.#elsewhere.get(version)
    if (!comparison) {
      const before = yield* versions.to(version, this.#before)
      const after = yield* versions.to(version, this.#after)
      comparison = this.#compare(versions.typeOf(version) ?? versions.type, before, after)
      this.#elsewhere.set(version, comparison)
    }
    return comparison
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

const UNTOUCHED: ReadonlyMap<string, FieldSet> = new Map()

/**
 * The fields of others that a change touches, by manager: added or changed ones.
 *
 * @param managers - All managers.
 * @param self - The manager that makes the change.
 * @param change - The change.
 */
export function* touchedFields(
  managers: ReadonlyMap<string, Ownership>,
  self: string,
  change: Change,
): Converting<ReadonlyMap<string, FieldSet>> {
  let touched: Map<string, FieldSet> | undefined
  for (const [name, { version, fields }] of managers) {
    if (name === self) continue
    const { added, modified } = yield* change.in(version)
    const set = fields.intersection(modified.union(added))
    if (set.isEmpty) continue
    touched ??= new Map()
    touched.set(name, set)
  }
  return touched ?? UNTOUCHED
}

/**
 * Removes touched fields, and fields that no longer exist, from other managers. Managers without fields are removed.
 *
 * @param managers - Changed in place.
 * @param self - The manager that makes the change.
 * @param change - The change.
 * @param touched - From {@link touchedFields}.
 */
export function* takeFields(
  managers: Map<string, Ownership>,
  self: string,
  change: Change,
  touched: ReadonlyMap<string, FieldSet>,
): Converting<void> {
  for (const [name, ownership] of managers) {
    let { fields } = ownership
    if (name !== self) {
      const lost = touched.get(name)
      if (lost) fields = fields.difference(lost)
      fields = fields.difference((yield* change.in(ownership.version)).removed)
    }
    if (fields.isEmpty) managers.delete(name)
    else if (fields !== ownership.fields) managers.set(name, owning(ownership, fields))
  }
}
