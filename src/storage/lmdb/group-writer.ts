/**
 * Writers that come at the same time share one transaction, and so one sync.
 *
 * One group is written at a time. Who comes meanwhile waits, and is in the next group with all others who did: the slower
 * the disk, the larger the groups.
 *
 * @module
 */

/** Most items of a group: beyond that, waiting for one's own group costs more than sharing it saves. */
const LARGEST_GROUP = 1_000

/** Puts items in groups, and writes one group at a time. */
export class GroupWriter<T> {
  private readonly write: (items: readonly T[]) => Promise<void>
  private readonly hasWork: () => boolean
  private queue: T[] = []
  private between: (() => void)[] = []
  private run: Promise<void> | undefined

  /**
   * @param write - Writes a group and answers its items; never rejects.
   * @param hasWork - Whether a group without items is worth writing.
   */
  constructor(write: (items: readonly T[]) => Promise<void>, hasWork: () => boolean) {
    this.write = write
    this.hasWork = hasWork
  }

  /** Adds an item to the next group. */
  add(item: T): void {
    this.queue.push(item)
    this.wake()
  }

  /** Starts the writer, if there is anything to do. */
  wake(): void {
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
      this.wake()
    })
  }

  /** Resolves when nothing is left to do. */
  async idle(): Promise<void> {
    while (this.run) await this.run
  }

  private async work(): Promise<void> {
    // Requests that arrive in the same turn are in the first group already.
    await new Promise<void>((resolve) => setImmediate(resolve))
    while (this.queue.length > 0 || this.between.length > 0 || this.hasWork()) {
      const actions = this.between
      this.between = []
      for (const action of actions) action()
      const items = this.queue.slice(0, LARGEST_GROUP)
      this.queue = this.queue.slice(LARGEST_GROUP)
      if (items.length > 0 || this.hasWork()) await this.write(items)
    }
    this.run = undefined
  }
}
