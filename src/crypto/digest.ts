/**
 * Digests of tokens, as cache keys: caches then hold no tokens.
 *
 * @module
 */

import { type Random, systemRandom } from '../meta/index.js'
import { hostCrypto } from './host-crypto.js'

/** Returns the digest of a text: synchronously if the host can, otherwise as a promise. */
export type Digest = (text: string) => string | Promise<string>

/** Bytes of the salt before each text. */
const SALT_BYTES = 32

const encoder = new TextEncoder()

/**
 * Makes a digest function (SHA-256) with a new salt, so that its digests have no meaning outside of this process.
 *
 * @param random - Source of the salt; Web Crypto by default.
 */
export function createDigest(random: Random = systemRandom): Digest {
  const salt = random.bytes(SALT_BYTES)
  const hash = hostCrypto()?.hash
  if (hash) {
    // ASCII in and out: encoding other text takes as long as the digest.
    const secret = btoa(String.fromCharCode(...salt))
    return (text) => hash('sha256', secret + text, 'hex')
  }
  return async (text) => {
    const bytes = encoder.encode(text)
    const salted = new Uint8Array(salt.length + bytes.length)
    salted.set(salt)
    salted.set(bytes, salt.length)
    return String.fromCharCode(...new Uint8Array(await crypto.subtle.digest('SHA-256', salted)))
  }
}
