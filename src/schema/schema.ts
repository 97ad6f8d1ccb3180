/**
 * A compiled structural schema: what a type's objects may hold.
 *
 * @module
 */

import type { FieldError, JsonObject } from '../meta/index.js'

/** What pruning did. */
export interface PruneResult<T> {
  /** The value without unknown fields; the very same one when nothing was dropped. */
  readonly value: T
  /** Paths of the dropped fields, such as `spec.foo` or `spec.ports[0].bar`. */
  readonly unknownFields: readonly string[]
  /**
   * What cannot be read as metadata of a resource inside the value, with its place, and is left as it was; undefined when all can
   * be read.
   */
  readonly malformed?: string
}

/** How a value is pruned. */
export interface PruneOptions {
  /**
   * Whether an object in the place of something else loses all its members, and so do those in lists that are in the place of
   * something else: as values are shown that were stored when the schema was another. By default they are left to validation.
   */
  readonly emptyMisfits?: boolean
}

/** A compiled structural schema. All operations leave their input untouched. */
export interface Schema {
  /** The schema as an OpenAPI v3 document part, to publish; `$ref`s point into `#/components/schemas/`. */
  readonly document: JsonObject
  /** Schemas that `document` refers to, by name, recursively closed; empty when it has no references. */
  readonly components: Readonly<Record<string, JsonObject>>
  /** Name of this schema among published components, when it has one. */
  readonly name?: string
  /** Drops the fields that the schema does not know. */
  prune<T>(value: T, options?: PruneOptions): PruneResult<T>
  /**
   * Tells which of a value's fields say `deprecated: true`, a line each, with what their descriptions say.
   *
   * @returns A hundred lines at most.
   */
  deprecations?(value: unknown): readonly string[]
  /**
   * Fills in the defaults that the schema declares.
   *
   * @param value - Any JSON value; not written to.
   * @param maxAddedLength - Characters of JSON that the defaults may add, as each item of a list gets them anew; 1.5 Mi by
   *   default.
   * @throws {@link ApiError} 413 when they would add more.
   */
  applyDefaults<T>(value: T, maxAddedLength?: number): T
  /**
   * Loads what {@link Schema.validate} needs beyond this package (the engines for patterns and rules), and compiles the rules, once.
   * Await it before the first `validate`; schemas without patterns and rules load nothing.
   *
   * @returns Undefined when nothing is missing.
   */
  prepare?(): Promise<void> | undefined
  /**
   * Tells which rules do not compile, one line each. Prepares the schema.
   *
   * @returns Undefined when there are no rules.
   * @internal
   */
  ruleFaults?(): Promise<readonly string[]> | undefined
  /**
   * Reports what breaks the schema and its rules; wrong JSON types as `FieldValueTypeInvalid`.
   *
   * @param value - Any JSON value.
   * @param old - The last state of the object, for an update: unchanged values may stay invalid
   *   with it, and rules about changes compare with it.
   */
  validate(value: unknown, old?: unknown): readonly FieldError[]
}
