/**
 * The only file that imports the `pg` package: connects to the host that accepts writes, and refuses unsuitable servers.
 *
 * @module
 */

import { ensureLayout } from './layout.js'
import type { PostgresSettings } from './options.js'
import { reasonOf } from './reason.js'
import { Session } from './session.js'
import { endOnBadAnswer, type PgPackage, type TlsSettings } from './wire.js'

/** A variable, so that compilers and bundlers do not look for an optional package. */
const PACKAGE: string = 'pg'

const OLDEST_VERSION = 140_000

/** Databases with PostgreSQL's protocol that lack advisory locks, cluster-wide ones, or NOTIFY. */
const OTHERS: readonly (readonly [says: RegExp, name: string])[] = [
  [/CockroachDB/i, 'CockroachDB'],
  [/Yugabyte|-YB-/i, 'YugabyteDB'],
  [/Aurora DSQL/i, 'Aurora DSQL'],
  [/Redshift/i, 'Amazon Redshift'],
  [/Greenplum/i, 'Greenplum'],
  [/Materialize/i, 'Materialize'],
]

/** A database that the engine cannot use, even after a retry. */
class UnfitDatabase extends Error {
  /** @param message - The database, and the expected one. */
  constructor(message: string) {
    super(message)
    this.name = 'UnfitDatabase'
  }
}

/**
 * Refuses databases that only support PostgreSQL's protocol, by their names.
 *
 * @param version - Result of `version()`.
 * @param number - `server_version_num`.
 * @param host - Its host.
 * @throws {@link UnfitDatabase}
 */
export function refuseOthers(version: string, number: number, host: string): void {
  const other = /\.dsql\.[^.]+\.on\.aws$/.test(host) ? 'Aurora DSQL' : OTHERS.find(([says]) => says.test(version))?.[1]
  if (other !== undefined) throw new UnfitDatabase(`${other} is not supported: commits need the advisory locks of PostgreSQL`)
  if (number < OLDEST_VERSION)
    throw new UnfitDatabase(`PostgreSQL ${Math.floor(number / 10_000)} is too old; expected 14 or later`)
}

/** Makes connections. */
export class Server {
  /** Whether the last server that answered has `fsync` on. */
  hasFsync = true
  readonly settings: PostgresSettings
  readonly #package: PgPackage
  #next = 0
  #hasLayout = false
  /** The newest history of any server. */
  #history: { readonly system: string; readonly timeline: string } | undefined

  private constructor(settings: PostgresSettings, loaded: PgPackage) {
    this.settings = settings
    this.#package = loaded
  }

  /** @throws Error when the package is not installed. */
  static async load(settings: PostgresSettings): Promise<Server> {
    try {
      const loaded = (await import(PACKAGE)) as PgPackage & { readonly default?: PgPackage }
      return new Server(settings, loaded.default ?? loaded)
    } catch (cause) {
      throw new Error('the PostgreSQL storage engine needs the package pg: npm install pg', { cause })
    }
  }

  /**
   * Connects to the first host that accepts writes, beginning with the last one that did.
   *
   * @throws Error with the reason for each host.
   */
  async connect(): Promise<Session> {
    const { hosts } = this.settings.address
    const refusals: string[] = []
    for (let tried = 0; tried < hosts.length; tried += 1) {
      const at = (this.#next + tried) % hosts.length
      const { host, port } = hosts[at] as (typeof hosts)[number]
      try {
        const session = await this.#connectTo(host, port)
        this.#next = at
        return session
      } catch (error) {
        if (error instanceof UnfitDatabase) throw error
        refusals.push(`${host}:${port}: ${reasonOf(error)}`)
      }
    }
    throw new Error(refusals.join('; '))
  }

  async #connectTo(host: string, port: number): Promise<Session> {
    const ways = host.startsWith('/') ? [false as const] : this.settings.ssl
    const refusals: unknown[] = []
    for (const ssl of ways) {
      let session: Session | undefined
      try {
        session = await this.#open(host, port, ssl)
        await this.#look(session, host)
        return session
      } catch (error) {
        session?.destroy()
        if (session || refusals.length + 1 === ways.length) throw error
        refusals.push(error)
      }
    }
    throw refusals[0]
  }

  async #open(host: string, port: number, ssl: false | TlsSettings): Promise<Session> {
    const { address, timeoutMs, clock } = this.settings
    const { user, password, database } = address
    const client = new this.#package.Client({
      host,
      port,
      ...(user !== undefined && { user }),
      ...(password !== undefined && { password }),
      ...(database !== undefined && { database }),
      ssl,
      connectionTimeoutMillis: timeoutMs,
      keepAlive: true,
      application_name: 'binnacle',
    })
    const onStatement = endOnBadAnswer(client)
    const session = new Session(client, clock, timeoutMs)
    session.onStatement = onStatement
    await client.connect()
    return session
  }

  /** Identifies the server, and creates the engine's objects if they are missing. */
  async #look(session: Session, host: string): Promise<void> {
    const [row] = await session.query(`select version(), current_setting('server_version_num')::int, pg_is_in_recovery(),
      current_setting('server_encoding'), current_setting('fsync'), pg_backend_pid()`)
    const [version, number, isInRecovery, encoding, fsync, processId] = row ?? []
    refuseOthers(String(version), Number(number), host)
    if (encoding !== 'UTF8') throw new UnfitDatabase(`the database has the encoding ${encoding}; expected UTF8`)
    if (isInRecovery === true) throw new Error('it is a standby, which takes no writes')
    await this.#refuseStale(session)
    this.hasFsync = fsync !== 'off'
    session.isPooled = processId !== session.processId
    if (!session.isPooled) {
      const limit = Math.ceil(this.settings.timeoutMs)
      await session.script(
        `set default_transaction_isolation = 'read committed'; set statement_timeout = ${limit}; set lock_timeout = ${limit}`,
      )
    }
    if (this.#hasLayout) return
    await ensureLayout(session, this.settings.schema)
    this.#hasLayout = true
  }

  /** A former primary that has not been fenced still accepts writes, which would be lost. */
  async #refuseStale(session: Session): Promise<void> {
    const [row] = await session.query(
      'select system_identifier::text, substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) from pg_control_system()',
    )
    const [system, timeline] = (row ?? []).map(String) as [string, string]
    const known = this.#history
    if (known?.system === system && timeline < known.timeline) throw new Error('another server has replaced it as the primary')
    this.#history = { system, timeline }
  }
}
