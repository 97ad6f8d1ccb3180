/**
 * Metrics of the engine.
 *
 * @module
 */

import type { StorageMetric } from '../storage.js'
import type { Committer } from './committer.js'
import type { Listeners } from './listeners.js'
import type { Reader } from './reader.js'

/** Sources of the numbers. */
export interface MeasuredParts {
  readonly committer: Pick<Committer, 'batches' | 'commits'>
  readonly listeners: Pick<Listeners, 'holes' | 'losses'>
  readonly reader: Pick<Reader, 'receivesNotifications' | 'statistics'>
}

/** The metrics of an engine. */
export const engineMetrics = ({ committer, listeners, reader }: MeasuredParts): readonly StorageMetric[] => [
  {
    type: 'counter',
    name: 'postgres_batches_total',
    help: 'Transactions that commits were gathered into.',
    value: () => committer.batches,
  },
  {
    type: 'counter',
    name: 'postgres_commits_total',
    help: 'Commits that this replica has made.',
    value: () => committer.commits,
  },
  {
    type: 'gauge',
    name: 'postgres_polling',
    help: '1 while notifications of PostgreSQL do not arrive, so that the log is polled.',
    value: () => Number(!reader.receivesNotifications),
  },
  {
    type: 'counter',
    name: 'postgres_missing_revisions_total',
    help: 'Revisions that were found to be missing from the log, which is a fault of the storage.',
    value: () => listeners.holes,
  },
  {
    type: 'counter',
    name: 'postgres_reloads_total',
    help: 'Times that the state had to be loaded anew: after a failover with a new era, a missing revision, or commits forgotten.',
    value: () => listeners.losses,
  },
  {
    type: 'gauge',
    name: 'postgres_dead_rows',
    help: 'Rows of the log that were removed and not vacuumed yet, by the estimate of PostgreSQL.',
    value: () => reader.statistics.deadRows,
  },
  {
    type: 'gauge',
    name: 'postgres_oldest_snapshot_seconds',
    help: 'Age of the oldest transaction of others in the database, which keeps it from vacuuming the log.',
    value: () => reader.statistics.oldestSnapshotSeconds,
  },
]
