/**
 * A walk through one value along its schema: where it is, what it found, and how much it may still do.
 *
 * @module
 */

import { badRequest, type FieldError, formatFieldPath, MAX_REPORTED_FIELDS, tooLarge } from '../meta/index.js'

/** Nesting along a schema that is followed. Values that no schema describes may be deeper. */
const MAX_DEPTH = 500
/** Visits of one walk. Alternatives inside alternatives multiply; an honest object is far below. */
const MAX_STEPS = 3_000_000
/** Trying an alternative costs this many visits, and so does an error that may be discarded. */
const TRIAL_STEPS = 5
/** What a client can still read. */
const MAX_FINDINGS = 100

/** The state of one walk. */
export class Walk {
  readonly errors: FieldError[] = []
  readonly unknownFields: string[] = []
  /** The first value that cannot be read, with its place. */
  malformed: string | undefined
  /** True inside parts whose required members may be missing. */
  lenient = false
  /** Whether objects and lists of a wrong type are emptied. */
  emptiesMisfits = false
  /** Keys by depth; undefined where a schema leads to another for the same value. What is deeper than here is stale. */
  readonly #path: (string | number | undefined)[]
  readonly #budget: { steps: number; room: number }
  #depth: number

  /**
   * @param from - The walk that this one is part of.
   * @param room - Characters of JSON that may be added; any number by default.
   */
  constructor(from?: Walk, room = Number.POSITIVE_INFINITY) {
    this.#path = from ? from.#path : []
    this.#budget = from ? from.#budget : { steps: 0, room }
    this.#depth = from ? from.#depth : 0
    this.lenient = from?.lenient ?? false
  }

  /** Whether there is no need to look further. */
  get isFull(): boolean {
    return this.errors.length >= MAX_FINDINGS
  }

  /** The path of the value at hand, such as `spec.ports[0].name`; empty at the root. */
  get at(): string {
    return formatFieldPath(this.#path.slice(1, this.#depth + 1))
  }

  /** The path of a member of the value at hand. */
  below(key: string | number): string {
    return formatFieldPath([...this.#path.slice(1, this.#depth + 1), key])
  }

  /**
   * Steps into a member.
   *
   * @throws ApiError 400 when the value is nested too deep.
   */
  enter(key: string | number): void {
    this.#step()
    this.#path[this.#depth] = key
  }

  /**
   * Passes by a member that there is no need to step into.
   *
   * @throws ApiError 400 when it is nested too deep.
   */
  pass(): void {
    this.#step()
    this.#depth--
  }

  /** Steps back out. */
  leave(): void {
    this.#depth--
  }

  /** Goes from a schema to one inside it that judges the same value. */
  descend(): void {
    this.#step()
    this.spend(TRIAL_STEPS)
    this.#path[this.#depth] = undefined
  }

  /**
   * Counts work that is done without a visit.
   *
   * @param steps - As many visits as it takes.
   * @throws ApiError 413 when there was too much.
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
   * Counts what is added to the value.
   *
   * @param length - Characters of JSON.
   * @throws ApiError 413 when there is no room for it.
   */
  add(length: number): void {
    this.#budget.room -= length
    if (this.#budget.room < 0) throw tooLarge('the object is too large with the defaults of its type filled in')
  }

  /** Goes back to the outer schema. */
  ascend(): void {
    this.#depth--
  }

  /** Notes something that breaks the schema. */
  report(...errors: readonly FieldError[]): void {
    this.spend(TRIAL_STEPS + this.#depth)
    for (const error of errors) if (!this.isFull) this.errors.push(error)
  }

  /** Notes a member that no schema describes. */
  reportUnknown(key: string): void {
    this.reportUnknownAt(this.below(key))
  }

  /** Notes a member that no schema describes, by its whole path. */
  reportUnknownAt(path: string): void {
    if (this.unknownFields.length <= MAX_REPORTED_FIELDS) this.unknownFields.push(path)
  }

  /** Notes a value that cannot be read as what it has to be. */
  reportMalformed(message: string): void {
    this.malformed ??= message
  }
}
