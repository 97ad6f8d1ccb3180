/**
 * Commits in a transaction of the embedder, together with its own rows.
 *
 * The lock that orders commits is held from the first commit to the end of the transaction, so all writers of all replicas wait
 * for it. Hence the time limit, which PostgreSQL enforces as well: for each statement and each idle time between two, in case
 * this process has died.
 *
 * @module
 */

import { ApiError, badRequest } from '../../meta/index.js'
import { outcomeUnknown, unavailable } from '../refusals.js'
import type { CommitRequest, CommitResult } from '../storage.js'
import { readAnswer } from './answer.js'
import { attach, randomNumber, type Writer } from './attach.js'
import { judge, stateOf } from './failures.js'
import type { Listeners } from './listeners.js'
import { FENCED, quoted } from './schema.js'
import type { Server } from './server.js'
import { type PgClient, type Row, type ServerMessage, WIRE_TYPES } from './wire.js'

/** The writer identity of an engine's embedded transactions. */
export class TransactionWriter {
  readonly #server: Server
  readonly #listeners: Listeners
  readonly #writer: Writer
  #registered: Promise<unknown> | undefined
  #batches = 0

  /**
   * @param server - The server to register with.
   * @param listeners - The known history.
   */
  constructor(server: Server, listeners: Listeners) {
    const { random } = server.settings
    this.#server = server
    this.#listeners = listeners
    this.#writer = { id: randomNumber(random), epoch: randomNumber(random) }
  }

  /** Numbers a batch. @throws Error when the database cannot be reached. */
  async nextBatch(): Promise<Writer & { readonly number: number }> {
    this.#registered ??= this.#register()
    try {
      await this.#registered
    } catch (error) {
      this.forget()
      throw error
    }
    this.#batches += 1
    return { ...this.#writer, number: this.#batches }
  }

  /** Registers again the next time, as the database does not know the registration. */
  forget(): void {
    this.#registered = undefined
  }

  async #register(): Promise<void> {
    const session = await this.#server.connect()
    try {
      await attach(session, this.#server.settings.schema, this.#listeners, this.#writer)
    } finally {
      await session.end()
    }
  }
}

/**
 * Checks the embedder's connection.
 *
 * @throws TypeError for any other value, such as a pool, which would run each statement on another connection.
 */
export function clientOf(connection: object): PgClient {
  const { query, connection: inner } = connection as Partial<PgClient>
  if (typeof query === 'function' && inner?.stream) return connection as PgClient
  throw new TypeError('the connection is something else; expected a connected client of the package pg')
}

/** Dependencies of a transaction. */
export interface WithinParts {
  readonly server: Server
  readonly listeners: Listeners
  readonly writer: TransactionWriter
  /** The embedder's connection, open and not in a transaction. */
  readonly client: PgClient
  readonly limitMs: number
}

/** A transaction on the embedder's connection. */
export class EmbedderTransaction {
  /** Revisions of its commits, by their keys. */
  readonly revisions = new Map<string, number>()
  readonly #parts: WithinParts
  #isOver = false
  /** Whether COMMIT was begun, so that the outcome of a failure is unknown. */
  #isCommitting = false
  /** Whether the connection has ended, and the transaction with it. */
  #isLost = false
  /** The previous statement, as commits of the plane may be concurrent. */
  #previous: Promise<unknown> = Promise.resolve()

  /** @param parts - See {@link WithinParts}. */
  constructor(parts: WithinParts) {
    this.#parts = parts
  }

  /** Begins, runs, and ends the transaction. @throws As `within` of the storage contract. */
  async run<T>(work: () => Promise<T>): Promise<T> {
    const { client, limitMs, server } = this.#parts
    await this.#begin()
    let expire: ((error: ApiError) => void) | undefined
    const expired = new Promise<never>((_, reject) => {
      expire = reject
    })
    // A pool does not listen to a client that is checked out, and an unhandled error event would end the process.
    const lose = () => {
      this.#isLost = true
    }
    for (const event of ['error', 'end'] as const) client.on(event, lose)
    const cancel = server.settings.clock.setTimeout(() => {
      this.#isOver = true
      lose()
      // A transaction whose connection has ended is rolled back.
      client.connection.stream.destroy()
      expire?.(this.#isCommitting ? outcomeUnknown(new Error('the commit took too long')) : tookTooLong(limitMs))
    }, limitMs)
    try {
      const result = await Promise.race([work(), expired])
      this.#isOver = true
      await Promise.race([this.#commit(), expired])
      return result
    } catch (error) {
      this.#isOver = true
      if (!this.#isLost) await Promise.race([this.#query('rollback'), expired]).catch(() => {})
      throw error
    } finally {
      cancel()
      if (!this.#isLost) for (const event of ['error', 'end'] as const) client.off(event, lose)
      // Prevents an unhandled rejection once the race is over.
      expired.catch(() => {})
    }
  }

  /** Makes a commit; see `StorageTransaction` of the storage contract. */
  commit({ key, expectedRevision, value }: CommitRequest): Promise<CommitResult> {
    const made = this.#previous.then(() => this.#make(key, expectedRevision, value))
    this.#previous = made.catch(() => {})
    return made
  }

  async #make(key: string, expectedRevision: number, value: Uint8Array | undefined): Promise<CommitResult> {
    const { listeners, server, writer } = this.#parts
    // A second write cannot be based on the first one, which is not readable before the transaction ends.
    if (this.revisions.has(key))
      throw badRequest(`${key} was written in this transaction already; expected one write of an object`)
    try {
      const { id, epoch, number } = await writer.nextBatch()
      if (this.#isOver) throw new Error('the transaction is over')
      const text = `select * from ${quoted(server.settings.schema)}.commit_batch($1,$2,$3,null,false,$4,$5,array[$6]::bytea[])`
      const { rows } = await this.#query(text, [id, epoch, number, [key], [expectedRevision], value ?? null])
      const answer = readAnswer(rows)
      listeners.refusePast(answer)
      const own = answer.rows.find((row) => row.writer === id && row.batch === number)
      if (!own) return { outcome: 'conflict' }
      this.revisions.set(key, own.revision)
      return { outcome: 'committed', revision: own.revision }
    } catch (error) {
      if (stateOf(error) === FENCED) writer.forget()
      throw judge(error).error
    }
  }

  async #begin(): Promise<void> {
    const { client, limitMs } = this.#parts
    const { rows } = await this.#query('select transaction_timestamp() = statement_timestamp()')
    if (rows[0]?.[0] !== true) throw new Error('the connection is in a transaction already; expected one that is in none')
    const limits = ['lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout'].map(
      (name) => `set local ${name} = ${Math.ceil(limitMs)}`,
    )
    await client.query(['begin isolation level read committed', ...limits].join(';')).catch((error: unknown) => {
      throw judge(error).error
    })
  }

  async #commit(): Promise<void> {
    const { client } = this.#parts
    if (this.#isLost) throw unavailable(new Error('the connection has ended'))
    this.#isCommitting = true
    let isWarned = false
    const hear = ({ severity }: ServerMessage) => {
      isWarned ||= severity === 'WARNING'
    }
    client.on('notice', hear)
    try {
      const { command } = await this.#query('commit')
      // COMMIT of a transaction with a failed statement rolls back without an error.
      if (command === 'ROLLBACK') throw unavailable(new Error('a statement of the transaction has failed'))
      if (isWarned && this.revisions.size > 0) throw outcomeUnknown(new Error('standbys may not have the transaction'))
    } catch (error) {
      if (error instanceof ApiError) throw error
      // The embedder's own statements may fail here, as deferred constraints do: that error is thrown as it is.
      const { isEnd, isCertain } = judge(error)
      throw isEnd && !isCertain ? outcomeUnknown(error) : error
    } finally {
      client.off('notice', hear)
    }
  }

  #query(text: string, values: readonly unknown[] = []): Promise<{ readonly rows: readonly Row[]; readonly command: string }> {
    return this.#parts.client.query({ text, values, rowMode: 'array', types: WIRE_TYPES })
  }
}

const tookTooLong = (limitMs: number): ApiError =>
  new ApiError({
    code: 504,
    reason: 'Timeout',
    message: `the transaction took longer than ${limitMs} ms: nothing of it is kept, and its connection was closed`,
  })
