/**
 * Shares one request among concurrent callers with the same question.
 *
 * @module
 */

/**
 * Shares calls among concurrent callers. An answer is only given to callers that asked before the call
 * began, so that it is as current as if each had asked alone.
 */
export class SharedRead<T> {
  readonly #call: () => Promise<T>
  #running: Promise<unknown> = Promise.resolve()
  #next: Promise<T> | undefined

  /** @param call - The request. */
  constructor(call: () => Promise<T>) {
    this.#call = call
  }

  /** An answer from some time after this call. */
  ask(): Promise<T> {
    this.#next ??= this.#running.then(() => {
      // Later callers need another call.
      this.#next = undefined
      const answer = this.#call()
      this.#running = answer.catch(() => {})
      return answer
    })
    return this.#next
  }
}
