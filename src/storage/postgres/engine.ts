/**
 * The PostgreSQL engine: its parts, put together.
 *
 * @module
 */

import process from 'node:process'
import { unavailable } from '../refusals.js'
import type { CommitRequest, CommitResult, LoadedState, Storage, StorageChange, StorageHealthCheck } from '../storage.js'
import { Committer } from './committer.js'
import { Compactor } from './compactor.js'
import { Listeners } from './listeners.js'
import { loadLog } from './loader.js'
import { type PostgresStorageOptions, postgresSettings } from './options.js'
import { Reader } from './reader.js'
import { Server } from './server.js'
import type { Session } from './session.js'

/**
 * Opens the engine; see `createPostgresStorage`.
 *
 * @param options - As the embedder gave them.
 */
export async function openPostgresStorage(options: PostgresStorageOptions): Promise<Storage> {
  const server = await Server.load(postgresSettings(options))
  // Whoever starts a plane wants to know at once what is wrong with the database.
  const session = await server.connect()
  await session.end()
  return new PostgresStorage(server)
}

class PostgresStorage implements Storage {
  readonly followersAreCurrent = false
  readonly outlivesProcess = true
  readonly healthCheck: StorageHealthCheck
  readonly #server: Server
  readonly #listeners: Listeners
  readonly #reader: Reader
  readonly #committer: Committer
  readonly #compactor: Compactor
  /** Connections of states that are still read. */
  readonly #loading = new Set<Session>()
  #isClosed = false

  constructor(server: Server) {
    this.#server = server
    this.#listeners = new Listeners(server.settings.clock)
    const { schema } = server.settings
    this.#listeners.onHole = (revision) =>
      process.emitWarning(`revision ${revision} is missing from the log of schema ${schema}; the state is loaded anew`)
    this.#reader = new Reader(server, this.#listeners)
    this.#committer = new Committer({ server, listeners: this.#listeners, reader: this.#reader })
    this.#compactor = new Compactor(server)
    this.healthCheck = { name: 'postgres', check: () => this.#isHealthy() }
  }

  async load(): Promise<LoadedState> {
    this.#refuseWhenClosed()
    const { state, landmark } = await loadLog(this.#server, this.#loading)
    this.#listeners.know(landmark)
    return state
  }

  async commit(request: CommitRequest): Promise<CommitResult> {
    this.#refuseWhenClosed()
    return this.#committer.commit(request)
  }

  follow(fromRevision: number, listener: (change: StorageChange) => void, onLost?: () => void): () => void {
    const end = this.#listeners.add(fromRevision, listener, () => onLost?.())
    this.#reader.wake()
    return end
  }

  async revision(): Promise<number> {
    this.#refuseWhenClosed()
    const head = await this.#reader.ask()
    return this.#listeners.position ?? head
  }

  compact(revision: number): Promise<void> {
    this.#refuseWhenClosed()
    return this.#compactor.compact(revision)
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#compactor.close()
    await this.#committer.close()
    this.#listeners.clear()
    await this.#reader.close()
    await Promise.all([...this.#loading].map((session) => session.end()))
  }

  async #isHealthy(): Promise<boolean> {
    await this.#reader.ask()
    const { hasFsync, settings } = this.#server
    return hasFsync || settings.allowFsyncOff
  }

  #refuseWhenClosed(): void {
    if (this.#isClosed) throw unavailable(new Error('the storage is closed'))
  }
}
