/**
 * Reads the commits of others: on each NOTIFY, on request of a read, and every few seconds.
 *
 * NOTIFY is only a signal; the commits are read from the log, so a lost notification delays events but loses none. Behind a
 * pooler notifications may not arrive, so the log is polled more often there.
 *
 * @module
 */

import { unavailable } from '../refusals.js'
import { type Answer, readAnswer } from './answer.js'
import { attach } from './attach.js'
import type { Listeners } from './listeners.js'
import { literal, quoted } from './schema.js'
import type { Server } from './server.js'
import type { Session } from './session.js'
import { type LogStatistics, readStatistics } from './statistics.js'

/** Polling intervals with and without notifications, in milliseconds. */
const [IDLE_MS, POLL_MS] = [5_000, 250]
/** Interval of measurements, in milliseconds. */
const MEASURE_MS = 60_000
/** Delays before the next attempt to connect, in milliseconds: the first, and the longest. */
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [50, 2_000]

interface Question {
  readonly answer: (head: number) => void
  readonly refuse: (error: unknown) => void
}

/** Follows the log over one connection. */
export class Reader {
  /** Whether notifications arrive; without them the log is polled every quarter of a second. */
  receivesNotifications = false
  /** The last measurement of the log. */
  statistics: LogStatistics = { deadRows: 0, oldestSnapshotSeconds: 0 }
  readonly #server: Server
  readonly #listeners: Listeners
  readonly #channel: string
  #session: Session | undefined
  #questions: Question[] = []
  #endPause: (() => void) | undefined
  #isAwake = false
  /** Number of consecutive failures to connect and read. */
  #failures = 0
  #measuredAt = Number.NEGATIVE_INFINITY
  /** The newest revision to notify others of; 0 after that. */
  #toNotify = 0
  #isNotifying = false
  #isClosed = false
  readonly #done: Promise<void>

  /**
   * @param server - The connections to PostgreSQL.
   * @param listeners - The followers.
   */
  constructor(server: Server, listeners: Listeners) {
    this.#server = server
    this.#listeners = listeners
    this.#channel = `binnacle:${server.settings.schema}`
    this.#done = this.#run()
  }

