/**
 * Compacts superseded values in small steps, by one of the replicas.
 *
 * @module
 */

import { quoted } from './schema.js'
import type { Server } from './server.js'
import type { Session } from './session.js'

/** Commits compacted by one transaction. */
const STEP = 1_000

/** Compacts the log. */
export class Compactor {
  readonly #server: Server
  #latestAt = Number.NEGATIVE_INFINITY
  #session: Session | undefined
  #isClosed = false

  /** @param server - The connections to PostgreSQL. */
  constructor(server: Server) {
    this.#server = server
  }

  /**
   * Compacts superseded values up to a revision, if the interval has passed. Does nothing while another replica compacts.
   *
   * @param revision - The oldest revision that is still needed.
   */
  async compact(revision: number): Promise<void> {
    const { clock, compactionIntervalSeconds, schema } = this.#server.settings
    const interval = compactionIntervalSeconds * 1_000
    if (interval === 0 || this.#session || clock.now() - this.#latestAt < interval) return
    this.#latestAt = clock.now()
    const session = await this.#server.connect()
    this.#session = session
    try {
      for (let isDone = false; !isDone && !this.#isClosed; ) {
        const start = clock.now()
        const [row] = await session.query(`select ${quoted(schema)}.compact($1, $2)`, [revision, STEP])
        isDone = row?.[0] === null
        // At most half of the time is used for compaction. A clock that was set forward must not stop it.
        const tookMs = Math.min(clock.now() - start, interval)
        if (!isDone) await new Promise<void>((resolve) => clock.setTimeout(resolve, tookMs))
      }
    } finally {
      this.#session = undefined
      await session.end()
    }
  }

  /** Ends the compaction in progress. */
  close(): void {
    this.#isClosed = true
    this.#session?.destroy(new Error('the storage is closed'))
  }
}
