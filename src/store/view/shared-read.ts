/**
 * Shares one request among concurrent callers with the same question.
 *
 * @module
 */

import { nextTurn, type Scheduler } from '../../meta/index.js'

/**
 * Shares calls among concurrent callers. An answer is only given to callers that asked before the call
 * began, so that it is as current as if each had asked alone.
 */
export class SharedRead<T> {
  readonly #call: () => Promise<T>
  readonly #schedule: Scheduler
  #running: Promise<unknown> = Promise.resolve()
  #next: Promise<T> | undefined

  /**
   * @param call - The request.
   * @param schedule - Begins it; by default after this turn of the event loop, so that all requests that came in the turn share it.
   */
  constructor(call: () => Promise<T>, schedule: Scheduler = nextTurn) {
    this.#call = call
    this.#schedule = schedule
  }

  /** An answer from some time after this call. */
  ask(): Promise<T> {
    this.#next ??= this.#running
      .then(() => this.#turnIsOver())
      .then(() => {
        // Later callers need another call.
        this.#next = undefined
        const answer = this.#call()
        this.#running = answer.catch(() => {})
        return answer
      })
    return this.#next
  }

  #turnIsOver(): Promise<void> {
    return new Promise((resolve) => this.#schedule(resolve))
  }
}
