/**
 * The memory engine: a map, a revision, and the recent past for followers that start late.
 *
 * @module
 */

import type { CommitRequest, CommitResult, LoadedState, Storage, StorageChange, StoredEntry } from './storage.js'

/** Changes kept for followers that start late. They start right after `load`, so a few are plenty. */
const RECENT_CHANGES = 64

/**
 * Makes a storage engine that keeps everything in memory and forgets it with the process.
 *
 * Several stores in one process may share one: each is told of all commits at once.
 */
export function createMemoryStorage(): Storage {
  return new MemoryStorage()
}

interface Follower {
  readonly listener: (change: StorageChange) => void
  /** The newest revision that the follower was told of. */
  seen: number
}

class MemoryStorage implements Storage {
  readonly followersAreCurrent = true
  private readonly entries = new Map<string, StoredEntry>()
  private readonly followers = new Set<Follower>()
  /** The newest changes, without a gap up to `latest`: those not yet told, and some more for late followers. */
  private recent: StorageChange[] = []
  private latest = 1
  private telling = false
  private closed = false

  async load(): Promise<LoadedState> {
    return { revision: this.latest, entries: [...this.entries.values()] }
  }

  async commit({ key, expectedRevision, value }: CommitRequest): Promise<CommitResult> {
    if (this.closed) throw new Error('the storage is closed')
    const current = this.entries.get(key)?.revision ?? 0
    if (current !== expectedRevision || (value === undefined && current === 0)) return { outcome: 'conflict' }
    this.latest += 1
    const revision = this.latest
    if (value === undefined) this.entries.delete(key)
    else this.entries.set(key, { key, value, revision })
    this.recent.push({ key, revision, value })
    this.tell()
    return { outcome: 'committed', revision }
  }

  follow(fromRevision: number, listener: (change: StorageChange) => void): () => void {
    if (fromRevision < this.latest - this.recent.length) throw new Error(`changes after revision ${fromRevision} are forgotten`)
    const follower: Follower = { listener, seen: fromRevision }
    // Its listener may commit, so the replay goes on until nothing is left; only then does it listen with the others.
    while (follower.seen < this.latest) this.tellOne(follower)
    this.followers.add(follower)
    return () => {
      this.followers.delete(follower)
    }
  }

  async revision(): Promise<number> {
    return this.latest
  }

  async compact(revision: number): Promise<void> {
    const keep = Math.max(0, this.latest - revision)
    if (!this.telling && keep < this.recent.length) this.recent = this.recent.slice(this.recent.length - keep)
  }

  async close(): Promise<void> {
    this.closed = true
    this.followers.clear()
    this.entries.clear()
    this.recent = []
  }

  /** Tells all followers what is new. A commit made by a listener waits for its turn here, so that order holds for all. */
  private tell(): void {
    if (this.telling) return
    this.telling = true
    try {
      for (let untold = true; untold; ) {
        untold = false
        for (const follower of this.followers) {
          if (follower.seen < this.latest) {
            this.tellOne(follower)
            untold ||= follower.seen < this.latest
          }
        }
      }
    } finally {
      // A listener that throws fails this commit; the next one still is told to everybody.
      this.telling = false
    }
    if (this.recent.length > 2 * RECENT_CHANGES) this.recent = this.recent.slice(-RECENT_CHANGES)
  }

  /** Tells one follower the next change that it has not heard of. */
  private tellOne(follower: Follower): void {
    follower.seen += 1
    const change = this.recent[this.recent.length - 1 - (this.latest - follower.seen)]
    if (change) follower.listener(change)
  }
}
