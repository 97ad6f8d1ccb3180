/**
 * A storage on a slow disk: operations start and complete with a delay.
 */

import type { CommitRequest, CommitResult, LoadedState, Storage, StorageChange } from '../../../src/storage/index.js'

export class SlowStorage implements Storage {
  readonly followersAreCurrent: boolean
  readonly #inner: Storage
  readonly #delay: () => Promise<unknown>

  /**
   * @param inner - The storage to slow down.
   * @param delay - Resolves when the disk is ready; called before and after each commit, and before a load.
   */
  constructor(inner: Storage, delay: () => Promise<unknown>) {
    this.#inner = inner
    this.#delay = delay
    this.followersAreCurrent = inner.followersAreCurrent
  }

  async load(): Promise<LoadedState> {
    await this.#delay()
    return this.#inner.load()
  }

  async commit(request: CommitRequest): Promise<CommitResult> {
    await this.#delay()
    const result = await this.#inner.commit(request)
    await this.#delay()
    return result
  }

  follow(fromRevision: number, listener: (change: StorageChange) => void, onLost?: () => void): () => void {
    return this.#inner.follow(fromRevision, listener, onLost)
  }

  revision(): Promise<number> {
    return this.#inner.revision()
  }

  compact(revision: number): Promise<void> {
    return this.#inner.compact(revision)
  }

  close(): Promise<void> {
    return this.#inner.close()
  }
}
