/**
 * Ratcheting of validation in code: what was invalid before may stay so where it is not changed.
 *
 * Schemas ratchet themselves. Functions validate an object as a whole, so their errors are compared with those of the old object.
 *
 * @module
 */

import { jsonEqual } from '../../meta/index.js'

/** What is compared of an error. */
interface Told {
  readonly field: string
  readonly message: string
}

/**
 * Finds the errors that an update brings.
 *
 * @param errors - All errors of the new object.
 * @param object - The new object.
 * @param old - The object before the update.
 * @param errorsOfOld - Validates the old object; called only when there are errors.
 * @returns The errors without those that the old object has as well, at fields with the same value.
 */
export function newErrors<E extends Told>(
  errors: readonly E[],
  object: object,
  old: object,
  errorsOfOld: () => readonly Told[],
): readonly E[] {
  if (errors.length === 0) return errors
  const before = new Set(errorsOfOld().map(keyOf))
  const comparison = new Comparison(object, old)
  return errors.filter((error) => !(before.has(keyOf(error)) && comparison.isSame(error.field)))
}

const keyOf = ({ field, message }: Told): string => JSON.stringify([field, message])

/** Longest path that is followed to its end (ours); of a longer one, all of the object counts. */
const MAX_PATH = 1_000

/** Compares fields of two objects. */
class Comparison {
  readonly #object: object
  readonly #old: object
  /** Whether objects and lists are the same in both, as thousands of errors may be about one. */
  readonly #known = new Map<unknown, boolean>()

  constructor(object: object, old: object) {
    this.#object = object
    this.#old = old
  }

  /**
   * Whether a field has the same value in both. Of a path that neither has in full, the part that one of them has is compared, as the
   * text may be about anything in there.
   */
  isSame(field: string): boolean {
    let [now, before]: readonly unknown[] = [this.#object, this.#old]
    let rest = field.length > MAX_PATH ? '' : field.replace(/\[([^[\]]*)\]/g, '.$1')
    while (rest !== '') {
      const key = longestKey(rest, now, before)
      if (key === undefined) break
      now = memberOf(now, key)
      before = memberOf(before, key)
      rest = rest.slice(key.length + 1)
    }
    const known = this.#known.get(now)
    if (known !== undefined) return known
    const isSame = jsonEqual(now, before)
    if (typeof now === 'object' && now !== null) this.#known.set(now, isSame)
    return isSame
  }
}

/** The key of one of the values that a path begins with. Keys may contain dots, so it is the longest one. */
function longestKey(path: string, ...values: readonly unknown[]): string | undefined {
  for (let end = path.length; end > 0; end = path.lastIndexOf('.', end - 1)) {
    const key = path.slice(0, end)
    if (values.some((value) => memberOf(value, key) !== undefined)) return key
  }
  return undefined
}

/**
 * Reads a member of any value.
 *
 * @param value - Anything.
 * @param key - Of an object, or an index of a list.
 */
export const memberOf = (value: unknown, key: string | number): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined
