/**
 * Group commit: requests that arrive during one transaction share the next.
 *
 * A batch is one transaction, and its answer includes the commits of others. A batch whose answer was lost is sent again over
 * another connection, as the same batch: the database knows whether it was committed, and from then on refuses the old
 * connection.
 *
 * @module
 */

import { ApiError } from '../../meta/index.js'
import { outcomeUnknown, unavailable } from '../refusals.js'
import type { CommitRequest, CommitResult } from '../storage.js'
import { type Answer, readAnswer } from './answer.js'
import { attach, randomNumber } from './attach.js'
import { type Pending, placesFor, Queue } from './batch.js'
import { judge } from './failures.js'
import type { Listeners } from './listeners.js'
import type { Reader } from './reader.js'
import { quoted } from './schema.js'
import type { Server } from './server.js'
import type { Session } from './session.js'

const CONFLICT: CommitResult = { outcome: 'conflict' }
/** Delay before a batch is sent again, in milliseconds. */
const PAUSE_MS = 50

/** Dependencies of the committer. */
export interface CommitterParts {
  readonly server: Server
  readonly listeners: Listeners
  readonly reader: Reader
}

/** A batch in progress. */
interface Batch {
  readonly number: number
  readonly requests: readonly Pending[]
  readonly values: ReadonlyMap<string, Uint8Array | undefined>
  /** Time limit, in milliseconds since the epoch. */
  readonly end: number
  /** A revision older than the batch, from which its rows can be found. Set when it is first sent. */
  from?: number
  /** Whether it was sent, and its outcome is unknown. */
  isDoubtful: boolean
}

/** Makes the commits of one engine. */
export class Committer {
  /** Number of batches started, and commits made. */
  batches = 0
  commits = 0
  readonly #parts: CommitterParts
  readonly #queue = new Queue()
  readonly #id: number
  #session: Session | undefined
  /** Number of our current connection in the database. */
  #epoch = 0
  /** The newest revision in the last answer. */
  #head = 0
  #current: Batch | undefined
  #running: Promise<void> | undefined
  #isClosed = false

  /** @param parts - Connections, and the followers. */
  constructor(parts: CommitterParts) {
    this.#parts = parts
    this.#id = randomNumber(parts.server.settings.random)
    parts.listeners.ownValue = ({ writer, batch, key }) =>
      writer === this.#id && batch === this.#current?.number ? this.#current.values.get(key) : undefined
  }

  /** Makes a commit. @throws ApiError 400, 413, 503, 504 or 507. */
  commit(request: CommitRequest): Promise<CommitResult> {
    return new Promise((resolve, reject) => {
      this.#queue.add({ ...request, resolve, reject })
      this.#running ??= this.#run()
    })
  }

  /** Finishes the batches in progress, and refuses waiting requests. */
  async close(): Promise<void> {
    this.#isClosed = true
    await this.#running
    await this.#session?.end()
  }

  async #run(): Promise<void> {
    // Other commits of this turn join the batch.
    await undefined
    while (this.#queue.length > 0) {
      if (this.#isClosed) for (const { reject } of this.#queue.takeAll()) reject(unavailable(new Error('the storage is closed')))
      else await this.#commitAll(this.#queue.take())
    }
    this.#running = undefined
  }

  /** Commits a batch. An invalid request must not make the others fail. */
  async #commitAll(requests: readonly Pending[]): Promise<void> {
    const { clock, timeoutMs } = this.#parts.server.settings
    this.batches += 1
    const values = new Map(requests.map(({ key, value }) => [key, value]))
    this.#current = { number: this.batches, requests, values, end: clock.now() + 2 * timeoutMs, isDoubtful: false }
    try {
      await this.#settle(this.#current, await this.#make(this.#current))
    } catch (error) {
      if (requests.length > 1 && judge(error).isAboutData) for (const one of requests) await this.#commitAll([one])
      else for (const { reject } of requests) reject(error instanceof ApiError ? error : judge(error).error)
    }
  }

  /**
   * Sends a batch, and sends it again until there is an answer.
   *
   * @throws ApiError 503 or 504 after the time limit; PostgreSQL's error when it refuses.
   */
  async #make(batch: Batch): Promise<Answer> {
    const { clock } = this.#parts.server.settings
    for (;;) {
      try {
        const session = await this.#connected()
        const answer = await session.confirmed(() => this.#send(session, batch))
        this.#parts.listeners.refusePast(answer)
        return answer
      } catch (error) {
        const { isCertain, isPassing, isEnd } = judge(error)
        if (isEnd) this.#drop(error)
        batch.isDoubtful ||= !isCertain && batch.from !== undefined
        if (!isPassing && !batch.isDoubtful) throw error
        if (!isPassing || this.#isClosed || clock.now() >= batch.end)
          throw batch.isDoubtful ? outcomeUnknown(error) : unavailable(error)
      }
      await new Promise<void>((resolve) => clock.setTimeout(resolve, PAUSE_MS))
    }
  }

  async #send(session: Session, batch: Batch): Promise<Answer> {
    const { number, requests, isDoubtful } = batch
    const { listeners, server } = this.#parts
    batch.from ??= listeners.position ?? this.#head
    const places = placesFor(requests.length)
    const values = Array.from({ length: places }, (_, at) => requests[at]?.value ?? null)
    const list = values.map((_, at) => `$${at + 8}`).join(',')
    const text = `select * from ${quoted(server.settings.schema)}.commit_batch($1,$2,$3,$4,$5,$6,$7,array[${list}]::bytea[])`
    const keys = requests.map(({ key }) => key)
    const expected = requests.map(({ expectedRevision }) => expectedRevision)
    const given = [this.#id, this.#epoch, number, batch.from, isDoubtful, keys, expected, ...values]
    return readAnswer(await session.query(text, given, `binnacle_commit_${places}`))
  }

  /** Delivers to followers, then resolves the waiting requests. */
  async #settle({ number, requests }: Batch, answer: Answer): Promise<void> {
    const { listeners, reader, server } = this.#parts
    const { head, rows } = answer
    const revisions = new Map<string, number>()
    for (const { key, revision, writer, batch } of rows) if (writer === this.#id && batch === number) revisions.set(key, revision)
    this.#head = head
    this.commits += revisions.size
    listeners.take(answer, false)
    if (revisions.size > 0) reader.notify(head)
    if ((listeners.position ?? head) < head) reader.wake()
    const isReported = await listeners.reach(head, server.settings.timeoutMs)
    for (const { key, resolve, reject } of requests) {
      const revision = revisions.get(key)
      if (revision === undefined) resolve(CONFLICT)
      else if (isReported) resolve({ outcome: 'committed', revision })
      else reject(outcomeUnknown(new Error('those who follow have not heard of the commit')))
    }
  }

  async #connected(): Promise<Session> {
    if (this.#session && !this.#session.isEnded) return this.#session
    const { server, listeners } = this.#parts
    const session = await server.connect()
    this.#epoch = randomNumber(server.settings.random)
    try {
      this.#head = await attach(session, server.settings.schema, listeners, { id: this.#id, epoch: this.#epoch })
    } catch (error) {
      session.destroy(error)
      throw error
    }
    this.#session = session
    return session
  }

  #drop(cause: unknown): void {
    this.#session?.destroy(cause)
    this.#session = undefined
  }
}
