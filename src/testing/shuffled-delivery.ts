/**
 * Random order of delivery to watchers; the same for the same seed.
 *
 * A plane delivers events to each watch in order, with no order between watches. Here each watch has a queue, and each step
 * delivers one event of a random queue.
 *
 * @module
 */

import type { Activity } from '../client/index.js'
import type { SeededRandom } from './seeded-random.js'

/** The queue of one watch. */
export interface DeliveryLine {
  /** Adds an event to deliver. */
  add(tell: () => void): void
  /** Drops waiting events. */
  clear(): void
}

/** Maximum number of microtasks between two deliveries, in which other work makes progress. */
const MAX_PAUSE = 80

/** Delivers events to watches in an order that depends on the seed. */
export class ShuffledDelivery {
  readonly #random: SeededRandom
  readonly #activity: Activity
  readonly #lines = new Set<(() => void)[]>()
  #running = false

  /**
   * @param random - Chooses the queue.
   * @param activity - Counts undelivered events as work in progress.
   */
  constructor(random: SeededRandom, activity: Activity) {
    this.#random = random
    this.#activity = activity
  }

  /** Makes the queue of a new watch. */
  line(): DeliveryLine {
    const waiting: (() => void)[] = []
    return {
      add: (tell) => {
        waiting.push(tell)
        this.#lines.add(waiting)
        if (!this.#running) void this.#run()
      },
      clear: () => {
        waiting.length = 0
        this.#lines.delete(waiting)
      },
    }
  }

  async #run(): Promise<void> {
    this.#running = true
    const idle = this.#activity.begin()
    try {
      while (this.#lines.size > 0) {
        for (let steps = this.#random.integer(MAX_PAUSE); steps >= 0; steps--) await undefined
        const lines = [...this.#lines]
        const line = lines[this.#random.integer(lines.length)]
        const tell = line?.shift()
        if (line?.length === 0) this.#lines.delete(line)
        tell?.()
      }
    } finally {
      this.#running = false
      idle()
    }
  }
}
