/**
 * Judges a history against the sequential model: one object a key, one commit a revision, compare-and-set writes, reads as
 * the tables of the specification promise, watches complete and in order.
 */

import { type Commit, type CommitLog, commitAt, commitLog, countUpTo, show } from './commit-log.js'
import type { Freshness, HistoryRecord, ListRecord, ReadRecord, WatchRecord, WriteRecord } from './history.js'

/** What was looked at, and what broke the model: a line each. */
export interface Verdict {
  readonly problems: readonly string[]
  readonly writesAcknowledged: number
  readonly writesUnknown: number
  readonly reads: number
  readonly watchEvents: number
}

/** Judges a history. */
export function check(records: readonly HistoryRecord[]): Verdict {
  const log = commitLog(records)
  const writes = records.filter((record) => record.type === 'write')
  const fresh = new Freshest(writes, log)
  const problems = [
    ...log.problems,
    ...orderProblems(writes),
    ...log.all.flatMap((commit) => [...judgeCommit(commit, log)]),
    ...writes.flatMap((write) => [...judgeWrite(write, log)]),
    ...records.flatMap((record) => [...judgeSight(record, log, fresh)]),
  ]
  return {
    problems,
    writesAcknowledged: writes.filter(({ outcome }) => outcome.kind === 'ok').length,
    writesUnknown: writes.filter(({ outcome }) => outcome.kind === 'unknown').length,
    reads: records.filter(({ type }) => type === 'read' || type === 'list').length,
    watchEvents: records.reduce((sum, record) => sum + (record.type === 'watch' ? record.events.length : 0), 0),
  }
}

function judgeSight(record: HistoryRecord, log: CommitLog, fresh: Freshest): Iterable<string> {
  switch (record.type) {
    case 'read':
      return judgeRead(record, log, fresh)
    case 'list':
      return judgeList(record, log, fresh)
    case 'watch':
      return judgeWatch(record, log)
    case 'write':
      return []
  }
}

/** A commit is the work of a write that was not refused, on the state that the write depends on. */
function* judgeCommit(commit: Commit, log: CommitLog): Iterable<string> {
  if (commit.value === undefined) return
  const write = log.writes.get(commit.value)
  if (!write) {
    yield `${show(commit)}: nobody wrote this`
    return
  }
  if (write.outcome.kind === 'refused') yield `${show(commit)}: the write was refused, and yet it is there`
  const before = commitAt(log, commit.key, commit.revision - 1)
  const revision = before?.value === undefined ? undefined : before.revision
  if (write.expected !== revision) {
    yield `${show(commit)}: written on revision ${write.expected ?? '(none)'}, but before it came ${before ? show(before) : 'nothing'}`
  }
}

/** An acknowledged write is in the log; a delete takes away what it depended on. */
function* judgeWrite({ key, verb, expected, outcome }: WriteRecord, log: CommitLog): Iterable<string> {
  if (outcome.kind !== 'ok' || verb !== 'delete') return
  const after = log.byKey.get(key)?.find(({ revision }) => revision > (expected ?? 0))
  if (after === undefined) return // nobody looked since: the last state is read at the end of each run
  if (after.value !== undefined) yield `${key}: a delete of revision ${expected} was acknowledged, but then came ${show(after)}`
}

/** A write that was acknowledged before another began has the lower revision. */
function* orderProblems(writes: readonly WriteRecord[]): Iterable<string> {
  const done = writes.flatMap((write) => {
    const revision = write.outcome.kind === 'ok' ? write.outcome.revision : undefined
    return revision === undefined ? [] : [{ ...write, revision }]
  })
  const byEnd = [...done].sort((a, b) => a.end - b.end)
  let highest = 0
  let i = 0
  for (const write of [...done].sort((a, b) => a.start - b.start)) {
    for (let next = byEnd[i]; next && next.end < write.start; next = byEnd[++i]) highest = Math.max(highest, next.revision)
    if (write.revision < highest) {
      yield `${write.key}@${write.revision}=${write.value} began after revision ${highest} was acknowledged`
    }
  }
}

/** What a read that began at some moment has to show at least. */
class Freshest {
  readonly #log: CommitLog
  /** Acknowledged writes of each key in the order of their ends, each with the newest revision so far. */
  readonly #acknowledged = new Map<string, { readonly end: number; readonly newest: number }[]>()

