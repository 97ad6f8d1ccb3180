/**
 * Background activity: informers that catch up, work queues that are not empty.
 *
 * @module
 */

import { nextTurn } from './next-turn.js'

/** Turns of the event loop in which work moves nothing, after which it is taken to wait for time. */
const STALL_TURNS = 2_000
/** Turns after which a stall that is known is still one. */
const KNOWN_STALL_TURNS = 20
/** Real time after which a request is taken to wait for time to pass, in milliseconds: few do, and loading code may be slow. */
const REQUEST_STALL_MS = 4_000

/** Counts what is busy, so that a test can wait until nothing is. Waits for time to pass do not count. */
export class Activity {
  #busy = 0
  /** How many of what is busy are requests. */
  #requests = 0
  /** How often something began or ended. */
  #steps = 0
  /** The step at which nothing moved any more. */
  #stalledAt = -1
  #waiting: (() => void)[] = []
  /** Why what is busy will never be done. */
  #failure: Error | undefined

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
   * A request starts: something that is over without time passing, however long that takes, as code may have to be loaded
   * for it.
   *
   * @returns Ends it; calls after the first do nothing.
   */
  beginRequest(): () => void {
    this.#requests += 1
    this.#change(1)
    return once(() => {
      this.#requests -= 1
      this.#change(-1)
    })
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

  /**
   * What is busy will never be done.
   *
   * @param error - The reason, for current waiters or the next one.
   */
  fail(error: Error): void {
    this.#failure = error
    this.#wake()
  }

  /**
   * Resolves when nothing is busy, and nothing became busy because of what was.
   *
   * @throws The error of {@link Activity.fail}.
   */
  async settled(): Promise<void> {
    for (let quiet = 0; quiet < 2; quiet++) {
      this.#throwFailure()
      while (this.#busy > 0) {
        quiet = 0
        await new Promise<void>((resolve) => this.#waiting.push(resolve))
        this.#throwFailure()
      }
      // Waiters for the same go first: an answer that came may be what starts the next thing.
      await nextTurn()
    }
  }

  /**
   * Resolves when nothing is busy, or when nothing begins or ends any more: what is still busy waits for a timer, or for
   * something not tracked here. Requests in flight are awaited. While nothing else moves, a stall is detected at once.
   *
   * @throws The error of {@link Activity.fail}.
   */
  async stalled(): Promise<void> {
    let [seen, since] = [this.#steps, performance.now()]
    for (let quiet = 0; quiet < this.#turnsToStall(since); quiet++) {
      await nextTurn()
      this.#throwFailure()
      if (this.#steps === seen) continue
      quiet = -1
      seen = this.#steps
      since = performance.now()
    }
    this.#stalledAt = seen
  }

  #turnsToStall(since: number): number {
    if (this.#busy <= 0) return 2
    if (this.#steps === this.#stalledAt) return KNOWN_STALL_TURNS
    const waitsForRequest = this.#requests > 0 && performance.now() - since < REQUEST_STALL_MS
    return waitsForRequest ? Number.POSITIVE_INFINITY : STALL_TURNS
  }

  #change(by: 1 | -1): void {
    this.#busy += by
    this.#steps += 1
    if (this.#busy <= 0) this.#wake()
  }

  #wake(): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const wake of waiting) wake()
  }

  #throwFailure(): void {
    const failure = this.#failure
    this.#failure = undefined
    if (failure) throw failure
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
