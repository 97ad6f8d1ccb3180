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
  return errors.filter((error) => !(before.has(keyOf(error)) && isSame(error.field, object, old)))
}

const keyOf = ({ field, message }: Told): string => JSON.stringify([field, message])

/**
 * Whether a field has the same value in two objects. Of a path that neither object has in full, the part that one of them has is
 * compared, as the text may be about anything in there.
 */
function isSame(field: string, object: object, old: object): boolean {
  let rest = field.replace(/\[([^[\]]*)\]/g, '.$1')
  let [now, before]: readonly unknown[] = [object, old]
  while (rest !== '') {
    const key = longestKey(rest, [...keysOf(now), ...keysOf(before)])
    if (key === undefined) break
    now = memberOf(now, key)
    before = memberOf(before, key)
    rest = rest.slice(key.length + 1)
  }
  return jsonEqual(now, before)
}

const keysOf = (value: unknown): readonly string[] => (typeof value === 'object' && value !== null ? Object.keys(value) : [])

/** The key that a path begins with. Keys may contain dots, so it is the longest one. */
const longestKey = (path: string, keys: readonly string[]): string | undefined =>
  keys
    .filter((key) => path === key || path.startsWith(`${key}.`))
    .reduce<string | undefined>(
      (longest, key) => (longest === undefined || key.length > longest.length ? key : longest),
      undefined,
    )

/**
 * Reads a member of any value.
 *
 * @param value - Anything.
 * @param key - Of an object, or an index of a list.
 */
export const memberOf = (value: unknown, key: string | number): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined
