/**
 * What validation asks at one place of a schema: the forms of checks, compiled once for each schema.
 *
 * @module
 */

import type { FieldError, UnknownRecord } from '../meta/index.js'
import type { Walk } from './walk.js'

/** Looks at a value and what is below it, and reports what is wrong. */
export type Check = (value: unknown, walk: Walk) => void

/** One thing that is asked of a value, which is not null. Most values are as they should be, and then no path is written. */
export interface ValueTest {
  holds(value: unknown): boolean
  /** What is wrong with a value that does not hold. */
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
