/**
 * Comparison of bytes.
 *
 * @module
 */

/** Whether two arrays have the same bytes. Not for secrets, as the time tells where they differ. */
export function sameBytes(left: Uint8Array, right: Uint8Array): boolean {
  return left.length === right.length && left.every((byte, at) => byte === right[at])
}
