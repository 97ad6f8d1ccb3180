/**
 * Memory that users share.
 *
 * @module
 */

/** Users who hold nothing and are kept, as deleting and adding an entry for each answer costs more than changing it. */
const MOST_IDLE_USERS = 64

/** Shares a number of bytes: a user holds no more of them than are left for all others. */
export class SharedBytes {
  readonly #held = new Map<string, number>()
  #free: number

  /** @param bytes - How many there are. */
  constructor(bytes: number) {
    this.#free = bytes
  }

  /** Free bytes. */
  get free(): number {
    return this.#free
  }

  /** Takes bytes for a user; false when that would be too many. */
  take(user: string, bytes: number): boolean {
    const held = (this.#held.get(user) ?? 0) + bytes
    if (held > this.#free) return false
    this.#held.set(user, held)
    this.#free -= bytes
    return true
  }

  /** Gives bytes back that a user has taken. */
  giveBack(user: string, bytes: number): void {
    const held = (this.#held.get(user) ?? 0) - bytes
    if (held > 0 || this.#held.size <= MOST_IDLE_USERS) this.#held.set(user, held)
    else this.#held.delete(user)
    this.#free += bytes
  }
}
