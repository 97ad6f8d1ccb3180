/**
 * Traversal state of one value along its schema: path, findings, and remaining budget.
 *
 * @module
 */

import { badRequest, type FieldError, formatFieldPath, MAX_REPORTED_FIELDS, tooLarge } from '../meta/index.js'

/** Maximum nesting that is followed along a schema. Values without a schema may be deeper. */
const MAX_DEPTH = 500
/** Maximum visits of one walk. Nested alternatives multiply; real objects are far below. */
const MAX_STEPS = 3_000_000
/** Trying an alternative costs this many visits, and so does an error that may be discarded. */
const TRIAL_STEPS = 5
/** Maximum number of errors, which a client can still read. */
const MAX_FINDINGS = 100

/** The state of one walk. */
export class Walk {
  readonly errors: FieldError[] = []
  readonly unknownFields: string[] = []
  /** The first unreadable value, with its path. */
  malformed: string | undefined
  /** True inside parts whose required members may be missing. */
  lenient = false
  /** Whether objects and lists of a wrong type are emptied. */
  emptiesMisfits = false
  /** Keys by depth; undefined for a nested schema of the same value. Entries below the current depth are stale. */
  readonly #path: (string | number | undefined)[]
  readonly #budget: { steps: number; room: number }
  #depth: number

  /**
   * @param from - The outer walk.
   * @param room - JSON length that may be added; unlimited by default.
   */
  constructor(from?: Walk, room = Number.POSITIVE_INFINITY) {
    this.#path = from ? from.#path : []
    this.#budget = from ? from.#budget : { steps: 0, room }
    this.#depth = from ? from.#depth : 0
    this.lenient = from?.lenient ?? false
  }

  /** Whether the walk can stop. */
  get isFull(): boolean {
    return this.errors.length >= MAX_FINDINGS
  }

  /** The path of the current value, such as `spec.ports[0].name`; empty at the root. */
  get at(): string {
    return formatFieldPath(this.#path.slice(1, this.#depth + 1))
  }

  /** The path of a field of the current value. */
  below(key: string | number): string {
    return formatFieldPath([...this.#path.slice(1, this.#depth + 1), key])
  }

  /**
   * Enters a field.
   *
   * @throws ApiError 400 when the value is nested too deep.
   */
  enter(key: string | number): void {
    this.#step()
    this.#path[this.#depth] = key
  }

  /**
   * Skips a field without entering it.
   *
   * @throws ApiError 400 when it is nested too deep.
   */
  pass(): void {
    this.#step()
    this.#depth--
  }

  /** Leaves a field. */
  leave(): void {
    this.#depth--
  }

  /** Enters a nested schema that validates the same value. */
  descend(): void {
    this.#step()
    this.spend(TRIAL_STEPS)
    this.#path[this.#depth] = undefined
  }

  /**
   * Charges work without a visit.
   *
   * @param steps - The equivalent number of visits.
   * @throws ApiError 413 when the limit is exceeded.
   */
  spend(steps: number): void {
    this.#budget.steps += steps
    if (this.#budget.steps > MAX_STEPS) throw tooLarge('the object is too large to be checked')
  }

  #step(): void {
    if (++this.#depth > MAX_DEPTH) throw badRequest(`the object is nested deeper than ${MAX_DEPTH} levels`)
    if (++this.#budget.steps > MAX_STEPS) throw tooLarge('the object is too large to be checked')
  }

  /**
   * Charges added content.
   *
   * @param length - Its JSON length.
   * @throws ApiError 413 when the limit is exceeded.
   */
  add(length: number): void {
    this.#budget.room -= length
    if (this.#budget.room < 0) throw tooLarge('the object is too large with the defaults of its type filled in')
  }

  /** Leaves a nested schema. */
  ascend(): void {
    this.#depth--
  }

  /** Records a violation. */
  report(...errors: readonly FieldError[]): void {
    this.spend(TRIAL_STEPS + this.#depth)
    for (const error of errors) if (!this.isFull) this.errors.push(error)
  }

  /** Records an unknown field. */
  reportUnknown(key: string): void {
    this.reportUnknownAt(this.below(key))
  }

  /** Records an unknown field by its full path. */
  reportUnknownAt(path: string): void {
    if (this.unknownFields.length <= MAX_REPORTED_FIELDS) this.unknownFields.push(path)
  }

  /** Records an unreadable value. */
  reportMalformed(message: string): void {
    this.malformed ??= message
  }
}
