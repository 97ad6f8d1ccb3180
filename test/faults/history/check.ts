/**
 * Checks a history against the sequential model: one object per key, one commit per revision, compare-and-set writes, reads with
 * the consistency that the specification promises, watches complete and in order.
 */

import { type Commit, type CommitLog, commitAfter, commitAt, commitLog, countUpTo, partsOf, show } from './commit-log.js'
import { Freshest } from './freshest.js'
import type { HistoryRecord, ListRecord, ReadRecord, Seen, WatchRecord, WriteRecord } from './history.js'

/** Numbers of checked operations, and one line per violation of the model. */
export interface Verdict {
  readonly problems: readonly string[]
  readonly writesAcknowledged: number
  readonly writesUnknown: number
  /** Acknowledged writes that are neither in the last list nor overwritten by a newer one. */
  readonly writesLost: number
  readonly reads: number
  readonly watchEvents: number
  /** Problems of watches: commits missing, duplicated, or in the wrong order. */
  readonly gaps: number
}

/** Checks a history. */
export function check(records: readonly HistoryRecord[]): Verdict {
  const log = commitLog(records)
  const writes = records.filter((record) => record.type === 'write')
  const watches = records.filter((record) => record.type === 'watch')
  const fresh = new Freshest(records, log)
  const gaps = watches.flatMap((watch) => [...judgeWatch(watch, log)])
  const lost = [...lostWrites(writes, records.findLast(isNewest), log)]
  const problems = [
    ...records.flatMap((record) => (record.type === 'fault' ? [record.text] : [])),
    ...log.problems,
    ...orderProblems(writes),
    ...log.all.flatMap((commit) => [...judgeCommit(commit, log)]),
    ...writes.flatMap((write) => [...judgeDelete(write, log)]),
    ...records.flatMap((record) => [...judgeSight(record, log, fresh)]),
    ...lost,
    ...gaps,
  ]
  return {
    problems,
    writesAcknowledged: writes.filter(({ outcome }) => outcome.kind === 'ok').length,
    writesUnknown: writes.filter(({ outcome }) => outcome.kind === 'unknown').length,
    writesLost: lost.length,
    reads: records.filter(({ type }) => type === 'read' || type === 'list').length,
    watchEvents: watches.reduce((sum, { events }) => sum + events.length, 0),
    gaps: gaps.length,
  }
}

const isNewest = (record: HistoryRecord): record is ListRecord => record.type === 'list' && record.freshness.kind === 'mostRecent'

function judgeSight(record: HistoryRecord, log: CommitLog, fresh: Freshest): Iterable<string> {
  if (record.type === 'read') return judgeRead(record, log, fresh)
  return record.type === 'list' ? judgeList(record, log, fresh) : []
}

/** A commit was made by exactly one write that was not refused, on the state that the write depends on. */
function* judgeCommit(commit: Commit, log: CommitLog): Iterable<string> {
  if (commit.value === undefined) return
  const { base, patch } = partsOf(commit.value)
  const write = log.writes.get(patch ?? base)
  if (!write) {
    yield `${show(commit)}: no client wrote this`
    return
  }
  if (write.outcome.kind === 'refused') yield `${show(commit)}: the write was refused, and yet it is there`
  const before = commitAt(log, commit.key, commit.revision - 1)
  const revision = before?.value === undefined ? undefined : before.revision
  if (write.expected !== 'any' && write.expected !== revision) {
    yield `${show(commit)}: written on revision ${write.expected ?? '(none)'}, but before it came ${before ? show(before) : 'nothing'}`
  }
  const isPatch = write.verb === 'patch' || write.verb === 'apply'
  if (write.verb === 'patch' && revision === undefined) yield `${show(commit)}: patched, but there was nothing`
  const made = isPatch ? `${partsOf(before?.value ?? '').base}+${write.value}` : write.value
  if (made !== commit.value) {
    yield `${show(commit)}: the ${write.verb} on ${before ? show(before) : 'nothing'} ought to have made ${made}`
  }
}

