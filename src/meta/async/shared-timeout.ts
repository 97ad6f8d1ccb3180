/**
 * Time limits of the same length for many pieces of work, with one timer for all.
 *
 * @module
 */

import type { Clock } from '../clock.js'

/** One piece of work, in a list by the order of their ends. */
class Limited {
  readonly dueMs: number
  readonly onOver: () => void
  before: Limited | undefined
  after: Limited | undefined

  constructor(dueMs: number, onOver: () => void) {
    this.dueMs = dueMs
    this.onOver = onOver
  }
}

/**
 * Limits the time of work. A timer for each request takes as long as reading an object; here a request costs a link of a list, and
 * the timer is that of the oldest one.
 *
 * A set would do in place of the list, but copies itself again and again where entries come and go, and its old copies keep the
 * requests alive until the next full garbage collection.
 */
export class SharedTimeout {
  readonly #clock: Clock
  readonly #limitMs: number
  #first: Limited | undefined
  #last: Limited | undefined
  /** The one that the timer was set for. */
  #awaited: Limited | undefined
  /** Cancels the timer; undefined when there is none. */
  #cancel: (() => void) | undefined

  /**
   * @param clock - Measures the time.
   * @param limitMs - The limit, in milliseconds.
   */
  constructor(clock: Clock, limitMs: number) {
    this.#clock = clock
    this.#limitMs = limitMs
  }

  /**
   * Limits one piece of work from now on.
   *
   * @param onOver - Called once, when its time is over. It must not start another piece itself.
   * @returns Lifts the limit, for work that is done.
   */
  start(onOver: () => void): () => void {
    const limited = new Limited(this.#clock.now() + this.#limitMs, onOver)
    limited.before = this.#last
    if (this.#last) this.#last.after = limited
    else this.#first = limited
    this.#last = limited
    if (!this.#cancel) this.#await(limited)
    return () => this.#remove(limited)
  }

  #remove(limited: Limited): void {
    const { before, after } = limited
    if (before) before.after = after
    else if (this.#first === limited) this.#first = after
    if (after) after.before = before
    else if (this.#last === limited) this.#last = before
    limited.before = undefined
    limited.after = undefined
    if (!this.#first) this.#end()
  }

  #await(limited: Limited): void {
    this.#awaited = limited
    // No longer than the limit, even where the clock was set back.
    const delayMs = Math.max(0, Math.min(limited.dueMs - this.#clock.now(), this.#limitMs))
    this.#cancel = this.#clock.setTimeout(() => this.#onTimer(), delayMs)
  }

  #onTimer(): void {
    const now = this.#clock.now()
    for (let oldest = this.#first; oldest; oldest = this.#first) {
      if (oldest !== this.#awaited && oldest.dueMs > now) {
        this.#await(oldest)
        return
      }
      this.#remove(oldest)
      oldest.onOver()
    }
  }

  #end(): void {
    this.#cancel?.()
    this.#cancel = undefined
  }
}
