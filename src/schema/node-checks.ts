/**
 * What validation asks at one place of a schema: the forms of checks, compiled once for each schema.
 *
 * @module
 */

import type { FieldError, UnknownRecord } from '../meta/index.js'
import type { Walk } from './walk.js'

/** Validates a value and what is below it, and reports errors. */
export type Check = (value: unknown, walk: Walk) => void

/** One check of a value that is not null. Most values are valid, and then no path is formatted. */
export interface ValueTest {
  holds(value: unknown): boolean
  /** The error of an invalid value. */
  fault(at: string, value: unknown): FieldError
}

/** Looks at a list as a whole. */
export type ListCheck = (list: readonly unknown[], walk: Walk) => void

/** Looks at an object as a whole. */
export type ObjectCheck = (object: UnknownRecord, walk: Walk) => void

/** What validation made of a schema. */
export interface NodeChecks {
  readonly tests: readonly ValueTest[]
  /** Whether all the tests hold. */
  readonly holds: (value: unknown) => boolean
  readonly list: readonly ListCheck[]
  readonly object: readonly ObjectCheck[]
  readonly logic: readonly Check[]
}
