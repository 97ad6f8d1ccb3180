/**
 * Managers: who owns which fields of one object.
 *
 * @module
 */

import type { FieldSet } from '../fields/field-set.js'
import type { FieldType } from '../types/type.js'
import { reconcileSet } from './reconcile.js'

/** What one manager owns. */
export interface Ownership {
  /** The version of the type that the fields are named in. */
  readonly version: string
  /** Whether the manager applies (its fields are its whole intent) or writes. */
  readonly applied: boolean
  readonly fields: FieldSet
}

/** The ownership of a manager with other fields. */
export const owning = ({ version, applied }: Ownership, fields: FieldSet): Ownership => ({ version, applied, fields })

/** Ownership by manager. A name stands for one identity: who applies and writes does so under two names. */
export type Managers = ReadonlyMap<string, Ownership>

/** How an object looks in the other versions of its type. Without one, all versions have the same fields. */
export interface VersionConverter {
  /**
   * The type of objects in a version; undefined when there is no such version any more, whose managers are forgotten then.
   *
   * @param version - As in the ownership of a manager.
   */
  typeOf(version: string): FieldType | undefined
  /**
   * Converts an object.
   *
   * @param object - In version `from`; not to be written to.
   * @param from - A version.
   * @param to - Another one, which `typeOf` knows.
   */
  convert(object: unknown, from: string, to: string): unknown
}

/** An object that is wanted in another version. */
export interface Conversion {
  readonly object: unknown
  readonly from: string
  readonly to: string
}

/**
 * Work as a generator that yields conversions one at a time and resumes with each result, so that the caller may await them.
 *
 * @typeParam T - The result.
 */
export type Converting<T> = Generator<Conversion, T, unknown>

/**
 * Runs work whose conversions are synchronous.
 *
 * @param work - What to do.
 * @param converter - Converts; work in one version asks for nothing.
 */
export function convertNow<T>(work: Converting<T>, converter: VersionConverter | undefined): T {
  let step = work.next()
  while (!step.done) {
    const { object, from, to } = step.value
    step = work.next(converter ? converter.convert(object, from, to) : object)
  }
  return step.value
}

/** The versions of one type, as seen by a request in one of them. */
export class Versions {
  readonly type: FieldType
  readonly version: string
  readonly #converter: VersionConverter | undefined
  #converted: Map<string, Map<object, unknown>> | undefined

  constructor(type: FieldType, version: string, converter: VersionConverter | undefined) {
    this.type = type
    this.version = version
    this.#converter = converter
    this.#converted = undefined
  }

  /** Whether fields of a version are named as in the version of the request. */
  isSame(version: string): boolean {
    return version === this.version || !this.#converter
  }

  typeOf(version: string): FieldType | undefined {
    return this.isSame(version) ? this.type : this.#converter?.typeOf(version)
  }

  /** An object of the request's version in another. */
  *to(version: string, object: unknown): Converting<unknown> {
    if (this.isSame(version) || typeof object !== 'object' || object === null) return object
    this.#converted ??= new Map()
    let known = this.#converted.get(version)
    if (!known) {
      known = new Map()
      this.#converted.set(version, known)
    }
    if (!known.has(object)) known.set(object, yield { object, from: this.version, to: version })
    return known.get(object)
  }

  /** An object of another version in that of the request. */
  *from(version: string, object: unknown): Converting<unknown> {
    if (this.isSame(version) || typeof object !== 'object' || object === null) return object
    return yield { object, from: version, to: this.version }
  }
}

/** Remembers that a set was made from an object of a type. */
export function markReconciled(set: FieldSet, type: FieldType): void {
  if (set.hasChildren) set.notes.reconciledWith = type
}

/**
 * The managers, in line with the types as they are now.
 *
 * @returns A map of its own; managers of versions that are gone are not in it.
 */
export function reconcileManagers(managers: Managers, versions: Versions): Map<string, Ownership> {
  const result = new Map<string, Ownership>()
  for (const [name, ownership] of managers) {
    const type = versions.typeOf(ownership.version)
    if (!type) continue
    if (ownership.fields.notes.reconciledWith === type) {
      result.set(name, ownership)
      continue
    }
    const fields = reconcileSet(type, ownership.fields)
    markReconciled(fields, type)
    result.set(name, fields === ownership.fields ? ownership : owning(ownership, fields))
  }
  return result
}
