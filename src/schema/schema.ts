/**
 * A compiled structural schema.
 *
 * @module
 */

import type { FieldError, JsonObject } from '../meta/index.js'

/** The result of pruning. */
export interface PruneResult<T> {
  /** The value without unknown fields; the very same one when nothing was dropped. */
  readonly value: T
  /** Paths of the dropped fields, such as `spec.foo` or `spec.ports[0].bar`. */
  readonly unknownFields: readonly string[]
  /**
   * The first value that cannot be parsed as metadata of an embedded resource, with its path; such values are not changed.
   * Undefined when all can be parsed.
   */
  readonly malformed?: string
}

/** Options of pruning. */
export interface PruneOptions {
  /**
   * Whether objects of a wrong type lose all their fields, including objects in lists of a wrong type: used to show values that
   * were stored under another schema. By default they are left to validation.
   */
  readonly emptyMisfits?: boolean
}

/** A compiled structural schema. No operation modifies its input. */
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
   * Lists the fields of a value with `deprecated: true`, a line each, with their descriptions.
   *
   * @returns A hundred lines at most.
   */
  deprecations?(value: unknown): readonly string[]
  /**
   * Sets the defaults that the schema declares.
   *
   * @param value - Any JSON value; not modified.
   * @param maxAddedLength - Maximum JSON length that the defaults may add, as each item of a list gets them; 1.5 Mi by default.
   * @throws {@link ApiError} 413 when they exceed it.
   */
  applyDefaults<T>(value: T, maxAddedLength?: number): T
  /**
   * Loads what {@link Schema.validate} needs beyond this package (the engines for patterns and rules), and compiles the rules, once.
   * Await it before the first `validate`; schemas without patterns and rules load nothing.
   *
   * @returns Undefined when everything is loaded.
   */
  prepare?(): Promise<void> | undefined
  /**
   * Lists the rules that do not compile, one line each. Prepares the schema.
   *
   * @returns Undefined when there are no rules.
   * @internal
   */
  ruleFaults?(): Promise<readonly string[]> | undefined
  /**
   * Reports violations of the schema and its rules; wrong JSON types as `FieldValueTypeInvalid`.
   *
   * @param value - Any JSON value.
   * @param old - The old state of the object, for an update: unchanged values may stay invalid, and transition rules compare with
   *   it.
   */
  validate(value: unknown, old?: unknown): readonly FieldError[]
}
