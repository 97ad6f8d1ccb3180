/**
 * Managers: the ownership of one object.
 *
 * @module
 */

import type { Expanded } from '../../meta/index.js'
import type { FieldSet } from '../fields/field-set.js'
import type { FieldType } from '../types/type.js'
import { reconcileSet } from './reconcile.js'

/** The fields of one manager. */
export type Ownership = Expanded<{
  /** The version of the type that names the fields. */
  readonly version: string
  /** Whether the manager applies (its fields are its whole intent) or updates. */
  readonly applied: boolean
  readonly fields: FieldSet
}>

/** The ownership of a manager with other fields. */
export const owning = ({ version, applied }: Ownership, fields: FieldSet): Ownership => ({ version, applied, fields })

/** Ownership by manager. A name has one operation: a manager that applies and updates has two names. */
export type Managers = ReadonlyMap<string, Ownership>

/** Shows an object in the other versions of its type. Without one, all versions have the same fields. */
export interface VersionConverter {
  /**
   * The type of objects in a version; undefined for a removed version, whose managers are dropped.
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

/** A conversion that is requested. */
export interface Conversion {
  readonly object: unknown
  readonly from: string
  readonly to: string
}

/**
 * Work as a generator that yields conversions one at a time and resumes with each result, so that the caller may await them. It
 * yields nothing where it may pause: with a large object, each part in between takes long.
 *
 * @typeParam T - The result.
 */
export type Converting<T> = Generator<Conversion | undefined, T, unknown>

/**
 * Runs work whose conversions are synchronous.
 *
 * @param work - The work.
 * @param converter - Converts; work in one version needs none.
 */
export function convertNow<T>(work: Converting<T>, converter: VersionConverter | undefined): T {
  let step = work.next()
  while (!step.done) step = work.next(step.value && convertOne(step.value, converter))
  return step.value
}

/** Performs a conversion; work in one version needs no converter. */
export const convertOne = ({ object, from, to }: Conversion, converter: VersionConverter | undefined): unknown =>
  converter ? converter.convert(object, from, to) : object

/** The versions of one type, from the perspective of a request in one of them. */
export class Versions {
  readonly type: FieldType
  readonly version: string
  readonly #converter: VersionConverter | undefined
  #converted: Map<string, Map<object, unknown>> | undefined

  constructor(type: FieldType, version: string, converter: VersionConverter | undefined) {
    this.type = type
    this.version = version
    this.#converter = converter
  }

  /** Whether a version names fields as the request's version does. */
  isSame(version: string): boolean {
    return version === this.version || !this.#converter
  }

  typeOf(version: string): FieldType | undefined {
    return this.isSame(version) ? this.type : this.#converter?.typeOf(version)
  }

  /** Converts an object of the request's version to another. */
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

  /** Converts an object of another version to that of the request. */
  *from(version: string, object: unknown): Converting<unknown> {
    if (this.isSame(version) || typeof object !== 'object' || object === null) return object
    return yield { object, from: version, to: this.version }
  }
}

/** Records that a set was made from an object of a type. */
export function markReconciled(set: FieldSet, type: FieldType): void {
  if (set.hasChildren) set.notes.reconciledWith = type
}

/**
 * The managers, reconciled with the current types.
 *
 * @returns A new map; managers of removed versions are not in it.
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
