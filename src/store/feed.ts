/**
 * The commits after a state: received from when its reading begins, and passed on once it is complete.
 *
 * @module
 */

import type { Storage, StorageChange } from '../storage/index.js'

/** Receives a feed. */
export interface FeedReceiver {
  readonly apply: (change: StorageChange) => void
  /** Called once, when commits were compacted before they were received. */
  readonly onLost: () => void
}

/** The commits of an engine after a revision. */
export class Feed {
  readonly #storage: Storage
  readonly #revision: number
  #waiting: StorageChange[] = []
  #receiver: FeedReceiver | undefined
  #isLost = false
  #unfollow: (() => void) | undefined

  /**
   * @param storage - The engine.
   * @param revision - Revision of the state.
   * @param isAtOnce - Whether it receives commits before it is started. An engine in this process has only its newest commits in
   *   memory, and another store may write while this one reads its state. The other engines can report older commits later, so that
   *   none have to be kept here.
   * @throws Error when the engine has forgotten a commit after it.
   */
  constructor(storage: Storage, revision: number, isAtOnce: boolean) {
    this.#storage = storage
    this.#revision = revision
    if (isAtOnce) this.#follow()
  }

  /**
   * Passes on what has arrived, and from then on each commit when it arrives.
   *
   * @throws Error when the engine has forgotten a commit after the state.
   */
  start(receiver: FeedReceiver): void {
    if (!this.#unfollow) {
      this.#receiver = receiver
      this.#follow()
      return
    }
    // A receiver may commit: that commit is the last one here then.
    for (const change of this.#waiting) receiver.apply(change)
    this.#waiting = []
    this.#receiver = receiver
    if (this.#isLost) receiver.onLost()
  }

  /** Ends it. */
  end(): void {
    this.#unfollow?.()
  }

  #follow(): void {
    this.#unfollow = this.#storage.follow(
      this.#revision,
      (change) => {
        if (this.#receiver) this.#receiver.apply(change)
        else this.#waiting.push(copied(change))
      },
      () => {
        if (this.#receiver) this.#receiver.onLost()
        else this.#isLost = true
      },
    )
  }
}

/** The engine may pass a view of a larger buffer. */
const copied = (change: StorageChange): StorageChange => ({ ...change, value: change.value && new Uint8Array(change.value) })
