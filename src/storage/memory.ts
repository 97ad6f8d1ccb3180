/**
 * The memory engine: a map and a revision.
 *
 * @module
 */

import { Followers } from './followers.js'
import type { CommitRequest, CommitResult, LoadedState, Storage, StorageChange, StoredEntry } from './storage.js'

/**
 * Makes a storage engine that keeps everything in memory and is lost with the process.
 *
 * Several stores in one process may share one: each receives all commits at once, and the last one closes it.
 */
export function createMemoryStorage(): Storage {
  return new MemoryStorage()
}

class MemoryStorage implements Storage {
  readonly followersAreCurrent = true
  readonly #entries = new Map<string, { readonly key: string; readonly revision: number; value: Uint8Array }>()
  readonly #followers = new Followers(1)
  #closed = false

  async load(): Promise<LoadedState> {
    return { revision: this.#followers.latest, entries: [...this.#entries.values()] }
  }

  async commit({ key, expectedRevision, value }: CommitRequest): Promise<CommitResult> {
    if (this.#closed) throw new Error('the storage is closed')
    const current = this.#entries.get(key)?.revision ?? 0
    if (current !== expectedRevision || (value === undefined && current === 0)) return { outcome: 'conflict' }
    const revision = this.#followers.latest + 1
    if (value === undefined) this.#entries.delete(key)
    else this.#entries.set(key, { key, value, revision })
    this.#followers.announce({ key, revision, value })
    return { outcome: 'committed', revision }
  }

  moved(entry: StoredEntry): void {
    const held = this.#entries.get(entry.key)
    if (held?.revision === entry.revision) held.value = entry.value
  }

  follow(fromRevision: number, listener: (change: StorageChange) => void): () => void {
    return this.#followers.follow(fromRevision, listener)
  }

  async revision(): Promise<number> {
    return this.#followers.latest
  }

  async compact(revision: number): Promise<void> {
    this.#followers.forget(revision)
  }

  async close(): Promise<void> {
    this.#closed = true
    this.#followers.clear()
    this.#entries.clear()
  }
}
