/**
 * Delivers commits to followers: each follower receives every commit once, in the order of revisions.
 *
 * @module
 */

import type { StorageChange } from './storage.js'

/** Changes kept for followers that start late. They start right after `load`, so a few are enough. */
const RECENT_CHANGES = 64
/** Maximum bytes of their values, including those not yet delivered. */
const MAX_RECENT_BYTES = 32 * 1024 * 1024

interface Follower {
  readonly listener: (change: StorageChange) => void
  /** The newest revision that the follower received. */
  seen: number
}

/** The followers of an engine whose revisions grow by one with each commit. */
export class Followers {
  /** The newest revision that was announced. */
  latest: number
  readonly #followers = new Set<Follower>()
  /** The newest changes, without a gap up to `latest`: those not yet delivered, and some more for late followers. */
  #recent: StorageChange[] = []
  #recentBytes = 0
  #telling = false

  /** @param latest - Initial revision of the engine. */
  constructor(latest: number) {
    this.latest = latest
  }

  /**
   * Announces the next commit.
   *
   * @param change - Its revision is one more than the newest.
   */
  announce(change: StorageChange): void {
    this.latest = change.revision
    this.#recent.push(change)
    this.#recentBytes += bytesOf(change)
    this.#tell()
  }

  /** See `follow` of the contract. */
  follow(fromRevision: number, listener: (change: StorageChange) => void): () => void {
    if (fromRevision < this.latest - this.#recent.length) throw new Error(`changes after revision ${fromRevision} are forgotten`)
    const follower: Follower = { listener, seen: fromRevision }
    // Its listener may commit, so the replay runs until nothing is left; only then is it added to the others.
    while (follower.seen < this.latest) this.#tellOne(follower)
    this.#followers.add(follower)
    return () => {
      this.#followers.delete(follower)
    }
  }

  /** Drops the changes up to a revision. */
  forget(revision: number): void {
    const keep = Math.max(0, this.latest - revision)
    if (!this.#telling && keep < this.#recent.length) this.#keepRecent(keep)
  }

  /** Ends all followers. */
  clear(): void {
    this.#followers.clear()
    this.#keepRecent(0)
  }

  /** Delivers new changes to all followers. A commit by a listener waits, so that the order is the same for all. */
  #tell(): void {
    if (this.#telling) return
    this.#telling = true
    try {
      for (let untold = true; untold; ) {
        untold = false
        for (const follower of this.#followers) {
          if (follower.seen < this.latest) {
            this.#tellOne(follower)
            untold ||= follower.seen < this.latest
          }
        }
      }
    } finally {
      // A listener that throws fails this commit; the next one is still delivered to all.
      this.#telling = false
    }
    if (this.#recent.length > 2 * RECENT_CHANGES) this.#keepRecent(RECENT_CHANGES)
    if (this.#recentBytes > MAX_RECENT_BYTES) this.#keepRecent(this.#recent.length >> 1)
  }

  /** Keeps only this many of the newest changes. */
  #keepRecent(count: number): void {
    this.#recent = this.#recent.slice(this.#recent.length - count)
    this.#recentBytes = this.#recent.reduce((sum, change) => sum + bytesOf(change), 0)
  }

  /** Delivers the next change to one follower. */
  #tellOne(follower: Follower): void {
    follower.seen += 1
    const change = this.#recent[this.#recent.length - 1 - (this.latest - follower.seen)]
    if (change) follower.listener(change)
  }
}

const bytesOf = ({ value }: StorageChange): number => value?.length ?? 0
