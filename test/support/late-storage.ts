/**
 * A storage shared by several processes, as seen by one of them: it receives the commits of others as late as the contract
 * allows, which is after a commit of its own, or when it queries the current revision.
 */

import type { CommitRequest, CommitResult, LoadedState, Storage, StorageChange } from '../../src/storage/index.js'

export class LateStorage implements Storage {
  readonly followersAreCurrent = false
  readonly #inner: Storage
  #unheard: (() => void)[] = []
  #stop: (() => void) | undefined

  constructor(inner: Storage) {
    this.#inner = inner
  }

  load(): Promise<LoadedState> {
    return this.#inner.load()
  }

  async commit(request: CommitRequest): Promise<CommitResult> {
    const result = await this.#inner.commit(request)
    // Other processes commit meanwhile.
    await new Promise<void>((resolve) => setImmediate(resolve))
    if (result.outcome === 'committed') this.#hear()
    return result
  }

  follow(fromRevision: number, listener: (change: StorageChange) => void): () => void {
    this.#stop = this.#inner.follow(fromRevision, (change) => this.#unheard.push(() => listener(change)))
    return this.#stop
  }

  async revision(): Promise<number> {
    const revision = await this.#inner.revision()
    setImmediate(() => this.#hear())
    return revision
  }

  compact(): Promise<void> {
    return Promise.resolve()
  }

  /** The storage stays open for the other processes. */
  async close(): Promise<void> {
    this.#stop?.()
  }

  #hear(): void {
    const [...changes] = this.#unheard
    this.#unheard = []
    for (const tell of changes) tell()
  }
}
