/**
 * Closing of networked engines: it happens once, and later calls are refused.
 *
 * @module
 */

import { unavailable } from './refusals.js'

/** Something that is closed once. */
export abstract class Closable {
  #isClosed = false

  /** Closes it; later calls do nothing. */
  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    await this.end()
  }

  /** Releases resources. Called once. */
  protected abstract end(): void | Promise<void>

  /** @throws ApiError 503 once it is closed. */
  protected refuseWhenClosed(): void {
    if (this.#isClosed) throw unavailable(new Error('the storage is closed'))
  }
}
