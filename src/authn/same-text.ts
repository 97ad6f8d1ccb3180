/**
 * Constant-time comparison of secrets.
 *
 * @module
 */

/**
 * Compares two texts without stopping at the first difference, so that timing does not reveal where that is.
 *
 * @param left - One text.
 * @param right - The other.
 */
export function sameText(left: string, right: string): boolean {
  let difference = left.length ^ right.length
  for (let at = 0; at < left.length; at += 1) difference |= left.charCodeAt(at) ^ right.charCodeAt(at)
  return difference === 0
}
