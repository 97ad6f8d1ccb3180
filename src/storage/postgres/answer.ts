/**
 * PostgreSQL's answer to readers and writers: the position of the log, and the commits after a revision.
 *
 * @module
 */

import type { Row } from './wire.js'

/** A row of the log. */
export interface LogRow {
  readonly revision: number
  /** Empty for a row that begins an era. */
  readonly key: string
  /** Undefined for a removal, and in the rows of the batch being answered, whose values the writer has. */
  readonly value: Uint8Array | undefined
  readonly removed: boolean
  /** The commit's writer and batch. */
  readonly writer: number
  readonly batch: number
}

/** The position of the log, and the changes after a revision. */
export interface Answer {
  /** The newest revision. */
  readonly head: number
  /** Start of the current era: earlier revisions may have been given to commits that a failover lost. */
  readonly eraStart: number
  /** Up to this revision commits may be compacted. */
  readonly compacted: number
  /** In the order of revisions; limited in number. */
  readonly rows: readonly LogRow[]
}

/** Parses an answer of the schema's functions. */
export function readAnswer(rows: readonly Row[]): Answer {
  const [head, eraStart, compacted] = (rows[0] ?? []).map(Number) as [number, number, number]
  const log: LogRow[] = []
  for (const [, , , revision, key, value, removed, writer, batch] of rows) {
    // Without new commits there is one row, with only the position of the log.
    if (revision === null) continue
    log.push({
      revision: revision as number,
      key: key as string,
      value: (value ?? undefined) as Uint8Array | undefined,
      removed: removed as boolean,
      writer: writer as number,
      batch: batch as number,
    })
  }
  return { head, eraStart, compacted, rows: log }
}
