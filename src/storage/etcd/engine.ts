/**
 * The etcd engine, assembled from its parts.
 *
 * @module
 */

import { Closable } from '../closable.js'
import { unavailable } from '../refusals.js'
import type { CommitRequest, CommitResult, LoadedState, Storage, StorageChange, StorageHealthCheck } from '../storage.js'
import { Committer } from './committer.js'
import { Compactor } from './compactor.js'
import { Connection } from './connection.js'
import { isOutOfSpace } from './failures.js'
import { Follower } from './follower.js'
import { EtcdKeys } from './keys.js'
import { type EtcdPosition, loadState } from './loader.js'
import { type EtcdSettings, type EtcdStorageOptions, etcdSettings } from './options.js'

/**
 * Opens the engine; see `createEtcdStorage`.
 *
 * @param options - The embedder's options.
 */
export async function openEtcdStorage(options: EtcdStorageOptions): Promise<Storage> {
  const settings = etcdSettings(options)
  return new EtcdStorage(settings, await Connection.load(settings))
}

/** Upper bound in bytes of a request without its value: the longest key twice, and the framing. */
const KEY_ROOM = 4096

class EtcdStorage extends Closable implements Storage {
  readonly followersAreCurrent = false
  readonly outlivesProcess = true
  readonly maxValueBytes: number
  readonly healthCheck: StorageHealthCheck
  readonly #settings: EtcdSettings
  readonly #connection: Connection
  readonly #keys: EtcdKeys
  readonly #committer: Committer
  readonly #compactor: Compactor
  readonly #followers = new Set<Follower>()
  /** Whether etcd may remove keys by lease, without a commit. */
  #hasLeases = false
  /** The position of the newest load. */
  #loaded: EtcdPosition | undefined
  /** The revision of a follower that has to load again: an expired lease leaves no trace of its revision in the state. */
  #shown = 0

  constructor(settings: EtcdSettings, connection: Connection) {
    super()
    this.#settings = settings
    this.#connection = connection
    this.#keys = new EtcdKeys(settings.prefix)
    this.maxValueBytes = settings.maxRequestBytes - KEY_ROOM
    const keys = this.#keys
    const followers = this.#followers
    this.#committer = new Committer({ connection, keys, settings, followers })
    this.#compactor = new Compactor(connection, keys, settings)
    this.healthCheck = { name: 'etcd', check: () => this.#isHealthy() }
  }

  async load(): Promise<LoadedState> {
    this.refuseWhenClosed()
    const { revision: newest, readAt, last, entries, hasLeases } = await loadState(this.#connection, this.#keys)
    this.#hasLeases ||= hasLeases
    const revision = Math.max(newest, Math.min(this.#shown, readAt))
    this.#loaded = { revision, readAt, last }
    return { revision, entries }
  }

  async commit(request: CommitRequest): Promise<CommitResult> {
    this.refuseWhenClosed()
    if (request.lifetimeSeconds !== undefined) this.#hasLeases = true
    return this.#committer.commit(request)
  }

  follow(fromRevision: number, listener: (change: StorageChange) => void, onLost?: () => void): () => void {
    const connection = this.#connection
    const keys = this.#keys
    const settings = this.#settings
    const followers = this.#followers
    const committer = this.#committer
    const loaded = this.#loaded
    const end = () => {
      followers.delete(follower)
      follower.end()
    }
    const follower = new Follower({
      connection,
      keys,
      settings,
      from: loaded?.revision === fromRevision ? loaded : { revision: fromRevision, readAt: fromRevision },
      listener,
      onLost: (cause) => {
        followers.delete(follower)
        this.#shown = cause === 'compacted' ? follower.reported : 0
        onLost?.()
      },
      onCommit: (name, revision) => committer.heard(name, revision),
      onLease: () => {
        this.#hasLeases = true
      },
    })
    followers.add(follower)
    return end
  }

  /**
   * The follower's revision, once it has received everything that a quorum has now.
   *
   * A key whose lease has expired is removed without a commit. So if leases are in use and etcd has changed since the newest
   * commit, an empty commit is added for the follower to wait for. Where etcd has no space for one, it is asked for its progress;
   * that alone would do, but before 3.4.25 and 3.5.8 the answer may overtake changes.
   */
  async revision(): Promise<number> {
    this.refuseWhenClosed()
    const { header, kvs } = await this.#connection.read(({ kv }) => kv.range({ key: this.#keys.last }))
    const [last, now] = [Number(kvs[0]?.mod_revision ?? 0), Number(header.revision)]
    const [follower] = this.#followers
    if (!follower) return last
    await this.#reach(follower, last)
    if (this.#hasLeases && follower.heard < now) await this.#reach(follower, await this.#fence(follower, now))
    // A follower that was reset has no revision; the next one will start at this revision or later.
    return this.#followers.has(follower) ? follower.reported : last
  }

  async compact(revision: number): Promise<void> {
    this.refuseWhenClosed()
    await this.#compactor.compact(revision)
  }

  protected end(): void {
    for (const follower of this.#followers) follower.end()
    this.#followers.clear()
    this.#connection.close()
  }

  async #isHealthy(): Promise<boolean> {
    await this.#connection.read(({ kv }) => kv.range({ key: this.#keys.last }))
    return true
  }

  /** Makes the follower hear of a revision that is not older than a given one, and returns it. */
  async #fence(follower: Follower, now: number): Promise<number> {
    try {
      const { header } = await this.#connection.read(({ kv }) => kv.put({ key: this.#keys.last, value: new Uint8Array() }))
      return Number(header.revision)
    } catch (error) {
      if (!isOutOfSpace(error)) throw error
      follower.askProgress()
      return now
    }
  }

  async #reach(follower: Follower, revision: number): Promise<void> {
    if (!(await follower.reach(revision, this.#settings.timeoutMs)) && this.#followers.has(follower)) throw unavailable()
  }
}
