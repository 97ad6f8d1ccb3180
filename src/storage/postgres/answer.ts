/**
 * What PostgreSQL answers to a reader and to a writer alike: where the log stands, and the commits after a revision.
 *
 * @module
 */

import type { Row } from './wire.js'

/** A row of the log. */
export interface LogRow {
  readonly revision: number
  /** Empty for a row that begins an era. */
  readonly key: string
  /** Undefined for a removal, and in the rows of the batch that is being answered: the writer has those values. */
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
  /** Where the present era begins: revisions before it may have been given to commits that a failover lost. */
  readonly eraStart: number
  /** Up to this revision commits may be forgotten. */
  readonly compacted: number
  /** In the order of revisions; not all of them where there are many. */
  readonly rows: readonly LogRow[]
}

/** Reads an answer of the functions that the schema has for it. */
export function readAnswer(rows: readonly Row[]): Answer {
  const [head, eraStart, compacted] = (rows[0] ?? []).map(Number) as [number, number, number]
  const log: LogRow[] = []
  for (const [, , , revision, key, value, removed, writer, batch] of rows) {
    // Without anything new there is one row, which only says where the log stands.
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
