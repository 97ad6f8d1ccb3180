/**
 * Background activity: informers that catch up, work queues that are not empty.
 *
 * @module
 */

import { nextTurn } from './next-turn.js'

/** Turns of the event loop without any progress after which the work is considered blocked on a timer. */
const STALL_TURNS = 2_000
/** The same limit once a stall was detected. */
const KNOWN_STALL_TURNS = 20
/**
 * Real time after which a request is considered blocked on a timer, in milliseconds. It is long because loading code can be slow.
 */
const REQUEST_STALL_MS = 4_000

/** Counts work in progress, so that a test can wait until there is none. Waits for a timer do not count. */
export class Activity {
  #busy = 0
  /** How many of the counted items are requests. */
  #requests = 0
  #steps = 0
  /** The step at which a stall was detected. */
  #stalledAt = -1
  #waiting: (() => void)[] = []
  /** Why the work in progress can never finish. */
  #failure: Error | undefined

  /** Number of starts and ends so far: it changes when work goes on. */
  get steps(): number {
    return this.#steps
  }

  /**
   * Counts the start of work.
   *
   * @returns Counts its end; later calls do nothing.
   */
  begin(): () => void {
    this.#change(1)
    return once(() => this.#change(-1))
  }

  /**
   * Counts the start of a request. A request does not depend on a timer, but may take real time, as code may have to be loaded.
   *
   * @returns Counts its end; later calls do nothing.
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
   * Marks work in progress as waiting for a timer.
   *
   * @returns Ends the wait; calls after the first do nothing.
   */
  wait(): () => void {
    this.#change(-1)
    return once(() => this.#change(1))
  }

  /**
   * Marks the work in progress as unable to finish.
   *
   * @param error - The reason, for the current waiters or the next one.
   */
  fail(error: Error): void {
    this.#failure = error
    this.#wake()
  }

  /**
   * Resolves when no work is in progress, including work that other work started.
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
      // Other waiters for the same turn run first: an answer may start the next request.
      await nextTurn()
    }
  }

  /**
   * Resolves when no work is in progress, or when nothing starts or ends any more: the rest waits for a timer, or for something
   * not tracked here. Requests in flight are awaited. After one stall the next is detected sooner.
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
