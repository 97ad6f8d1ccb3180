/**
 * The length of DER (ITU-T X.690).
 *
 * @module
 */

/**
 * Refuses bytes behind a value: the package ignores them, but they would be stored, and shown, as part of it.
 *
 * @param der - One value of a definite length.
 * @throws Error with one line.
 */
export function requireWhole(der: Uint8Array): void {
  const [, first = 0] = der
  const more = first >= 0x80 ? first - 0x80 : 0
  const length = more === 0 ? first : der.subarray(2, 2 + more).reduce((sum, byte) => sum * 256 + byte, 0)
  if (first !== 0x80 && der.length > 2 + more + length) throw new Error('asn1: trailing data')
}
