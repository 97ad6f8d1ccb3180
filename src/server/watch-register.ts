/**
 * The watches that are open.
 *
 * @module
 */

import type { WatchStream } from './watch-stream.js'

/** Knows the open watches of a server, to count and to end them. */
export class WatchRegister {
  readonly #open = new Set<WatchStream>()
  #closed = false

  /** How many watches are open. */
  get size(): number {
    return this.#open.size
  }

  /** True once all watches have been ended for good: no new one begins. */
  get isClosed(): boolean {
    return this.#closed
  }

  /** Takes note of a watch. */
  add(stream: WatchStream): void {
    this.#open.add(stream)
  }

  /** Forgets a watch that is over. */
  remove(stream: WatchStream): void {
    this.#open.delete(stream)
  }

  /** Ends all watches cleanly; clients go on elsewhere from the last version they saw. */
  endAll(): void {
    this.#closed = true
    for (const stream of this.#open) stream.end()
  }

  /** Breaks off all watches, also those whose clients do not read. */
  abortAll(): void {
    this.#closed = true
    for (const stream of this.#open) stream.abort()
  }
}
