/**
 * A cache of authentication results by token.
 *
 * @module
 */

import { createDigest, type Digest } from '../crypto/index.js'
import { andThen, type Random } from '../meta/index.js'
import { LastTokens } from './last-tokens.js'

/** Options of a {@link TokenCache}. */
export interface TokenCacheOptions {
  /** Maximum number of cached tokens; the least recently used one is evicted first. Default 4096. */
  readonly maxTokens?: number
  /** Random source for the secret of the digests; Web Crypto by default. */
  readonly random?: Random
}

interface Entry<T> {
  readonly value: T
  readonly expiresMs: number
}

/** Caches results by token. The keys are digests with a secret of this cache; of tokens it holds the last one of each connection. */
export class TokenCache<T> {
  readonly #maxTokens: number
  readonly #digest: Digest
  readonly #last = new LastTokens<string>()
  readonly #known = new Map<string, Entry<T>>()
  /** The most recently used entry: moving it would change nothing, and make the map grow and be rebuilt. */
  #newest: string | undefined

  /** @param options - See {@link TokenCacheOptions}. */
  constructor({ maxTokens = 4096, random }: TokenCacheOptions = {}) {
    this.#maxTokens = maxTokens
    this.#digest = createDigest(random)
  }

  /**
   * The cache key of a token.
   *
   * @param token - The token.
   * @param connection - The connection it came on: a token that comes again on the same one is not digested again.
   */
  digestOf(token: string, connection?: object): string | Promise<string> {
    if (!connection) return this.#digest(token)
    const known = this.#last.get(connection, token)
    if (known !== undefined) return known
    return andThen(this.#digest(token), (digest) => {
      this.#last.set(connection, token, digest)
      return digest
    })
  }

  /**
   * Looks a token up.
   *
   * @param digest - Of the token.
   * @param nowMs - The time.
   */
  get(digest: string, nowMs: number): T | undefined {
    const entry = this.#known.get(digest)
    if (!entry) return undefined
    if (entry.expiresMs <= nowMs) {
      this.#known.delete(digest)
      return undefined
    }
    if (digest !== this.#newest) this.#moveToEnd(digest, entry)
    return entry.value
  }

  /**
   * Caches a result for a token.
   *
   * @param digest - Of the token.
   * @param value - The result.
   * @param expiresMs - When the entry expires.
   */
  set(digest: string, value: T, expiresMs: number): void {
    this.#moveToEnd(digest, { value, expiresMs })
    if (this.#known.size <= this.#maxTokens) return
    for (const oldest of this.#known.keys()) {
      this.#known.delete(oldest)
      return
    }
  }

  #moveToEnd(digest: string, entry: Entry<T>): void {
    this.#known.delete(digest)
    this.#known.set(digest, entry)
    this.#newest = digest
  }

  /** Clears the cache, as its results may no longer be valid. */
  clear(): void {
    this.#known.clear()
  }
}