  /** Reads the log as soon as possible. */
  wake(): void {
    this.#isAwake = true
    // Without a connection it waits before the next attempt, however many callers ask.
    if (this.#session) this.#endPause?.()
  }

  /**
   * Reads the newest revision, and delivers everything up to it to followers.
   *
   * @throws ApiError 503 when PostgreSQL does not answer in time.
   */
  ask(): Promise<number> {
    const { clock, timeoutMs } = this.#server.settings
    return new Promise((resolve, reject) => {
      const cancel = clock.setTimeout(() => question.refuse(new Error(`no answer in ${timeoutMs} ms`)), timeoutMs)
      const question: Question = {
        answer: (head) => {
          cancel()
          resolve(head)
        },
        refuse: (error) => {
          cancel()
          this.#questions = this.#questions.filter((other) => other !== question)
          reject(unavailable(error))
        },
      }
      if (this.#isClosed) return question.refuse(new Error('the storage is closed'))
      this.#questions.push(question)
      this.wake()
    })
  }

  /** Notifies the other replicas. Notifications requested while one is being sent become one. */
  notify(revision: number): void {
    this.#toNotify = Math.max(this.#toNotify, revision)
    if (!this.#isNotifying) void this.#notifyAll()
  }

  /** Ends the reader. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#endPause?.()
    await this.#session?.end()
    await this.#done
    for (const { refuse } of this.#questions) refuse(new Error('the storage is closed'))
  }

  async #notifyAll(): Promise<void> {
    this.#isNotifying = true
    for (let isSent = true; isSent && this.#toNotify > 0 && this.#session; ) {
      const revision = this.#toNotify
      // NOTIFY holds a lock of the whole server until its commit is done: so this commit does not wait for the disk.
      const text = `select set_config('synchronous_commit', 'off', true), pg_notify($1, $2)`
      const sent = this.#session.query(text, [this.#channel, String(revision)], 'binnacle_ring')
      isSent = await sent.then(
        () => true,
        () => false,
      )
      if (isSent) this.#markNotified(revision)
    }
    this.#isNotifying = false
  }

  #markNotified(revision: number): void {
    if (this.#toNotify === revision) this.#toNotify = 0
  }

  async #run(): Promise<void> {
    while (!this.#isClosed) {
      try {
        await this.#follow(await this.#connect())
      } catch (error) {
        this.#session?.destroy(error)
        for (const { refuse } of this.#questions) refuse(error)
      }
      this.#session = undefined
      this.receivesNotifications = false
      if (!this.#isClosed) await this.#pause(Math.min(FIRST_PAUSE_MS * 2 ** this.#failures, LONGEST_PAUSE_MS))
      this.#failures += 1
    }
  }

  async #connect(): Promise<Session> {
    const session = await this.#server.connect()
    this.#session = session
    session.onEnd = () => this.wake()
    await attach(session, this.#server.settings.schema, this.#listeners)
    session.onNotification = (payload) => {
      this.receivesNotifications = true
      if (Number(payload) > (this.#listeners.position ?? 0)) this.wake()
    }
    if (this.#isClosed) await session.end()
    // It notifies itself, to detect whether notifications arrive, and the others, in case one was lost with the last
    // connection.
    const revision = this.#toNotify
    const notify = `select pg_notify(${literal(this.#channel)}, '${revision}')`
    await session.script(session.isPooled ? notify : `listen ${quoted(this.#channel)}; ${notify}`)
    this.#markNotified(revision)
    return session
  }

  async #follow(session: Session): Promise<void> {
    const { clock } = this.#server.settings
    while (!this.#isClosed) {
      this.#isAwake = false
      const asked = this.#questions
      this.#questions = []
      const from = this.#listeners.position
      let answer: Answer
      try {
        answer = await this.#read(session, asked.length > 0, from)
      } catch (error) {
        this.#questions.push(...asked)
        throw error
      }
      this.#failures = 0
      // A follower may have been added meanwhile, from an earlier revision.
      this.#listeners.take(answer, from !== undefined && from <= (this.#listeners.position ?? from))
      // Followers have to receive everything before the answer is used, including those added during the request.
      if ((this.#listeners.position ?? answer.head) < answer.head) {
        this.#questions.push(...asked)
        continue
      }
      for (const question of asked) question.answer(answer.head)
      if (clock.now() - this.#measuredAt >= MEASURE_MS) {
        this.#measuredAt = clock.now()
        this.statistics = await readStatistics(session, this.#server.settings.schema).catch(() => this.statistics)
      }
      if (!this.#isAwake) await this.#pause(this.receivesNotifications ? IDLE_MS : POLL_MS)
    }
  }

  /** Reads the changes after a revision; without followers only the position of the log is needed. */
  async #read(session: Session, isQuestion: boolean, from = Number.MAX_SAFE_INTEGER): Promise<Answer> {
    const { confirmReads, schema } = this.#server.settings
    const ask = async (call: string, name: string) =>
      readAnswer(await session.query(`select * from ${quoted(schema)}.${call}`, [from], name))
    const answer = await (isQuestion && confirmReads === 'quorum'
      ? session.confirmed(() => ask('confirmed_changes_after($1)', 'binnacle_confirmed'))
      : ask('changes_after($1, null, null)', 'binnacle_changes'))
    this.#listeners.refusePast(answer)
    return answer
  }

  /** Waits for a time, or until the pause is ended. */
  async #pause(ms: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const cancel = this.#server.settings.clock.setTimeout(resolve, ms)
      this.#endPause = () => {
        cancel()
        resolve()
      }
    })
    this.#endPause = undefined
  }
}
