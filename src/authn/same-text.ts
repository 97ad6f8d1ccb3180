/**
 * Constant-time comparison of secrets.
 *
 * @module
 */

/**
 * Compares two strings without stopping at the first difference, so that timing does not reveal its position.
 *
 * @param left - One string.
 * @param right - The other string.
 */
export function sameText(left: string, right: string): boolean {
  let difference = left.length ^ right.length
  for (let at = 0; at < left.length; at += 1) difference |= left.charCodeAt(at) ^ right.charCodeAt(at)
  return difference === 0
}
