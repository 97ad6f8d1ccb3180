/**
 * Group commit: concurrent writers share one record of the journal, and so one sync.
 *
 * One group is written at a time. Items that arrive meanwhile wait, and the next group also waits briefly for the writers of the
 * last one, which are likely to write again. Otherwise the writers would split into two halves, one on the disk while the other
 * waits, in groups of half the size.
 *
 * @module
 */

/** Maximum items of a group: beyond that, waiting for the group costs more than sharing saves. */
const LARGEST_GROUP = 1_000
/** Maximum bytes of a group; a larger item is a separate group. */
const HEAVIEST_GROUP = 1024 * 1024
/**
 * Turns of the event loop without a new commit after which the group is written. Data read in one turn is processed in the next.
 */
const QUIET_TURNS = 2
/** Maximum wait of a group for more items, in milliseconds. */
const LONGEST_GATHERING = 2

/** Puts items in groups, and writes one group at a time. */
export class GroupWriter<T> {
  readonly #write: (items: readonly T[]) => Promise<void>
  readonly #weightOf: (item: T) => number
  readonly #now: () => number
  #queue: T[] = []
  #between: (() => void)[] = []
  #run: Promise<void> | undefined
  /** Number of recent items: in the last group, and waiting when it was written. */
  #lately = 0

  /**
   * @param write - Writes a group and resolves its items; never rejects.
   * @param weightOf - Size of an item in bytes.
   * @param now - Elapsed milliseconds; the platform's by default.
   */
  constructor(
    write: (items: readonly T[]) => Promise<void>,
    weightOf: (item: T) => number,
    now: () => number = () => performance.now(),
  ) {
    this.#write = write
    this.#weightOf = weightOf
    this.#now = now
  }

  /** Adds an item to the next group. */
  add(item: T): void {
    this.#queue.push(item)
    this.#run ??= this.#work()
  }

  /**
   * Runs an action while no group is being written.
   *
   * @param action - A synchronous action.
   */
  atRest<R>(action: () => R): Promise<R> {
    return new Promise<R>((resolve, reject) => {
      this.#between.push(() => {
        try {
          resolve(action())
        } catch (error) {
          reject(error)
        }
      })
      this.#run ??= this.#work()
    })
  }

  /** Resolves when all items are written. */
  async idle(): Promise<void> {
    while (this.#run) await this.#run
  }

  async #work(): Promise<void> {
    // Requests that arrived in the same turn are in the first group already.
    await turn()
    while (this.#queue.length > 0 || this.#between.length > 0) {
      await this.#gather()
      const actions = this.#between
      this.#between = []
      for (const action of actions) action()
      const items = this.#nextGroup()
      // The remaining items do not fit: the next group will be full as well, and does not wait.
      const isFull = this.#queue.length > 0
      if (items.length > 0) await this.#write(items)
      this.#lately = isFull ? 0 : items.length + this.#queue.length
    }
    this.#run = undefined
  }

  /** Waits until as many commits have arrived as in the last groups, or until few more arrive. */
  async #gather(): Promise<void> {
    const end = this.#now() + LONGEST_GATHERING
    for (let quiet = 0; quiet < QUIET_TURNS && this.#queue.length < this.#lately && this.#now() < end; ) {
      const before = this.#queue.length
      await turn()
      quiet = this.#queue.length > before ? 0 : quiet + 1
    }
  }

  #nextGroup(): readonly T[] {
    let [count, weight] = [0, 0]
    for (const item of this.#queue) {
      weight += this.#weightOf(item)
      if (count > 0 && (count === LARGEST_GROUP || weight > HEAVIEST_GROUP)) break
      count += 1
    }
    const items = this.#queue.slice(0, count)
    this.#queue = this.#queue.slice(count)
    return items
  }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
