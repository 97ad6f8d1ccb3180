/**
 * A limit on members whose names are whole numbers, such as `{ "1234567": "x" }`.
 *
 * V8 keeps such members apart from the others, and when an object is copied by a spread, or its values or entries are listed, it
 * collects their names in a table whose hash has no seed. A client can compute names that all have the same hash, which makes
 * each copy quadratic. Copies are made everywhere, so bodies are limited instead.
 *
 * @module
 */

import { type ApiError, tooLarge } from '../errors/errors.js'

/** Objects with fewer members cost little, however many there are. */
const FEW = 64
/** There are too few shorter numbers to choose many of one hash among them: numbers of ports, for instance, are not limited. */
const MIN_DIGITS = 6
/** Maximum number of an object (ours): a copy of them takes 5 ms at worst. */
const MAX_NUMBER_NAMES = 1000
/** The cost of an object is the square of their number. A body may have that of four objects with the maximum. */
const MAX_COST = 4 * MAX_NUMBER_NAMES ** 2

/** The first number that V8 treats like any other name. */
const LAST_NUMBER = 2 ** 32 - 1
const NUMBER = /^[1-9]\d*$/

/** Adds up what the members of the objects of a body cost. */
export class NumberNames {
  #cost = 0

  /** Whether there are too many, in one object or in all of them. */
  get exceeded(): boolean {
    return this.#cost > MAX_COST
  }

  /**
   * Counts the members of an object.
   *
   * @param names - From `Object.keys`, which lists numbers first, in ascending order.
   */
  add(names: readonly string[]): void {
    if (names.length < FEW) return
    let count = 0
    for (const name of names) {
      if (name !== '0' && !(NUMBER.test(name) && Number(name) < LAST_NUMBER)) break
      if (name.length >= MIN_DIGITS) count++
    }
    this.#cost += count > MAX_NUMBER_NAMES ? Number.POSITIVE_INFINITY : count ** 2
  }
}

/** The error for too many of them. */
export const tooManyNumberNames = (): ApiError =>
  tooLarge(`an object has more than ${MAX_NUMBER_NAMES} fields whose names are numbers from 100000 on, or several have many`)

/**
 * Refuses a value whose objects have too many members with numbers as names.
 *
 * @param value - A JSON value.
 * @throws {@link ApiError} 413.
 */
export function requireFewNumberNames(value: unknown): void {
  if (hasManyNumberNames(value)) throw tooManyNumberNames()
}

/**
 * Whether the objects of a value have too many members with numbers as names.
 *
 * @param value - A JSON value; traversed without recursion.
 */
export function hasManyNumberNames(value: unknown): boolean {
  const numbers = new NumberNames()
  const pending: unknown[] = [value]
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (typeof next !== 'object' || next === null) continue
    if (Array.isArray(next)) {
      for (const item of next) if (typeof item === 'object' && item !== null) pending.push(item)
      continue
    }
    const names = Object.keys(next)
    numbers.add(names)
    for (const name of names) {
      const member = (next as Readonly<Record<string, unknown>>)[name]
      if (typeof member === 'object' && member !== null) pending.push(member)
    }
  }
  return numbers.exceeded
}
