/**
 * Reports of watches that fail and are retried.
 *
 * @module
 */

import { isExpired } from '../errors.js'

/** Reports failures of one watch: each reason once, as attempts go on for ever. */
export class RetryReport {
  readonly #report: (error: unknown) => void
  #last: string | undefined

  /** @param report - Called with the first failure, and again when the reason changes. */
  constructor(report: (error: unknown) => void) {
    this.#report = report
  }

  /** A watch failed. Lost history is no fault: the watch reads the state again. */
  failed(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error)
    if (isExpired(error) || reason === this.#last) return
    this.#last = reason
    this.#report(error)
  }

  /** The watch delivers changes: the next failure is a new one. */
  wentOn(): void {
    this.#last = undefined
  }
}
