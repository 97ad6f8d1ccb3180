/**
 * Forgetting what was superseded, a little at a time, by whichever replica comes first.
 *
 * @module
 */

import { quoted } from './schema.js'
import type { Server } from './server.js'
import type { Session } from './session.js'

/** Commits that one transaction forgets. */
const STEP = 1_000

/** Lets the log forget. */
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
   * Forgets what was superseded up to a revision, if it is time. Where another replica is at it, that is left to it.
   *
   * @param revision - The oldest revision that is still of use.
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
        const tookMs = clock.now() - start
        // Half of the time is for others.
        if (!isDone) await new Promise<void>((resolve) => clock.setTimeout(resolve, tookMs))
      }
    } finally {
      this.#session = undefined
      await session.end()
    }
  }

  /** Ends what is under way. */
  close(): void {
    this.#isClosed = true
    this.#session?.destroy(new Error('the storage is closed'))
  }
}
