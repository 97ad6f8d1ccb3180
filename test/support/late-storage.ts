/**
 * What one of several processes sees of a storage that all of them commit to: it hears of what others did as late as the contract
 * allows, when it has committed something itself, or asks how far the storage is.
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
    // Others commit meanwhile.
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

  /** The storage stays, for the others. */
  async close(): Promise<void> {
    this.#stop?.()
  }

  #hear(): void {
    const [...changes] = this.#unheard
    this.#unheard = []
    for (const tell of changes) tell()
  }
}
