/**
 * Keys of maps and sets that clients choose.
 *
 * V8 seeds the hash of text, but not that of numbers. A client can compute numbers that all have the same hash, and a `Map` or
 * `Set` of thirty thousand of them takes seconds. So a value from a body is a key only in this form.
 *
 * @module
 */

/** A value as a key: text stands for a number. */
export type ScalarKey = string | boolean | null

/**
 * The form of a value as a key of a `Map` or `Set`: two values have the same exactly when they are equal. Whole numbers and
 * doubles that are equal have the same.
 *
 * @param value - Text, a number, true or false, or null.
 */
export function scalarKey(value: string | number | bigint | boolean | null): ScalarKey {
  // The prefix keeps the text of a number apart from text, and its hash seeded: V8 may hash text of digits alone like the number.
  if (typeof value === 'number' || typeof value === 'bigint') return `\0${value}`
  return typeof value === 'string' && value.charCodeAt(0) === 0 ? `\0${value}` : value
}
