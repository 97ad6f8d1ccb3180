/**
 * Reading what others committed: when the doorbell rings, when somebody asks, and every few seconds.
 *
 * NOTIFY only says that there is something; what there is comes from the log, so that a bell that nobody heard costs time and
 * no event. Behind a pooler bells may not be heard, so there the log is looked at more often.
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

/** How often the log is looked at where the bell is heard, and where it is not, in milliseconds. */
const [IDLE_MS, POLL_MS] = [5_000, 250]
/** Pauses before another attempt to connect, in milliseconds: the first, and the longest. */
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [50, 2_000]

interface Question {
  readonly answer: (head: number) => void
  readonly refuse: (error: unknown) => void
}

/** Follows the log over one connection. */
export class Reader {
  /** Whether the bell is heard; without it the log is looked at every quarter of a second. */
  hearsBell = false
  readonly #server: Server
  readonly #listeners: Listeners
  readonly #channel: string
  #session: Session | undefined
  #questions: Question[] = []
  #wake: (() => void) | undefined
  #isAwake = false
  /** The newest revision that the bell has to tell others of. */
  #toRing = 0
  #isRinging = false
  #isClosed = false
  readonly #done: Promise<void>

  /**
   * @param server - Who is asked.
   * @param listeners - Who is told.
   */
  constructor(server: Server, listeners: Listeners) {
    this.#server = server
    this.#listeners = listeners
    this.#channel = `binnacle:${server.settings.schema}`
    this.#done = this.#run()
  }

  /** Looks at the log as soon as it can. */
  wake(): void {
    this.#isAwake = true
    this.#wake?.()
  }

  /**
   * Asks for the newest revision, and brings everything up to it to those who follow.
   *
   * @throws ApiError 503 when nobody answers in time.
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

  /** Rings for the other replicas. Bells that come while one rings become one. */
  ring(revision: number): void {
    this.#toRing = Math.max(this.#toRing, revision)
    if (!this.#isRinging) void this.#ringAll()
  }

  /** Ends. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.wake()
    await this.#session?.end()
    await this.#done
    for (const { refuse } of this.#questions) refuse(new Error('the storage is closed'))
  }

  async #ringAll(): Promise<void> {
    this.#isRinging = true
    for (let rung = 0; rung < this.#toRing && this.#session; ) {
      rung = this.#toRing
      // The lock of NOTIFY is the whole server's, and held until its commit is done: so this one waits for no disk.
      const text = `select set_config('synchronous_commit', 'off', true), pg_notify($1, $2)`
      await this.#session.query(text, [this.#channel, String(rung)], 'binnacle_ring').catch(() => {})
      if (rung === this.#toRing) this.#toRing = 0
    }
    this.#isRinging = false
  }

  async #run(): Promise<void> {
    for (let failures = 0; !this.#isClosed; failures += 1) {
      try {
        const session = await this.#connect()
        failures = 0
        await this.#follow(session)
      } catch (error) {
        this.#session?.destroy(error)
        for (const { refuse } of this.#questions) refuse(error)
      }
      this.#session = undefined
      this.hearsBell = false
      if (!this.#isClosed) await this.#pause(Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS))
    }
  }

  async #connect(): Promise<Session> {
    const session = await this.#server.connect()
    session.onEnd = () => this.wake()
    await attach(session, this.#server.settings.schema, this.#listeners)
    session.onNotification = (payload) => {
      this.hearsBell = !session.isPooled
      if (Number(payload) > (this.#listeners.position ?? 0)) this.wake()
    }
    if (this.#isClosed) await session.end()
    this.#session = session
    // It rings itself, to find out whether bells get here.
    if (!session.isPooled) {
      await session.script(`listen ${quoted(this.#channel)}; select pg_notify(${literal(this.#channel)}, '')`)
    }
    return session
  }

  async #follow(session: Session): Promise<void> {
    const text = `select * from ${quoted(this.#server.settings.schema)}.changes_after($1, null, null)`
    while (!this.#isClosed) {
      this.#isAwake = false
      const asked = this.#questions
      this.#questions = []
      const from = this.#listeners.position
      let answer: Answer
      try {
        // Without anybody who follows, only where the log stands is of interest.
        answer = readAnswer(await session.query(text, [from ?? Number.MAX_SAFE_INTEGER], 'binnacle_changes'))
      } catch (error) {
        this.#questions.push(...asked)
        throw error
      }
      // Somebody may have begun to follow meanwhile, from further back.
      this.#listeners.take(answer, from !== undefined && from <= (this.#listeners.position ?? from))
      if (answer.rows.length > 0 && (this.#listeners.position ?? answer.head) < answer.head) {
        this.#questions.push(...asked)
        continue
      }
      for (const question of asked) question.answer(answer.head)
      await this.#pause(this.hearsBell ? IDLE_MS : POLL_MS)
    }
  }

  /** Waits until the time is over, or somebody wants to know. */
  async #pause(ms: number): Promise<void> {
    if (this.#isAwake) return
    await new Promise<void>((resolve) => {
      const cancel = this.#server.settings.clock.setTimeout(resolve, ms)
      this.#wake = () => {
        cancel()
        resolve()
      }
    })
    this.#wake = undefined
  }
}
