/**
 * What is going on by itself: informers that catch up, work queues with something to do.
 *
 * @module
 */

/** Counts what is busy, so that a test can wait until nothing is. Waits for time to pass do not count. */
export class Activity {
  #busy = 0
  #waiting: (() => void)[] = []

  /**
   * Something starts.
   *
   * @returns Ends it; calls after the first do nothing.
   */
  begin(): () => void {
    this.#busy += 1
    let ended = false
    return () => {
      if (ended) return
      ended = true
      this.#busy -= 1
      if (this.#busy > 0) return
      const waiting = this.#waiting
      this.#waiting = []
      for (const wake of waiting) wake()
    }
  }

  /** Resolves when nothing is busy, and nothing became busy because of what was. */
  async settled(): Promise<void> {
    for (let quiet = 0; quiet < 2; quiet++) {
      while (this.#busy > 0) {
        quiet = 0
        await new Promise<void>((resolve) => this.#waiting.push(resolve))
      }
      // Whoever was waiting for the same goes first: an answer that came may be what starts the next thing.
      await nextTurn()
    }
  }
}

/** The next turn of the event loop, by a message: timers may be in a test's hand. */
function nextTurn(): Promise<void> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(undefined)
  })
}
