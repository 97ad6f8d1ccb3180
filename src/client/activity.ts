/**
 * What is going on by itself: informers that catch up, work queues with something to do.
 *
 * @module
 */

/** Counts what is busy, so that a test can wait until nothing is. Waits for time to pass do not count. */
export class Activity {
  #busy = 0
  /** How often something began or ended. */
  #steps = 0
  #waiting: (() => void)[] = []

  /**
   * Something starts.
   *
   * @returns Ends it; calls after the first do nothing.
   */
  begin(): () => void {
    this.#change(1)
    return once(() => this.#change(-1))
  }

  /**
   * What is busy begins to wait for time to pass.
   *
   * @returns Ends the wait; calls after the first do nothing.
   */
  wait(): () => void {
    this.#change(-1)
    return once(() => this.#change(1))
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

  /**
   * Resolves when nothing is busy, or when nothing began or ended for a while: what is busy then waits for time to pass, or
   * for something that nobody here knows of.
   *
   * @param turns - How many turns of the event loop that while is.
   */
  async stalled(turns: number): Promise<void> {
    let seen = this.#steps
    for (let quiet = 0; quiet < (this.#busy > 0 ? turns : 2); quiet++) {
      await nextTurn()
      if (this.#steps !== seen) quiet = -1
      seen = this.#steps
    }
  }

  #change(by: 1 | -1): void {
    this.#busy += by
    this.#steps += 1
    if (this.#busy > 0) return
    const waiting = this.#waiting
    this.#waiting = []
    for (const wake of waiting) wake()
  }
}

function once(work: () => void): () => void {
  let done = false
  return () => {
    if (done) return
    done = true
    work()
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
