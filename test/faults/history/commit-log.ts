/**
 * The commits that can be derived from a history, in the order of their revisions.
 */

import type { HistoryRecord, Seen, WriteRecord } from './history.js'

/** One commit: a state, or undefined where the object was removed. */
export interface Commit {
  readonly key: string
  readonly revision: number
  readonly value: string | undefined
}

/** The known sequence of commits, and its contradictions. */
export interface CommitLog {
  /** Commits of each key, oldest first. */
  readonly byKey: ReadonlyMap<string, readonly Commit[]>
  /** All commits, oldest first. */
  readonly all: readonly Commit[]
  /** Revisions at which each key was removed, oldest first. */
  readonly removals: ReadonlyMap<string, readonly number[]>
  /** Every write, by the value that it stores. */
  readonly writes: ReadonlyMap<string, WriteRecord>
  readonly problems: readonly string[]
}

/** Derives the commits from a history. */
export function commitLog(records: readonly HistoryRecord[]): CommitLog {
  const byRevision = new Map<number, Commit>()
  const problems: string[] = []
  const writes = new Map<string, WriteRecord>()
  const learn = (commit: Commit, source: string) => {
    const known = byRevision.get(commit.revision)
    if (!known) byRevision.set(commit.revision, commit)
    else if (known.key !== commit.key || known.value !== commit.value) {
      problems.push(`revision ${commit.revision} is ${show(known)} and, by ${source}, ${show(commit)}`)
    }
  }
  const learnSeen = ({ key, revision, value }: Seen, source: string) => learn({ key, revision, value }, source)

  for (const record of records) {
    switch (record.type) {
      case 'write':
        if (record.value !== undefined) writes.set(record.value, record)
        if (record.outcome.kind === 'ok' && record.outcome.revision !== undefined) {
          const { revision, state } = record.outcome
          learn({ key: record.key, revision, value: state ?? record.value }, `a ${record.verb}`)
        }
        break
      case 'read':
        if (record.seen) learnSeen(record.seen, 'a read')
        break
      case 'list':
        for (const item of record.items) learnSeen(item, 'a list')
        break
      case 'commit':
        learn(record, 'the storage')
        break
      case 'watch':
        for (const event of record.events) {
          if (event.type === 'DELETED') learn({ ...event.seen, value: undefined }, 'a watch')
          else if (event.type !== 'BOOKMARK') learnSeen(event.seen, 'a watch')
        }
    }
  }
  const all = [...byRevision.values()].sort((a, b) => a.revision - b.revision)
  const byKey = new Map<string, Commit[]>()
  const removals = new Map<string, number[]>()
  for (const commit of all) {
    entryOf(byKey, commit.key).push(commit)
    if (commit.value === undefined) entryOf(removals, commit.key).push(commit.revision)
  }
  return { byKey, all, removals, writes, problems }
}

/** The last commit of a key at or before a revision. */
export function commitAt(log: CommitLog, key: string, revision: number): Commit | undefined {
  const commits = log.byKey.get(key) ?? []
  return commits[countUpTo(commits, revision, (commit) => commit.revision) - 1]
}

/** The first commit of a key after a revision. */
export function commitAfter(log: CommitLog, key: string, revision: number): Commit | undefined {
  const commits = log.byKey.get(key) ?? []
  return commits[countUpTo(commits, revision, (commit) => commit.revision)]
}

/** Number of items in a sorted list with a value up to a limit. */
export function countUpTo<T>(sorted: readonly T[], limit: number, numberOf: (item: T) => number): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (numberOf(sorted[middle] as T) <= limit) low = middle + 1
    else high = middle
  }
  return low
}

/** A list in a map of lists, created if missing. */
export function entryOf<T>(lists: Map<string, T[]>, key: string): T[] {
  const list = lists.get(key) ?? []
  if (list.length === 0) lists.set(key, list)
  return list
}

/** Splits a state into the value of the last create or update, and the patch since. */
export function partsOf(state: string): { readonly base: string; readonly patch: string | undefined } {
  const [base = '', patch] = state.split('+')
  return { base, patch }
}

export const show = ({ key, revision, value }: Commit): string => `${key}@${revision}=${value ?? '(removed)'}`
