/**
 * The minimum state that a read has to show: the newest one that was read by or acknowledged to any client before the read began.
 */

import { type CommitLog, commitAfter, countUpTo, entryOf } from './commit-log.js'
import type { Freshness, HistoryRecord } from './history.js'

interface Known {
  readonly end: number
  readonly revision: number
}

/** The known revisions at each time. */
export class Freshest {
  readonly #log: CommitLog
  /** Known revisions of each key, and of all: end times in order, each with the newest revision so far. */
  readonly #byKey = new Map<string, Known[]>()
  readonly #all: Known[]

  constructor(records: readonly HistoryRecord[], log: CommitLog) {
    this.#log = log
    const all: Known[] = []
    const know = (key: string, end: number, revision: number) => {
      entryOf(this.#byKey, key).push({ end, revision })
      all.push({ end, revision })
    }
    for (const record of records) {
      if (record.type === 'write' && record.outcome.kind === 'ok') {
        const { key, end, expected, outcome } = record
        // The response to a delete has no revision; it is that of the commit after the deleted state.
        const revision =
          outcome.revision ?? (typeof expected === 'number' ? commitAfter(log, key, expected)?.revision : undefined)
        if (revision !== undefined) know(key, end, revision)
      }
      if (record.type === 'read' && record.seen) know(record.key, record.end, record.seen.revision)
      if (record.type === 'list') {
        for (const { key, revision } of record.items) know(key, record.end, revision)
        all.push({ end: record.end, revision: record.revision })
      }
    }
    for (const [key, known] of this.#byKey) this.#byKey.set(key, inOrder(known))
    this.#all = inOrder(all)
  }

  /** The minimum revision of a key that a read has to show, unless the key was deleted later; 0 if there is none. */
  ofKey(key: string, freshness: Freshness, moment: number): number {
    if (freshness.kind === 'mostRecent') return newestBefore(this.#byKey.get(key) ?? [], moment)
    if (freshness.kind === 'any') return 0
    const commits = this.#log.byKey.get(key) ?? []
    return commits[countUpTo(commits, freshness.revision, ({ revision }) => revision) - 1]?.revision ?? 0
  }

  /** The minimum revision of a list. */
  ofList(freshness: Freshness, moment: number): number {
    if (freshness.kind === 'mostRecent') return newestBefore(this.#all, moment)
    return freshness.kind === 'any' ? 0 : freshness.revision
  }

  /** Whether a read that has to include a revision of a key may find it deleted: that revision, or a later one, is a delete. */
  mayBeGone(key: string, revision: number): boolean {
    return revision === 0 || (this.#log.removals.get(key)?.at(-1) ?? 0) >= revision
  }
}

function inOrder(known: readonly Known[]): Known[] {
  let newest = 0
  return [...known]
    .sort((a, b) => a.end - b.end)
    .map(({ end, revision }) => {
      newest = Math.max(newest, revision)
      return { end, revision: newest }
    })
}

const newestBefore = (known: readonly Known[], moment: number): number =>
  known[countUpTo(known, moment - 1, ({ end }) => end) - 1]?.revision ?? 0
