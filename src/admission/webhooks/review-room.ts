/**
 * Memory for the reviews that webhooks have not answered yet.
 *
 * Each call has the objects of its request once more. A webhook that is slow, or hundreds of them for one type, would make a plane
 * hold gigabytes for a single user who writes large objects.
 *
 * @module
 */

import { type Clock, FairSeats, type Flow } from '../../meta/index.js'

/** Characters in memory for all reviews that wait for an answer (ours); a user has no more of them than are left for others. */
const MAX_CHARACTERS = 128 * 1024 * 1024
/** The objects are in the body of a call, and besides, for the other calls of the same request. */
const COPIES = 2

/** The room of all calls of the webhooks of a plugin. */
export class ReviewRoom {
  readonly #shared = new FairSeats({ seats: MAX_CHARACTERS, places: Number.POSITIVE_INFINITY })

  /**
   * Asks for the room of a call.
   *
   * @param user - Whose request it is.
   * @param characters - Of the objects.
   */
  enter(user: string, characters: number): ReviewPlace {
    return new ReviewPlace(this.#shared, user, Math.min(characters * COPIES, MAX_CHARACTERS / 2))
  }
}

/** The room of one call. */
export class ReviewPlace {
  readonly #shared: FairSeats
  readonly #flow: Flow
  readonly #seats: number
  #isTaken: boolean

  constructor(shared: FairSeats, user: string, seats: number) {
    this.#shared = shared
    this.#seats = seats
    this.#flow = shared.join(user)
    this.#isTaken = shared.take(this.#flow, seats)
  }

  /** Whether it is there. */
  get isTaken(): boolean {
    return this.#isTaken
  }

  /**
   * Waits until other calls are answered.
   *
   * @param ms - The longest wait.
   * @returns Whether the room is there now.
   */
  wait(clock: Clock, ms: number): Promise<boolean> {
    return new Promise((resolve) => {
      const waiter = {
        seats: this.#seats,
        grant: () => {
          cancel?.()
          this.#isTaken = true
          resolve(true)
        },
      }
      const giveUp = () => {
        this.#shared.withdraw(this.#flow, waiter)
        resolve(false)
      }
      const cancel = Number.isFinite(ms) ? clock.setTimeout(giveUp, ms) : undefined
      this.#shared.wait(this.#flow, waiter)
    })
  }

  /** The call is over, or is not made. */
  leave(): void {
    if (this.#isTaken) this.#shared.giveBack(this.#flow, this.#seats)
    this.#isTaken = false
    this.#shared.leave(this.#flow)
  }
}
