/**
 * Writers that come at the same time share one record of the journal, and so one sync.
 *
 * One group is written at a time. Who comes meanwhile waits, and so do, for a moment, those who were in the last group and are
 * likely to write again: left to itself, half of the writers would be on the disk while the other half waits for it, in groups
 * of half the size.
 *
 * @module
 */

/** Most items of a group: beyond that, waiting for one's own group costs more than sharing it saves. */
const LARGEST_GROUP = 1_000
/** The same in bytes; an item that is larger is a group of its own. */
const HEAVIEST_GROUP = 1024 * 1024
/** Turns of the event loop without a new commit after which no more are waited for. What a turn has read, it works on in the next. */
const QUIET_TURNS = 2
/** How long a group waits at most for more to join it, in milliseconds. */
const LONGEST_GATHERING = 2

/** Puts items in groups, and writes one group at a time. */
export class GroupWriter<T> {
  readonly #write: (items: readonly T[]) => Promise<void>
  readonly #weightOf: (item: T) => number
  readonly #now: () => number
  #queue: T[] = []
  #between: (() => void)[] = []
  #run: Promise<void> | undefined
  /** How many there were lately: in the last group, and waiting when it was written. */
  #lately = 0

  /**
   * @param write - Writes a group and answers its items; never rejects.
   * @param weightOf - Bytes of an item.
   * @param now - Milliseconds that pass; the platform's by default.
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
   * Does something while no group is being written.
   *
   * @param action - What to do, in one go.
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

  /** Resolves when nothing is left to do. */
  async idle(): Promise<void> {
    while (this.#run) await this.#run
  }

  async #work(): Promise<void> {
    // Requests that arrive in the same turn are in the first group already.
    await turn()
    while (this.#queue.length > 0 || this.#between.length > 0) {
      await this.#gather()
      const actions = this.#between
      this.#between = []
      for (const action of actions) action()
      const items = this.#nextGroup()
      // What is left over does not fit: the next group will be full as well, and does not wait.
      const isFull = this.#queue.length > 0
      if (items.length > 0) await this.#write(items)
      this.#lately = isFull ? 0 : items.length + this.#queue.length
    }
    this.#run = undefined
  }

  /** Waits until as many commits have come as in the last groups, or hardly any more come. */
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
