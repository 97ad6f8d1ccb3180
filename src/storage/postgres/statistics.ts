/**
 * What the log is like as a table: whether vacuum keeps up with it.
 *
 * @module
 */

import { literal, quoted } from './schema.js'
import type { Session } from './session.js'

/** What is measured. */
export interface LogStatistics {
  /** Rows that were removed and still take room, as PostgreSQL estimates them. */
  readonly deadRows: number
  /** How long ago the oldest transaction of others began that holds back the vacuum of the database; 0 without any. */
  readonly oldestSnapshotSeconds: number
}

/**
 * Measures the log. Transactions of other roles are seen by members of `pg_read_all_stats` alone.
 *
 * @param session - A connection.
 * @param schema - Where the log is.
 */
export async function readStatistics(session: Session, schema: string): Promise<LogStatistics> {
  const [row] = await session.query(`select
    (select n_dead_tup from pg_stat_all_tables where relid = ${literal(`${quoted(schema)}.log`)}::regclass),
    (select coalesce(max(extract(epoch from clock_timestamp() - xact_start)), 0)::float8 from pg_stat_activity
      where backend_xmin is not null and pid <> pg_backend_pid() and datname = current_database())`)
  const [deadRows, oldestSnapshotSeconds] = (row ?? []).map(Number)
  return { deadRows: deadRows ?? 0, oldestSnapshotSeconds: oldestSnapshotSeconds ?? 0 }
}
