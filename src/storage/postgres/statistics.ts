/**
 * Statistics of the log's table: whether vacuum keeps up.
 *
 * @module
 */

import { literal, quoted } from './schema.js'
import type { Session } from './session.js'

/** The measured values. */
export interface LogStatistics {
  /** Dead rows, as estimated by PostgreSQL. */
  readonly deadRows: number
  /** Age of the oldest transaction of others that holds back vacuum; 0 without any. */
  readonly oldestSnapshotSeconds: number
}

/**
 * Measures the log. Transactions of other roles are visible only to members of `pg_read_all_stats`.
 *
 * @param session - A connection.
 * @param schema - Schema of the log.
 */
export async function readStatistics(session: Session, schema: string): Promise<LogStatistics> {
  const [row] = await session.query(`select
    (select n_dead_tup from pg_stat_all_tables where relid = ${literal(`${quoted(schema)}.log`)}::regclass),
    (select coalesce(max(extract(epoch from clock_timestamp() - xact_start)), 0)::float8 from pg_stat_activity
      where backend_xmin is not null and pid <> pg_backend_pid() and datname = current_database())`)
  const [deadRows, oldestSnapshotSeconds] = (row ?? []).map(Number)
  return { deadRows: deadRows ?? 0, oldestSnapshotSeconds: oldestSnapshotSeconds ?? 0 }
}
