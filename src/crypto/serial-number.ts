/**
 * Serial numbers of certificates.
 *
 * @module
 */

import type { Random } from '../meta/index.js'

const SERIAL_BYTES = 16

/**
 * A positive number of at most 16 bytes, in hex (RFC 5280 §4.1.2.2).
 *
 * @param random - The source, which makes duplicates practically impossible.
 */
export function serialNumber(random: Random): string {
  const bytes = random.bytes(SERIAL_BYTES)
  const first = bytes[0] ?? 0
  // The top bit is a sign, and a leading zero byte has two encodings.
  bytes[0] = (first & 0x7f) | 0x40
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
