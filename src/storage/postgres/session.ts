/**
 * One connection to PostgreSQL: statements with a time limit, and the identity of the server.
 *
 * @module
 */

import type { Clock } from '../../meta/index.js'
import { SessionLost, stateOf } from './failures.js'
import { type PgClient, type Row, type ServerMessage, WIRE_TYPES } from './wire.js'

/** An open connection. */
export class Session {
  /** Whether there is a pooler, which may run each transaction in another server process. */
  isPooled = false
  /** Called with notifications. */
  onNotification: ((payload: string) => void) | undefined
  /** Called at the beginning of each statement. */
  onStatement: (() => void) | undefined
  /** Called when the connection has ended. */
  onEnd: (() => void) | undefined
  readonly #client: PgClient
  readonly #clock: Clock
  readonly #timeoutMs: number
  #ended = false
  /** The previous statement: the package runs one at a time. */
  #previous: Promise<unknown> = Promise.resolve()
  #cause: unknown
  /** Number of PostgreSQL's warnings so far. */
  #warnings = 0

  /**
   * @param client - Connected, or about to be.
   * @param clock - For time limits.
   * @param timeoutMs - The time limit of a statement, after which the connection is closed.
   */
  constructor(client: PgClient, clock: Clock, timeoutMs: number) {
    this.#client = client
    this.#clock = clock
    this.#timeoutMs = timeoutMs
    client.on('notification', ({ payload }) => this.onNotification?.(payload ?? ''))
    client.on('notice', ({ severity }: ServerMessage) => {
      if (severity === 'WARNING') this.#warnings += 1
    })
    client.on('error', (error) => this.#lose(error))
    client.on('end', () => this.#lose())
  }

  /** Whether the connection has ended. */
  get isEnded(): boolean {
    return this.#ended
  }

  /** The server process of the connection. */
  get processId(): number {
    return this.#client.processID
  }

  /**
   * Runs one statement.
   *
   * @param text - With `$1` and so on for the values.
   * @param values - Bytes are sent in binary form.
   * @param name - For a statement that is run repeatedly.
   * @throws PostgreSQL's error; {@link SessionLost} without an answer in time.
   */
  async query(text: string, values: readonly unknown[] = [], name?: string): Promise<readonly Row[]> {
    const config = { text, values, rowMode: 'array', types: WIRE_TYPES } as const
    // A pooler may use another process, which does not have the prepared statement.
    const isPrepared = name !== undefined && !this.isPooled
    const { rows } = await this.#inTime(() => this.#client.query(isPrepared ? { ...config, name } : config))
    return rows
  }

  /**
   * Runs statements without values, in one transaction unless they contain their own.
   *
   * @throws As {@link Session.query}.
   */
  async script(text: string): Promise<void> {
    await this.#inTime(() => this.#client.query(text))
  }

  /**
   * Runs statements that must be fully durable. When the wait for a standby is cancelled, PostgreSQL reports a commit, with a
   * warning.
   *
   * @throws As {@link Session.query}; {@link SessionLost} after a warning.
   */
  async confirmed<T>(run: () => Promise<T>): Promise<T> {
    const before = this.#warnings
    const answer = await run()
    if (this.#warnings > before) throw new SessionLost(new Error('PostgreSQL warns that its standbys may not have it'))
    return answer
  }

  /** Ends the connection at once. */
  destroy(cause?: unknown): void {
    this.#lose(cause)
    this.#client.connection.stream.destroy()
  }

  /** Ends the connection gracefully. */
  async end(): Promise<void> {
    if (this.#ended) return
    this.#lose()
    const cancel = this.#clock.setTimeout(() => this.#client.connection.stream.destroy(), this.#timeoutMs)
    await this.#client.end().catch(() => {})
    cancel()
  }

  async #inTime<T>(run: () => Promise<T>): Promise<T> {
    if (this.#ended) throw new SessionLost(this.#cause)
    const cancel = this.#clock.setTimeout(() => this.destroy(new Error(`no answer in ${this.#timeoutMs} ms`)), this.#timeoutMs)
    try {
      const answer = this.#previous.then(() => {
        this.onStatement?.()
        return run()
      })
      this.#previous = answer.catch(() => {})
      return await answer
    } catch (error) {
      throw this.#ended && stateOf(error) === undefined ? new SessionLost(this.#cause ?? error) : error
    } finally {
      cancel()
    }
  }

  #lose(cause?: unknown): void {
    if (this.#ended) return
    this.#ended = true
    this.#cause = cause
    this.onEnd?.()
  }
}
