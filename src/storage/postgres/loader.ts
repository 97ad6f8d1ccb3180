/**
 * Reads the state at one revision, and the commits before it that are not compacted, page by page.
 *
 * @module
 */

import type { Clock } from '../../meta/index.js'
import { unavailable } from '../refusals.js'
import type { LoadedState, StoredEntry, SupersededEntry } from '../storage.js'
import { judge } from './failures.js'
import type { Landmark } from './listeners.js'
import { quoted } from './schema.js'
import type { Server } from './server.js'
import type { Session } from './session.js'
import type { Row } from './wire.js'

/** Approximate page size in bytes. */
const PAGE_BYTES = 4 * 1024 * 1024
/**
 * Larger values are not part of a page, but requested by their revisions: how large the next ones are is not known, and thousands of
 * small objects may precede thousands of the largest.
 */
const SMALL_BYTES = 4 * 1024
/** Rows of the first page, before the size of the values is known, and of the largest page. */
const [FIRST_PAGE, MAX_PAGE] = [200, 5_000]
/** Maximum commits of history, the newest ones. */
const MAX_HISTORY = 100_000
/** Makes the database read by its indexes: a sort or hash of a large log sends no row within the time limit. */
const STREAMED = ['seqscan', 'sort', 'hashjoin', 'mergejoin'].map((way) => `set local enable_${way} = off`).join(';')
/** Time after which an unread snapshot is released, in milliseconds: it keeps a connection and holds back vacuum. */
const UNREAD_MS = 60_000

/** A state, and its last commit. */
export interface LoadedLog {
  readonly state: LoadedState
  readonly landmark: Landmark
}

/**
 * Reads the state, over a separate connection, which is held until the state was read to its end.
 *
 * @param server - The connections to PostgreSQL.
 * @param sessions - Holds the connection meanwhile, so that it can be closed.
 * @throws ApiError 503 when PostgreSQL does not answer.
 */
export async function loadLog(server: Server, sessions: Set<Session>): Promise<LoadedLog> {
  const { schema, clock } = server.settings
  const log = `${quoted(schema)}.log`
  const session = await server.connect().catch((error: unknown) => {
    throw judge(error).error
  })
  sessions.add(session)
  session.onEnd = () => sessions.delete(session)
  const pages = new Pages(session, clock, log)
  try {
    await session.script(`begin isolation level repeatable read read only;${STREAMED}`)
    const [last] = await session.query(
      `select revision, writer, batch, greatest(compacted, era_start, revision - ${MAX_HISTORY})
        from ${log}, ${quoted(schema)}.meta order by revision desc limit 1`,
    )
    const [revision, writer, batch, since] = (last ?? []).map(Number) as [number, number, number, number]
    const entries = `select distinct on (key) key, revision, value, removed from ${log} order by key, revision desc`
    const history = `select l.key, l.revision, ${valueColumns('p')}, (extract(epoch from l.at) * 1000)::bigint from ${log} l
      left join ${log} p on p.revision = l.previous and not p.removed where l.revision > ${since} order by l.revision`
    const state: LoadedState = {
      revision,
      entries: pages.read(`select key, revision, ${valueColumns('latest')} from (${entries}) latest where not removed`, entryOf),
      history: pages.read(history, supersededOf, true),
    }
    return { state, landmark: { revision, writer, batch } }
  } catch (error) {
    session.destroy(error)
    throw unavailable(error)
  }
}

/** The columns of a value: its revision, its size, and the value itself unless it is large. */
const valueColumns = (table: string): string =>
  `${table}.revision, octet_length(${table}.value), case when octet_length(${table}.value) <= ${SMALL_BYTES} then ${table}.value end`

/** The place of these columns in a row. */
const [VALUE_REVISION, SIZE, VALUE] = [2, 3, 4] as const

/** A row with its value; a row of others may have none, and is reported as unreadable then. */
type ReadRow = readonly [row: Row, value: Uint8Array]

const entryOf = ([[key, revision], value]: ReadRow): StoredEntry => ({
  key: key as string,
  revision: revision as number,
  value,
})

const supersededOf = ([[key, revision, previous, , , at], value]: ReadRow): SupersededEntry => ({
  key: key as string,
  revision: revision as number,
  at: at as number,
  previous: previous === null ? undefined : { revision: previous as number, value },
})

const EMPTY = new Uint8Array(0)

/** Paged reads of one transaction. */
class Pages {
  readonly #session: Session
  readonly #clock: Clock
  readonly #log: string
  /** Large values that were requested together, by their revisions. */
  #large = new Map<unknown, Uint8Array>()
  #cancel: (() => void) | undefined

  constructor(session: Session, clock: Clock, log: string) {
    this.#session = session
    this.#clock = clock
    this.#log = log
    this.#wait()
  }

  /** The rows of a query, on demand. Their columns from the third on are those of {@link valueColumns}. */
  async *read<T>(query: string, make: (row: ReadRow) => T, isLast = false): AsyncGenerator<T> {
    const session = this.#session
    let [isOver, isRead] = [false, false]
    this.#cancel?.()
    try {
      await this.#unless(session.script(`declare pages no scroll cursor for ${query}`))
      for (let size = FIRST_PAGE; !isOver; ) {
        const rows = await this.#unless(session.query(`fetch ${size} from pages`))
        isOver = rows.length < size
        let bytes = 1
        this.#wait()
        for (const [at, row] of rows.entries()) {
          const value = row[VALUE] as Uint8Array | null
          bytes += value?.length ?? 0
          yield make([row, value ?? (row[SIZE] === null ? EMPTY : await this.#largeValue(rows, at))])
        }
        this.#cancel?.()
        size = Math.max(1, Math.min(MAX_PAGE, Math.floor((PAGE_BYTES * rows.length) / bytes)))
      }
      isRead = true
      if (!isLast) await this.#unless(session.script('close pages'))
      this.#wait()
    } finally {
      if (isLast || !isRead) {
        this.#cancel?.()
        await session.end()
      }
    }
  }

  /** A large value; the next ones of the page are requested with it. */
  async #largeValue(rows: readonly Row[], from: number): Promise<Uint8Array> {
    const revision = rows[from]?.[VALUE_REVISION]
    const known = this.#large.get(revision)
    if (known) return known
    const revisions: unknown[] = []
    let bytes = 0
    for (let at = from; at < rows.length; at += 1) {
      const row = rows[at] as Row
      if (row[VALUE] !== null || row[SIZE] === null) continue
      bytes += row[SIZE] as number
      if (bytes > PAGE_BYTES && revisions.length > 0) break
      revisions.push(row[VALUE_REVISION])
    }
    this.#cancel?.()
    const select = `select revision, value from ${this.#log} where revision = any($1)`
    const values = await this.#unless(this.#session.query(select, [revisions], 'binnacle_values'))
    this.#wait()
    this.#large = new Map(values.map(([key, value]) => [key, value as Uint8Array]))
    return this.#large.get(revision) ?? EMPTY
  }

  /** Closes the connection when the reader stalls. */
  #wait(): void {
    this.#cancel?.()
    this.#cancel = this.#clock.setTimeout(() => this.#session.destroy(new Error('what was loaded was not read')), UNREAD_MS)
  }

  async #unless<T>(answer: Promise<T>): Promise<T> {
    try {
      return await answer
    } catch (error) {
      throw unavailable(error)
    }
  }
}
