/**
 * Events for the watches of a plane, which are written a bounded number of bytes in a turn of the event loop.
 *
 * The kernel takes megabytes for each connection, whether its client reads them or not: an event of a megabyte for a thousand
 * watches would be copied, and encrypted, a thousand times in one turn.
 *
 * @module
 */

import { amongRequests, nextTurn, RoundRobin } from '../meta/index.js'

/** Written in a turn: 25 ms of copying, or 60 ms with encryption. */
const BYTES_A_TURN = 8 * 1024 * 1024
/** What a write costs besides its bytes. */
const BYTES_A_WRITE = 4 * 1024

/** The writes of all watches of a plane. */
export class FanOut {
  #left = BYTES_A_TURN
  /** The bytes of this turn are counted. */
  #isCounting = false
  readonly #waiting = new RoundRobin<() => void>()
  #isPlanned = false

  /**
   * Asks for a write in this turn.
   *
   * @param bytes - Its length.
   * @returns False when the turn has no room for it, or other watches wait: {@link add} then calls back.
   */
  take(bytes: number): boolean {
    if (this.#left <= 0) return false
    if (!this.#isCounting) this.#count()
    this.#left -= bytes + BYTES_A_WRITE
    return true
  }

  /**
   * Calls back in a later turn, with room for a write. Requests wait meanwhile: otherwise many writes of one client would make
   * more events than can be sent.
   *
   * @param user - Whose watch it is; users take turns.
   * @param goOn - Continues to write.
   */
  add(user: string, goOn: () => void): void {
    this.#waiting.add(user, goOn)
    this.#plan()
  }

  #plan(): void {
    if (this.#isPlanned) return
    this.#isPlanned = true
    amongRequests(() => this.#run())
  }

  #run(): void {
    this.#isPlanned = false
    // One that needs more room is added again, behind the others.
    while (this.#left > 0 && this.#waiting.size > 0) this.#waiting.next()?.()
    if (this.#waiting.size > 0) this.#plan()
  }

  #count(): void {
    this.#isCounting = true
    nextTurn(() => {
      this.#isCounting = false
      this.#left = BYTES_A_TURN
    })
  }
}
