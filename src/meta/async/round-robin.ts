/**
 * A queue of several users: they take turns, and the items of each are in order.
 *
 * @module
 */

/** Items of users. */
export class RoundRobin<T> {
  /** The user whose turn it is comes first. */
  readonly #queues = new Map<string, T[]>()
  #size = 0

  /** Number of items. */
  get size(): number {
    return this.#size
  }

  /** Adds an item of a user. */
  add(user: string, item: T): void {
    const queue = this.#queues.get(user)
    if (queue) queue.push(item)
    else this.#queues.set(user, [item])
    this.#size += 1
  }

  /** Removes and returns the next item; undefined when there is none. */
  next(): T | undefined {
    for (const [user, queue] of this.#queues) {
      const item = queue.shift()
      this.#queues.delete(user)
      if (queue.length > 0) this.#queues.set(user, queue)
      this.#size -= 1
      return item
    }
    return undefined
  }
}
