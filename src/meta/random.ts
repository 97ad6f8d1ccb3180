/**
 * Injected random values, so that names and uids are repeatable in a test.
 *
 * @module
 */

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

/** Cached, as a look-up of the global costs as much as an id; only from first use, as it is slow to load. */
let platformCrypto: Crypto | undefined

/** The random source of the platform (Web Crypto). */
export const systemRandom: Random = {
  uuid: () => {
    platformCrypto ??= crypto
    return platformCrypto.randomUUID()
  },
  bytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
}
