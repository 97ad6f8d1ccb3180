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
  const pages = new Pages(session, clock)
  try {
    await session.script(`begin isolation level repeatable read read only;${STREAMED}`)
    const [last] = await session.query(
      `select revision, writer, batch, greatest(compacted, era_start, revision - ${MAX_HISTORY})
        from ${log}, ${quoted(schema)}.meta order by revision desc limit 1`,
    )
    const [revision, writer, batch, since] = (last ?? []).map(Number) as [number, number, number, number]
    const entries = `select distinct on (key) key, revision, value, removed from ${log} order by key, revision desc`
    const history = `select l.key, l.revision, p.value, (extract(epoch from l.at) * 1000)::bigint, p.revision from ${log} l
      left join ${log} p on p.revision = l.previous and not p.removed where l.revision > ${since} order by l.revision`
    const state: LoadedState = {
      revision,
      entries: pages.read(`select key, revision, value from (${entries}) latest where not removed`, entryOf),
      history: pages.read(history, supersededOf, true),
    }
    return { state, landmark: { revision, writer, batch } }
  } catch (error) {
    session.destroy(error)
    throw unavailable(error)
  }
}

const entryOf = ([key, revision, value]: Row): StoredEntry => ({
  key: key as string,
  revision: revision as number,
  value: value as Uint8Array,
})

const supersededOf = ([key, revision, value, at, previous]: Row): SupersededEntry => ({
  key: key as string,
  revision: revision as number,
  at: at as number,
  previous: previous === null ? undefined : { revision: previous as number, value: value as Uint8Array },
})

/** Paged reads of one transaction. */
class Pages {
  readonly #session: Session
  readonly #clock: Clock
  #cancel: (() => void) | undefined

  constructor(session: Session, clock: Clock) {
    this.#session = session
    this.#clock = clock
    this.#wait()
  }

  /** The rows of a query, on demand. The third column of a row is its size. */
  async *read<T>(query: string, make: (row: Row) => T, isLast = false): AsyncGenerator<T> {
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
        for (const row of rows) {
          bytes += (row[2] as Uint8Array | null)?.length ?? 0
          yield make(row)
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

  /** Closes the connection when the reader stalls. */
  #wait(): void {
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
