/**
 * Chance, as something that is handed in, so that names and uids can repeat in a test.
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
   * @param length - How many.
   */
  bytes(length: number): Uint8Array
}

/** Kept, as looking the global up costs as much as an id does; and only from first use, as it is slow to load. */
let platformCrypto: Crypto | undefined

/** The random source of the platform (Web Crypto). */
export const systemRandom: Random = {
  uuid: () => {
    platformCrypto ??= crypto
    return platformCrypto.randomUUID()
  },
  bytes: (length) => crypto.getRandomValues(new Uint8Array(length)),
}
