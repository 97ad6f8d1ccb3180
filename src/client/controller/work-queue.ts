/**
 * A queue of keys to work on.
 *
 * @module
 */

import type { ClientRuntime } from '../runtime.js'

/** How long a key waits after each failure. */
export interface RetryDelays {
  /** After the first failure, in milliseconds; twice as long after each further one. Default 5. */
  readonly initialMs?: number
  /** The longest wait, in milliseconds. Default 1,000,000 (about 17 minutes). */
  readonly maxMs?: number
}

/**
 * Keys to work on, each at most once at a time: one that is added while it waits is there already, and one that is added
 * while somebody works on it comes back when that is done. So nobody misses the last change, however many there were.
 */
export class WorkQueue {
  readonly #runtime: ClientRuntime
  readonly #initialMs: number
  readonly #maxMs: number
  readonly #ready = new Set<string>()
  readonly #working = new Set<string>()
  /** Added while they are worked on. */
  readonly #again = new Set<string>()
  readonly #failures = new Map<string, number>()
  readonly #delayed = new Map<string, { readonly at: number; readonly cancel: () => void }>()
  readonly #takers: ((key: string | undefined) => void)[] = []
  #idle: (() => void) | undefined
  #closed = false

  /**
   * @param runtime - Time, and where it tells that it is busy.
   * @param delays - Waits after failures.
   */
  constructor(runtime: ClientRuntime, { initialMs = 5, maxMs = 1_000_000 }: RetryDelays = {}) {
    this.#runtime = runtime
    this.#initialMs = initialMs
    this.#maxMs = maxMs
  }

  /** Keys that wait to be taken now. */
  get size(): number {
    return this.#ready.size
  }

  /** Adds a key, to be worked on as soon as somebody is free. */
  add(key: string): void {
    if (this.#closed) return
    this.#cancelDelay(key)
    if (this.#working.has(key)) this.#again.add(key)
    else this.#ready.add(key)
    this.#hand()
  }

  /**
   * Adds a key after a time. The earlier of two times counts.
   *
   * @param key - What to work on.
   * @param delayMs - Milliseconds from now.
   */
  addAfter(key: string, delayMs: number): void {
    if (delayMs <= 0) this.add(key)
    if (delayMs <= 0 || this.#closed || this.#ready.has(key)) return
    const at = this.#runtime.clock.now() + delayMs
    const known = this.#delayed.get(key)
    if (known && known.at <= at) return
    known?.cancel()
    this.#delayed.set(key, { at, cancel: this.#runtime.clock.setTimeout(() => this.add(key), delayMs) })
  }

  /** Adds a key that failed, after a time that grows with its failures in a row. */
  retry(key: string): void {
    const failures = this.#failures.get(key) ?? 0
    this.#failures.set(key, failures + 1)
    this.addAfter(key, Math.min(this.#maxMs, this.#initialMs * 2 ** Math.min(failures, 40)))
  }

  /** Forgets the failures of a key. */
  forget(key: string): void {
    this.#failures.delete(key)
  }

  /** Takes the next key, as soon as there is one; undefined when the queue is closed. Tell {@link WorkQueue.done} after it. */
  take(): Promise<string | undefined> {
    if (this.#closed) return Promise.resolve(undefined)
    return new Promise((resolve) => {
      this.#takers.push(resolve)
      this.#hand()
    })
  }

  /** The work on a key is over. */
  done(key: string): void {
    this.#working.delete(key)
    if (this.#again.delete(key)) this.#ready.add(key)
    this.#hand()
  }

  /** Ends the queue: what waits is dropped, and takers get nothing any more. */
  close(): void {
    this.#closed = true
    for (const { cancel } of this.#delayed.values()) cancel()
    for (const keys of [this.#delayed, this.#ready, this.#again]) keys.clear()
    for (const taker of this.#takers.splice(0)) taker(undefined)
    this.#tellBusy()
  }

  #hand(): void {
    for (const key of this.#ready) {
      const taker = this.#takers.shift()
      if (!taker) break
      this.#ready.delete(key)
      this.#working.add(key)
      taker(key)
    }
    this.#tellBusy()
  }

  #tellBusy(): void {
    const busy = this.#ready.size + this.#working.size > 0
    if (busy) this.#idle ??= this.#runtime.activity.begin()
    else {
      this.#idle?.()
      this.#idle = undefined
    }
  }

  #cancelDelay(key: string): void {
    this.#delayed.get(key)?.cancel()
    this.#delayed.delete(key)
  }
}
