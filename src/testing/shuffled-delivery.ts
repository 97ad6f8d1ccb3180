/**
 * Random order of delivery to watchers; the same for the same seed.
 *
 * A plane promises each watch its events in order, and promises nothing about one watch and another. Here each watch has a
 * line of its own, and again and again one of the lines goes on by one event.
 *
 * @module
 */

import type { Activity } from '../client/index.js'
import type { SeededRandom } from './seeded-random.js'

/** The line of one watch. */
export interface DeliveryLine {
  /** Adds an event to deliver. */
  add(tell: () => void): void
  /** Forgets what waits. */
  clear(): void
}

/** Most steps of promises between two deliveries: work that is under way gets on by as much. */
const MAX_PAUSE = 80

/** Brings events to watches in an order that depends on the seed. */
export class ShuffledDelivery {
  readonly #random: SeededRandom
  readonly #activity: Activity
  readonly #lines = new Set<(() => void)[]>()
  #running = false

  /**
   * @param random - Chooses.
   * @param activity - Is busy as long as an event is undelivered.
   */
  constructor(random: SeededRandom, activity: Activity) {
    this.#random = random
    this.#activity = activity
  }

  /** The line of a new watch. */
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
