/**
 * What is going on by itself: informers that catch up, work queues with something to do.
 *
 * @module
 */

/** Turns of the event loop: more than it takes to load a module, which is the longest that work waits for nobody. */
const STALL_TURNS = 10_000
/** Turns after which a stall that is known is still one. */
const KNOWN_STALL_TURNS = 20

/** Counts what is busy, so that a test can wait until nothing is. Waits for time to pass do not count. */
export class Activity {
  #busy = 0
  /** How often something began or ended. */
  #steps = 0
  /** The step at which nothing moved any more. */
  #stalledAt = -1
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
   * Resolves when nothing is busy, or when nothing began or ended for many turns of the event loop: what is busy then waits
   * for time to pass, or for something that nobody here knows of. As long as nothing else moves it is not waited for again.
   */
  async stalled(): Promise<void> {
    let seen = this.#steps
    for (let quiet = 0; quiet < this.#turnsToStall(); quiet++) {
      await nextTurn()
      if (this.#steps !== seen) quiet = -1
      seen = this.#steps
    }
    this.#stalledAt = seen
  }

  #turnsToStall(): number {
    if (this.#busy <= 0) return 2
    return this.#steps === this.#stalledAt ? KNOWN_STALL_TURNS : STALL_TURNS
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
