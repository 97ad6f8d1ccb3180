/**
 * What engines that are asked over a network do about their end: it comes once, and refuses what comes after it.
 *
 * @module
 */

import { unavailable } from './refusals.js'

/** Something that is closed once. */
export abstract class Closable {
  #isClosed = false

  /** Ends it; a second time does nothing. */
  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    await this.end()
  }

  /** Ends what there is to end. Called once. */
  protected abstract end(): void | Promise<void>

  /** @throws ApiError 503 once it is closed. */
  protected refuseWhenClosed(): void {
    if (this.#isClosed) throw unavailable(new Error('the storage is closed'))
  }
}