  constructor(writes: readonly WriteRecord[], log: CommitLog) {
    this.#log = log
    for (const { key, end, outcome } of [...writes].sort((a, b) => a.end - b.end)) {
      if (outcome.kind !== 'ok' || outcome.revision === undefined) continue
      const known = this.#acknowledged.get(key) ?? []
      known.push({ end, newest: Math.max(known.at(-1)?.newest ?? 0, outcome.revision) })
      this.#acknowledged.set(key, known)
    }
  }

  /** The revision of the newest state of a key that was acknowledged before a moment; 0 when there was none. */
  of(key: string, moment: number): number {
    const known = this.#acknowledged.get(key) ?? []
    return known[countUpTo(known, moment - 1, ({ end }) => end) - 1]?.newest ?? 0
  }

  /** Whether a key that a read did not find may have been gone at a moment: removed after its newest acknowledged state. */
  mayBeGone(key: string, newest: number): boolean {
    if (newest === 0) return true
    return this.#log.byKey.get(key)?.some(({ revision, value }) => value === undefined && revision > newest) ?? false
  }
}

const floorOf = (freshness: Freshness, newest: number): number => {
  if (freshness.kind === 'mostRecent') return newest
  return freshness.kind === 'notOlderThan' ? Math.min(newest, freshness.revision) : 0
}

/** A read shows a state that was, not older than it promises, and not from before the write that made it began. */
function* judgeRead({ key, freshness, start, end, seen }: ReadRecord, log: CommitLog, fresh: Freshest): Iterable<string> {
  const floor = floorOf(freshness, fresh.of(key, start))
  if (!seen) {
    if (!fresh.mayBeGone(key, floor)) yield `${key}: a read found nothing, though revision ${floor} was acknowledged before it`
    return
  }
  if (seen.revision < floor) yield `${show(seen)}: read after revision ${floor} was acknowledged (${freshness.kind})`
  const write = log.writes.get(seen.value)
  if (write && write.start > end) yield `${show(seen)}: read before it was written`
}

/** A list is the exact state at its revision, and as fresh as it promises. */
function* judgeList({ freshness, start, revision, items }: ListRecord, log: CommitLog, fresh: Freshest): Iterable<string> {
  const shown = new Map(items.map((item) => [item.key, item]))
  for (const key of log.byKey.keys()) {
    const commit = commitAt(log, key, revision)
    const item = shown.get(key)
    if (commit?.value === undefined ? item !== undefined : item?.revision !== commit.revision) {
      yield `a list at ${revision} shows ${item ? show(item) : `no ${key}`}, but there was ${commit ? show(commit) : 'none'}`
    }
    const floor = floorOf(freshness, fresh.of(key, start))
    if (revision < floor) yield `a list at ${revision} began after ${key}@${floor} was acknowledged (${freshness.kind})`
  }
}

/** A watch tells every commit after its start once, in order, as far as it got; a bookmark says that it got so far. */
function* judgeWatch({ from, events }: WatchRecord, log: CommitLog): Iterable<string> {
  let told = from
  let next = countUpTo(log.all, from, ({ revision }) => revision)
  for (const event of events) {
    const revision = event.type === 'BOOKMARK' ? event.revision : event.seen.revision
    if (revision < told || (revision === told && event.type !== 'BOOKMARK')) {
      yield `a watch from ${from} told ${event.type} ${revision} after ${told}`
    }
    for (let missed = log.all[next]; missed && missed.revision < revision; missed = log.all[++next]) {
      yield `a watch from ${from} never told of ${show(missed)}, and went on to ${revision}`
    }
    const commit = log.all[next]
    if (commit?.revision === revision) {
      if (event.type === 'BOOKMARK') yield `a watch from ${from} never told of ${show(commit)}, but has a bookmark at ${revision}`
      else yield* judgeType(event.type, commit, log)
      next += 1
    }
    told = Math.max(told, revision)
  }
}

function* judgeType(type: 'ADDED' | 'MODIFIED' | 'DELETED', commit: Commit, log: CommitLog): Iterable<string> {
  const before = commitAt(log, commit.key, commit.revision - 1)
  const expected = commit.value === undefined ? 'DELETED' : before?.value === undefined ? 'ADDED' : 'MODIFIED'
  if (type !== expected) yield `${show(commit)}: told as ${type}, but it is ${expected}`
}
