/**
 * The PostgreSQL engine, assembled from its parts.
 *
 * @module
 */

import process from 'node:process'
import { Closable } from '../closable.js'
import { outcomeUnknown } from '../refusals.js'
import type {
  CommitRequest,
  CommitResult,
  LoadedState,
  Storage,
  StorageChange,
  StorageHealthCheck,
  StorageMetric,
  StorageTransaction,
} from '../storage.js'
import { Committer } from './committer.js'
import { Compactor } from './compactor.js'
import { Listeners } from './listeners.js'
import { loadLog } from './loader.js'
import { engineMetrics } from './metrics.js'
import { type PostgresStorageOptions, postgresSettings } from './options.js'
import { Reader } from './reader.js'
import { Server } from './server.js'
import type { Session } from './session.js'
import { clientOf, EmbedderTransaction, TransactionWriter } from './within.js'

/**
 * Opens the engine; see `createPostgresStorage`.
 *
 * @param options - The embedder's options.
 */
export async function openPostgresStorage(options: PostgresStorageOptions): Promise<Storage> {
  const server = await Server.load(postgresSettings(options))
  // Connects at startup, so that a problem with the database fails at once.
  const session = await server.connect()
  await session.end()
  return new PostgresStorage(server)
}

class PostgresStorage extends Closable implements Storage {
  readonly followersAreCurrent = false
  readonly outlivesProcess = true
  readonly healthCheck: StorageHealthCheck
  readonly metrics: readonly StorageMetric[]
  readonly #server: Server
  readonly #listeners: Listeners
  readonly #reader: Reader
  readonly #committer: Committer
  readonly #compactor: Compactor
  /** Commits in transactions of the embedder. */
  readonly #writer: TransactionWriter
  /** Connections of states that are still being read. */
  readonly #loading = new Set<Session>()

  constructor(server: Server) {
    super()
    this.#server = server
    this.#listeners = new Listeners(server.settings.clock)
    const { schema } = server.settings
    this.#listeners.onHole = (revision) =>
      process.emitWarning(`revision ${revision} is missing from the log of schema ${schema}; the state is loaded anew`)
    this.#reader = new Reader(server, this.#listeners)
    this.#committer = new Committer({ server, listeners: this.#listeners, reader: this.#reader })
    this.#compactor = new Compactor(server)
    this.#writer = new TransactionWriter(server, this.#listeners)
    this.healthCheck = {
      name: 'postgres',
      check: () => this.#isHealthy(),
      note: () => (this.#reader.receivesNotifications ? undefined : 'notifications do not arrive, the log is polled'),
    }
    this.metrics = engineMetrics({ committer: this.#committer, listeners: this.#listeners, reader: this.#reader })
  }

  async load(): Promise<LoadedState> {
    this.refuseWhenClosed()
    const { state, landmark } = await loadLog(this.#server, this.#loading)
    this.#listeners.know(landmark)
    return state
  }

  async commit(request: CommitRequest): Promise<CommitResult> {
    this.refuseWhenClosed()
    return this.#committer.commit(request)
  }

  async within<T>(connection: object, run: (transaction: StorageTransaction) => Promise<T>, limitMs: number): Promise<T> {
    this.refuseWhenClosed()
    const client = clientOf(connection)
    const parts = { server: this.#server, listeners: this.#listeners, writer: this.#writer }
    const transaction = new EmbedderTransaction({ ...parts, client, limitMs })
    const result = await transaction.run(() => run({ storage: this, commit: (request) => transaction.commit(request) }))
    const newest = Math.max(0, ...transaction.revisions.values())
    if (newest === 0) return result
    this.#reader.notify(newest)
    this.#reader.wake()
    if (await this.#listeners.reach(newest, this.#server.settings.timeoutMs)) return result
    throw outcomeUnknown(new Error('those who follow have not heard of the transaction'))
  }

  follow(fromRevision: number, listener: (change: StorageChange) => void, onLost?: () => void): () => void {
    const end = this.#listeners.add(fromRevision, listener, () => onLost?.())
    this.#reader.wake()
    return end
  }

  async revision(): Promise<number> {
    this.refuseWhenClosed()
    const head = await this.#reader.ask()
    return Math.max(head, this.#listeners.position ?? head)
  }

  async compact(revision: number): Promise<void> {
    this.refuseWhenClosed()
    await this.#compactor.compact(revision)
  }

  protected async end(): Promise<void> {
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
}
