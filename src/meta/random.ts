/**
 * Injected random values, so that names and uids are repeatable in a test.
 *
 * @module
 */

import { type HostCrypto, hostCrypto } from './host-crypto.js'

/** A source of random values. */
export interface Random {
  /** A random UUID, version 4 (RFC 9562 §5.4). */
  uuid(): string
  /**
   * Random bytes.
   *
   * @param length - Number of bytes.
   */
  bytes(length: number): Uint8Array
}

type Source = Pick<HostCrypto, 'randomUUID' | 'randomFillSync'>

/** Cached, as a look-up of the global costs as much as an id; only from first use, as it is slow to load. */
let cached: Source | undefined

function source(): Source {
  cached ??= hostCrypto() ?? {
    randomUUID: () => crypto.randomUUID(),
    randomFillSync: (bytes) => crypto.getRandomValues(bytes),
  }
  return cached
}

/** The random source of the platform. */
export const systemRandom: Random = {
  uuid: () => source().randomUUID(),
  bytes(length) {
    const bytes = new Uint8Array(length)
    source().randomFillSync(bytes)
    return bytes
  },
}