/** A delete removes the state that it depends on, without other commits in between. */
function* judgeDelete({ key, verb, expected, outcome }: WriteRecord, log: CommitLog): Iterable<string> {
  if (outcome.kind !== 'ok' || verb !== 'delete' || typeof expected !== 'number') return
  const after = commitAfter(log, key, expected)
  if (after?.value !== undefined) yield `${key}: a delete of revision ${expected} was acknowledged, but then came ${show(after)}`
}

/** The last list has every acknowledged write, or a newer state. */
function* lostWrites(writes: readonly WriteRecord[], last: ListRecord | undefined, log: CommitLog): Iterable<string> {
  if (!last) return
  const shown = new Map(last.items.map((item) => [item.key, item.revision]))
  for (const { key, verb, value, expected, outcome, end } of writes) {
    if (outcome.kind !== 'ok' || end > last.start) continue
    const revision = shown.get(key)
    if (outcome.revision === undefined) {
      if (revision !== undefined && revision === expected) yield `${key}: the delete of ${revision} is lost`
    } else if (revision === undefined ? (log.removals.get(key)?.at(-1) ?? 0) < outcome.revision : revision < outcome.revision) {
      yield `${key}@${outcome.revision}=${value}: this ${verb} is lost`
    }
  }
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

/** A read shows a committed state, not older than promised, and not before its write began. */
function* judgeRead({ key, freshness, start, end, seen }: ReadRecord, log: CommitLog, fresh: Freshest): Iterable<string> {
  const floor = fresh.ofKey(key, freshness, start)
  if (!seen) {
    if (!fresh.mayBeGone(key, floor)) yield `${key}: a read found nothing, though revision ${floor} was known before it`
    return
  }
  if (seen.revision < floor) yield `${show(seen)}: read after revision ${floor} was known (${freshness.kind})`
  const { base, patch } = partsOf(seen.value)
  const write = log.writes.get(patch ?? base)
  if (write && write.start > end) yield `${show(seen)}: read before it was written`
}

/** A list is the exact state at its revision, and as fresh as it promises. */
function* judgeList({ freshness, start, revision, items }: ListRecord, log: CommitLog, fresh: Freshest): Iterable<string> {
  const shown = new Map(items.map((item) => [item.key, item]))
  if (shown.size < items.length) yield `a list at ${revision} shows an object twice`
  for (const key of log.byKey.keys()) {
    const commit = commitAt(log, key, revision)
    const item = shown.get(key)
    if (commit?.value === undefined ? item !== undefined : item?.revision !== commit.revision) {
      yield `a list at ${revision} shows ${item ? show(item) : `no ${key}`}, but there was ${commit ? show(commit) : 'none'}`
    }
  }
  const floor = fresh.ofList(freshness, start)
  if (revision < floor) yield `a list at ${revision} began after revision ${floor} was known (${freshness.kind})`
  if (freshness.kind === 'exact' && revision !== floor) yield `a list at ${revision} was to be at ${floor}`
}

/** A watch sends every commit after its start once and in order, up to its last event; a bookmark marks the revision reached. */
function* judgeWatch({ from, events, awaited = 0 }: WatchRecord, log: CommitLog): Iterable<string> {
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
      else yield* judgeEvent(event, commit, log)
      next += 1
    }
    told = Math.max(told, revision)
  }
  if (told < awaited) yield `a watch from ${from} told nothing after ${told}, though it was waited for ${awaited}`
}

/** An event corresponds to its commit; that of a delete shows the last state. */
function* judgeEvent({ type, seen }: { type: string; seen: Seen }, commit: Commit, log: CommitLog): Iterable<string> {
  const before = commitAt(log, commit.key, commit.revision - 1)
  const expected = commit.value === undefined ? 'DELETED' : before?.value === undefined ? 'ADDED' : 'MODIFIED'
  if (type !== expected) yield `${show(commit)}: told as ${type}, but it is ${expected}`
  if (type === 'DELETED' && seen.value !== before?.value)
    yield `${show(commit)}: told with ${seen.value}, but it was ${before?.value}`
}
