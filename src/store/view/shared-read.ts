/**
 * Asking once for many who want to know the same thing at the same time.
 *
 * @module
 */

/**
 * Shares calls among callers that ask while one is under way. An answer is only given to callers that asked before the call
 * began, so that it is as new as if each had asked alone.
 */
export class SharedRead<T> {
  readonly #call: () => Promise<T>
  #running: Promise<unknown> = Promise.resolve()
  #next: Promise<T> | undefined

  /** @param call - Asks. */
  constructor(call: () => Promise<T>) {
    this.#call = call
  }

  /** An answer that was true at some time after this was called. */
  ask(): Promise<T> {
    this.#next ??= this.#running.then(() => {
      // From here on callers come too late for this call.
      this.#next = undefined
      const answer = this.#call()
      this.#running = answer.catch(() => {})
      return answer
    })
    return this.#next
  }
}
