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
  /** The keys of the field, where they are known apart. */
  readonly path?: readonly (string | number)[]
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
  return errors.filter((error) => !(before.has(keyOf(error)) && comparison.isSame(error)))
}

const keyOf = ({ field, message }: Told): string => `${field.length} ${field}${message}`

/** Longest path that is followed to its end (ours); of a longer one, all of the object counts. */
const MAX_PATH = 1_000

/** Dots of a key in the middle of a path (ours): with more, all of the object that has the key counts. */
const MAX_DOTS = 16

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
  isSame({ field, path = this.#pathOf(field) }: Told): boolean {
    let [now, before]: readonly unknown[] = [this.#object, this.#old]
    for (const key of path) {
      const [one, other] = [memberOf(now, key), memberOf(before, key)]
      if (one === undefined && other === undefined) break
      now = one
      before = other
    }
    const known = this.#known.get(now)
    if (known !== undefined) return known
    const isSame = jsonEqual(now, before)
    if (typeof now === 'object' && now !== null) this.#known.set(now, isSame)
    return isSame
  }

  /** The keys in a text, as far as one of the objects has them. */
  #pathOf(field: string): readonly string[] {
    const path: string[] = []
    let [now, before]: readonly unknown[] = [this.#object, this.#old]
    let rest = field.length > MAX_PATH ? '' : field.replace(/\[([^[\]]*)\]/g, '.$1')
    while (rest !== '') {
      const key = longestKey(rest, now, before)
      if (key === undefined) break
      path.push(key)
      now = memberOf(now, key)
      before = memberOf(before, key)
      rest = rest.slice(key.length + 1)
    }
    return path
  }
}

/** The key of one of the values that a path begins with. Keys may contain dots, so it is the longest one. */
function longestKey(path: string, ...values: readonly unknown[]): string | undefined {
  const ends: number[] = []
  for (let dot = path.indexOf('.'); dot >= 0 && ends.length < MAX_DOTS; dot = path.indexOf('.', dot + 1)) ends.push(dot)
  const keys = [path.length, ...ends.reverse()].map((end) => path.slice(0, end))
  return keys.find((key) => values.some((value) => memberOf(value, key) !== undefined))
}

/**
 * Reads a member of any value.
 *
 * @param value - Anything.
 * @param key - Of an object, or an index of a list.
 */
export const memberOf = (value: unknown, key: string | number): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined
