/**
 * Digests of tokens: what caches remember a token by, so that none of them holds one.
 *
 * @module
 */

import { type Random, systemRandom } from '../meta/index.js'

/** Gives the digest of a text: at once where the host can, and else a promise of it. */
export type Digest = (text: string) => string | Promise<string>

/** The part of Node's `node:crypto` that is used here. Web Crypto digests too, but takes longer to answer than to do it. */
interface HostCrypto {
  /** In one call: an object that takes its data bit by bit costs as much again, for the garbage collector too. */
  hash(name: 'sha256', data: string, form: 'hex'): string
}

/** Bytes of the secret that goes before each text. */
const SALT_BYTES = 32

const encoder = new TextEncoder()

/**
 * Makes a digest function (SHA-256) with a secret of its own, so that its digests mean nothing outside of this process.
 *
 * @param random - Source of the secret; Web Crypto by default.
 */
export function createDigest(random: Random = systemRandom): Digest {
  const salt = random.bytes(SALT_BYTES)
  const host = hostCrypto()
  if (host) {
    // ASCII in and out: what has to be encoded on the way takes as long as the digest.
    const secret = btoa(String.fromCharCode(...salt))
    return (text) => host.hash('sha256', secret + text, 'hex')
  }
  return async (text) => {
    const bytes = encoder.encode(text)
    const salted = new Uint8Array(salt.length + bytes.length)
    salted.set(salt)
    salted.set(bytes, salt.length)
    return String.fromCharCode(...new Uint8Array(await crypto.subtle.digest('SHA-256', salted)))
  }
}

/** Asked for at run time, as an import of it would keep browsers from loading us. */
function hostCrypto(): HostCrypto | undefined {
  const { process } = globalThis as { process?: { getBuiltinModule?: (name: string) => unknown } }
  const host = process?.getBuiltinModule?.('node:crypto') as Partial<HostCrypto> | undefined
  return host?.hash && (host as HostCrypto)
}
