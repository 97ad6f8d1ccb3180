/**
 * The audiences that a token and a request have in common.
 *
 * @module
 */

/** Up to this many, comparing all is faster than a set; a review may name a hundred thousand. */
const FEW = 8

/**
 * Finds the common audiences.
 *
 * @param wanted - Those of the request.
 * @param given - Those of the token.
 * @returns In the order of the request.
 */
export function commonAudiences(wanted: readonly string[], given: readonly string[]): readonly string[] {
  if (given.length <= FEW) return wanted.filter((audience) => given.includes(audience))
  const known = new Set(given)
  return wanted.filter((audience) => known.has(audience))
}
