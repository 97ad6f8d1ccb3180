/**
 * A queue of several users: they take turns, and the items of each are in order.
 *
 * @module
 */

/** Taken items that are kept in an array, at least: removing the first of tens of thousands copies all others. */
const MOST_TAKEN = 1024

/** The items of one user. */
interface Queue<T> {
  items: (T | undefined)[]
  /** How many of them were taken. */
  taken: number
}

/** Items of users. */
export class RoundRobin<T> {
  /** The user whose turn it is comes first. */
  readonly #queues = new Map<string, Queue<T>>()
  #size = 0

  /** Number of items. */
  get size(): number {
    return this.#size
  }

  /** Adds an item of a user. */
  add(user: string, item: T): void {
    const queue = this.#queues.get(user)
    if (queue) queue.items.push(item)
    else this.#queues.set(user, { items: [item], taken: 0 })
    this.#size += 1
  }

  /** Removes and returns the next item; undefined when there is none. */
  next(): T | undefined {
    for (const [user, queue] of this.#queues) {
      const item = queue.items[queue.taken]
      queue.items[queue.taken] = undefined
      queue.taken += 1
      this.#queues.delete(user)
      if (queue.taken < queue.items.length) this.#queues.set(user, queue)
      if (queue.taken > MOST_TAKEN && queue.taken > queue.items.length / 2) {
        queue.items = queue.items.slice(queue.taken)
        queue.taken = 0
      }
      this.#size -= 1
      return item
    }
    return undefined
  }
}
