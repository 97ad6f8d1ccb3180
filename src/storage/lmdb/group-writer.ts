/**
 * Writers that come at the same time share one record of the journal, and so one sync.
 *
 * One group is written at a time. Who comes meanwhile waits, and is in the next group with all others who did: the slower
 * the disk, the larger the groups.
 *
 * @module
 */

/** Most items of a group: beyond that, waiting for one's own group costs more than sharing it saves. */
const LARGEST_GROUP = 1_000
/** The same in bytes; an item that is larger is a group of its own. */
const HEAVIEST_GROUP = 1024 * 1024

/** Puts items in groups, and writes one group at a time. */
export class GroupWriter<T> {
  private readonly write: (items: readonly T[]) => Promise<void>
  private readonly weightOf: (item: T) => number
  private queue: T[] = []
  private between: (() => void)[] = []
  private run: Promise<void> | undefined

  /**
   * @param write - Writes a group and answers its items; never rejects.
   * @param weightOf - Bytes of an item.
   */
  constructor(write: (items: readonly T[]) => Promise<void>, weightOf: (item: T) => number) {
    this.write = write
    this.weightOf = weightOf
  }

  /** Adds an item to the next group. */
  add(item: T): void {
    this.queue.push(item)
    this.run ??= this.work()
  }

  /**
   * Does something while no group is being written.
   *
   * @param action - What to do, in one go.
   */
  atRest<R>(action: () => R): Promise<R> {
    return new Promise<R>((resolve, reject) => {
      this.between.push(() => {
        try {
          resolve(action())
        } catch (error) {
          reject(error)
        }
      })
      this.run ??= this.work()
    })
  }

  /** Resolves when nothing is left to do. */
  async idle(): Promise<void> {
    while (this.run) await this.run
  }

  private async work(): Promise<void> {
    // Requests that arrive in the same turn are in the first group already.
    await new Promise<void>((resolve) => setImmediate(resolve))
    while (this.queue.length > 0 || this.between.length > 0) {
      const actions = this.between
      this.between = []
      for (const action of actions) action()
      const items = this.nextGroup()
      if (items.length > 0) await this.write(items)
    }
    this.run = undefined
  }

  private nextGroup(): readonly T[] {
    let [count, weight] = [0, 0]
    for (const item of this.queue) {
      weight += this.weightOf(item)
      if (count > 0 && (count === LARGEST_GROUP || weight > HEAVIEST_GROUP)) break
      count += 1
    }
    const items = this.queue.slice(0, count)
    this.queue = this.queue.slice(count)
    return items
  }
}
