/**
 * The compiled checks of one schema node.
 *
 * @module
 */

import type { FieldError, UnknownRecord } from '../meta/index.js'
import type { Walk } from './walk.js'

/** Validates a value and its parts, and reports errors. */
export type Check = (value: unknown, walk: Walk) => void

/** One check of a non-null value. Most values are valid, so the path is formatted only on error. */
export interface ValueTest {
  holds(value: unknown): boolean
  /** The error of an invalid value. */
  fault(at: string, value: unknown): FieldError
}

/** Checks a list as a whole. */
export type ListCheck = (list: readonly unknown[], walk: Walk) => void

/** Checks an object as a whole. */
export type ObjectCheck = (object: UnknownRecord, walk: Walk) => void

/** The compiled checks of a schema. */
export interface NodeChecks {
  readonly tests: readonly ValueTest[]
  /** Whether all the tests hold. */
  readonly holds: (value: unknown) => boolean
  readonly list: readonly ListCheck[]
  readonly object: readonly ObjectCheck[]
  /** Checks the number of fields; undefined for any number. */
  readonly size: ((object: UnknownRecord, walk: Walk) => boolean) | undefined
  readonly logic: readonly Check[]
}
