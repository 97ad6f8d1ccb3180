/**
 * A storage engine that keeps everything, so that any of its states can be read, restored and copied.
 *
 * @module
 */

import type { CommitRequest, CommitResult, LoadedState, Storage, StorageChange, StoredEntry } from '../storage/index.js'

/** A state by key. */
export type Entries = ReadonlyMap<string, StoredEntry>

/** One revision: a commit, or the return to an earlier state. */
type Step = StorageChange | { readonly revision: number; readonly entries: Entries }

interface Follower {
  readonly listener: (change: StorageChange) => void
  readonly onLost: (() => void) | undefined
  /** The newest revision that the follower received. */
  seen: number
}

/** The revision of an empty engine. */
const FIRST = 1

/** Keeps all commits in memory. */
export class Timeline implements Storage {
  readonly followersAreCurrent = true
  /** The step to revision `n` has the index `n - 2`. */
  readonly #steps: Step[]
  #entries: Map<string, StoredEntry>
  readonly #followers = new Set<Follower>()
  #telling = false
  #closed = false
  #returned: (() => void) | undefined
  #rewound: Promise<void> = Promise.resolve()

  /** @param origin - A timeline whose history is copied. */
  constructor(origin?: Timeline) {
    this.#steps = origin ? [...origin.#steps] : []
    this.#entries = new Map(origin ? origin.#entries : [])
  }

  /** The newest revision. */
  get latest(): number {
    return this.#steps.length + FIRST
  }

  async load(): Promise<LoadedState> {
    return { revision: this.latest, entries: [...this.#entries.values()] }
  }

  async commit({ key, expectedRevision, value }: CommitRequest): Promise<CommitResult> {
    if (this.#closed) throw new Error('the storage is closed')
    const current = this.#entries.get(key)?.revision ?? 0
    if (current !== expectedRevision || (value === undefined && current === 0)) return { outcome: 'conflict' }
    return { outcome: 'committed', revision: this.#write(key, value) }
  }

  /** Writes a key, whatever its current value. */
  put(key: string, value: Uint8Array): void {
    this.#write(key, value)
  }

  follow(fromRevision: number, listener: (change: StorageChange) => void, onLost?: () => void): () => void {
    const follower: Follower = { listener, onLost, seen: fromRevision }
    if (this.#steps.slice(fromRevision - FIRST).some((step) => 'entries' in step)) {
      throw new Error(`the state was set back after revision ${fromRevision}`)
    }
    this.#followers.add(follower)
    this.#tell()
    this.#returned?.()
    return () => {
      this.#followers.delete(follower)
    }
  }

  async revision(): Promise<number> {
    return this.latest
  }

  async compact(): Promise<void> {
    // Nothing is compacted: keeping everything is the purpose of this engine.
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#followers.clear()
    this.#returned?.()
  }

  /**
   * The state at a revision.
   *
   * @param revision - A whole number from 1 to the newest.
   */
  stateAt(revision: number): Entries {
    const steps = this.#steps.slice(0, revision - FIRST)
    const start = steps.findLastIndex((step) => 'entries' in step)
    const base = steps[start]
    const entries = new Map(base && 'entries' in base ? base.entries : [])
    for (const step of steps.slice(start + 1)) {
      if ('entries' in step) continue
      const { key, revision, value } = step
      if (value) entries.set(key, { key, revision, value })
      else entries.delete(key)
    }
    return entries
  }

  /**
   * Restores an earlier state, as a new step: followers are reset, and this resolves when they have caught up.
   *
   * @param revision - A whole number from 1 to the newest.
   */
  rewind(revision: number): Promise<void> {
    // Sequential, and never while a commit is delivered.
    this.#rewound = this.#rewound.then(() => this.#setBack(revision))
    return this.#rewound
  }

  async #setBack(revision: number): Promise<void> {
    const entries = this.stateAt(revision)
    this.#entries = new Map(entries)
    this.#steps.push({ revision: this.latest + 1, entries })
    const lost = [...this.#followers]
    this.#followers.clear()
    const returned = new Promise<void>((resolve) => {
      this.#returned = () => {
        if (this.#closed || this.#followers.size >= lost.length) resolve()
      }
      this.#returned()
    })
    for (const { onLost } of lost) onLost?.()
    await returned
    this.#returned = undefined
  }

  #write(key: string, value: Uint8Array | undefined): number {
    const revision = this.latest + 1
    if (value) this.#entries.set(key, { key, value, revision })
    else this.#entries.delete(key)
    this.#steps.push({ key, revision, value })
    this.#tell()
    return revision
  }

  /** Delivers new steps to all followers. A commit by a listener waits, so that the order is the same for all. */
  #tell(): void {
    if (this.#telling) return
    this.#telling = true
    try {
      for (let untold = true; untold; ) {
        untold = false
        for (const follower of this.#followers) {
          if (follower.seen === this.latest) continue
          const step = this.#steps[follower.seen - FIRST]
          follower.seen += 1
          if (step && !('entries' in step)) follower.listener(step)
          untold = true
        }
      }
    } finally {
      this.#telling = false
    }
  }
}
