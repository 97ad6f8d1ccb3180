/**
 * A cache that is bounded in entries and in time.
 *
 * @module
 */

import type { Clock } from '../clock.js'

/** Options of an {@link ExpiringCache}. */
export interface ExpiringCacheOptions {
  /** Maximum number of entries; the least recently used is evicted first. */
  readonly maxEntries: number
  /** Says when an entry is too old. */
  readonly clock: Clock
}

/** Remembers values by text for a while. */
export class ExpiringCache<V> {
  readonly #maxEntries: number
  readonly #clock: Clock
  /** In order of last use. */
  readonly #entries = new Map<string, { readonly value: V; readonly expiresMs: number }>()

  /** @param options - See {@link ExpiringCacheOptions}. */
  constructor({ maxEntries, clock }: ExpiringCacheOptions) {
    this.#maxEntries = maxEntries
    this.#clock = clock
  }

  /** The value of a key, unless missing or expired. */
  get(key: string): V | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    this.#entries.delete(key)
    if (entry.expiresMs <= this.#clock.now()) return undefined
    this.#entries.set(key, entry)
    return entry.value
  }

  /**
   * Remembers a value.
   *
   * @param key - Any text.
   * @param value - The value.
   * @param ttlMs - For how long, in milliseconds.
   */
  set(key: string, value: V, ttlMs: number): void {
    this.#entries.delete(key)
    if (ttlMs <= 0) return
    this.#entries.set(key, { value, expiresMs: this.#clock.now() + ttlMs })
    if (this.#entries.size <= this.#maxEntries) return
    const [oldest] = this.#entries.keys()
    if (oldest !== undefined) this.#entries.delete(oldest)
  }
}
