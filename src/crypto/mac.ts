/**
 * Message authentication codes: short proofs that some bytes were made by this process.
 *
 * @module
 * @see RFC 2104
 */

import { hostCrypto } from './host-crypto.js'

/** Bytes of a code. */
export const MAC_BYTES = 32

/** Returns the code of some bytes (HMAC-SHA-256): synchronously if the host can, otherwise as a promise. */
export type Mac = (bytes: Uint8Array) => Uint8Array | Promise<Uint8Array>

/**
 * Makes the code function of a secret.
 *
 * @param secret - 32 bytes or more.
 */
export function createMac(secret: Uint8Array): Mac {
  const host = hostCrypto()
  if (host) return (bytes) => host.createHmac('sha256', secret).update(bytes).digest()
  const key = crypto.subtle.importKey('raw', new Uint8Array(secret), { name: 'HMAC', hash: 'SHA-256' }, false, ['sign'])
  return async (bytes) => new Uint8Array(await crypto.subtle.sign('HMAC', await key, new Uint8Array(bytes)))
}

/**
 * Compares two codes in constant time.
 *
 * @param left - One code.
 * @param right - The other.
 */
export function sameMac(left: Uint8Array, right: Uint8Array): boolean {
  let difference = left.length ^ right.length
  for (let at = 0; at < left.length; at += 1) difference |= (left[at] as number) ^ (right[at] ?? 0)
  return difference === 0
}
