/**
 * Starts the requests of one connection in the order in which they came, one in each round of all connections: thousands on one
 * connection must not delay the first on another.
 *
 * @module
 */

import { onceAllAreRead } from './node-turns.js'

/** Requests of one connection that are not started yet. */
export class StartQueue {
  readonly #mayStart: () => boolean
  readonly #waiting: (() => void)[] = []
  #hasItsTurn = false

  /** @param mayStart - Whether one more request of the connection may run. */
  constructor(mayStart: () => boolean = () => true) {
    this.#mayStart = mayStart
  }

  /** Number of requests that are not started yet. */
  get size(): number {
    return this.#waiting.length
  }

  /** @param start - Starts a request; must not throw. */
  add(start: () => void): void {
    this.#waiting.push(start)
    this.next()
  }

  /** To be called when a request may start that could not before. */
  next(): void {
    if (this.#hasItsTurn || this.#waiting.length === 0 || !this.#mayStart()) return
    this.#hasItsTurn = true
    onceAllAreRead(() => {
      this.#hasItsTurn = false
      this.#waiting.shift()?.()
      this.next()
    })
  }
}
