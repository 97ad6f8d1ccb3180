/**
 * A cache limited in entries, total key length, and time.
 *
 * @module
 */

import type { Clock } from '../clock.js'

/** Options of an {@link ExpiringCache}. */
export interface ExpiringCacheOptions {
  /** Maximum number of entries; the least recently used is evicted first. */
  readonly maxEntries: number
  /** For the expiry of entries. */
  readonly clock: Clock
}

/** Maximum characters of all keys together, as clients control them. */
const MAX_LENGTH = 8 * 1024 * 1024
/** Longer keys are not cached: one would evict many others. */
const MAX_KEY = MAX_LENGTH / 128

interface Entry<V> {
  readonly value: V
  readonly expiresMs: number
}

/** Caches values by text for a limited time. */
export class ExpiringCache<V> {
  readonly #maxEntries: number
  readonly #clock: Clock
  /** In order of last use. */
  readonly #entries = new Map<string, Entry<V>>()
  #length = 0

  /** @param options - See {@link ExpiringCacheOptions}. */
  constructor({ maxEntries, clock }: ExpiringCacheOptions) {
    this.#maxEntries = maxEntries
    this.#clock = clock
  }

  /** The value of a key, unless missing or expired. */
  get(key: string): V | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    this.#delete(key)
    if (entry.expiresMs <= this.#clock.now()) return undefined
    this.#add(key, entry)
    return entry.value
  }

  /**
   * Caches a value.
   *
   * @param key - Any text; one of more than 64 Ki characters is not cached.
   * @param value - The value.
   * @param ttlMs - Lifetime in milliseconds.
   */
  set(key: string, value: V, ttlMs: number): void {
    this.#delete(key)
    if (ttlMs <= 0 || key.length > MAX_KEY) return
    this.#add(key, { value, expiresMs: this.#clock.now() + ttlMs })
    for (const oldest of this.#entries.keys()) {
      if (this.#entries.size <= this.#maxEntries && this.#length <= MAX_LENGTH) return
      this.#delete(oldest)
    }
  }

  #add(key: string, entry: Entry<V>): void {
    this.#entries.set(key, entry)
    this.#length += key.length
  }

  #delete(key: string): void {
    if (this.#entries.delete(key)) this.#length -= key.length
  }
}
