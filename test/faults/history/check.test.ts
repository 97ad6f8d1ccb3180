import { describe, expect, test } from '@jest/globals'
import { check } from './check.js'
import type { HistoryRecord, ListRecord, ReadRecord, WatchRecord, WriteRecord } from './history.js'

type Part<T> = Partial<Omit<T, 'type'>>

const write = (part: Part<WriteRecord>): WriteRecord => ({
  type: 'write',
  key: 'a',
  verb: part.expected === undefined ? 'create' : 'update',
  value: 'a1',
  expected: undefined,
  start: 1,
  end: 2,
  outcome: { kind: 'ok', revision: 5 },
  ...part,
})
const read = (part: Part<ReadRecord>): ReadRecord => ({
  type: 'read',
  key: 'a',
  freshness: { kind: 'mostRecent' },
  start: 10,
  end: 11,
  seen: undefined,
  ...part,
})
const list = (part: Part<ListRecord>): ListRecord => ({
  type: 'list',
  freshness: { kind: 'mostRecent' },
  start: 10,
  end: 11,
  revision: 9,
  items: [],
  ...part,
})
const watch = (events: WatchRecord['events'], from = 4): WatchRecord => ({ type: 'watch', from, events })
const seen = (value: string, revision: number, key = 'a') => ({ key, revision, value })

const ok = (revision: number, state: string) => ({ kind: 'ok', revision, state }) as const
const patch = (revision: number, state: string, value = 'p1') =>
  write({ verb: 'patch', value, expected: 'any', outcome: ok(revision, state) })

/** Created at 5, updated at 7 while b was created at 6, removed at 9. */
const CREATED = write({})
const OTHER = write({ key: 'b', value: 'b1', start: 3, end: 4, outcome: { kind: 'ok', revision: 6 } })
const UPDATED = write({ value: 'a2', expected: 5, start: 5, end: 6, outcome: { kind: 'ok', revision: 7 } })
const REMOVED = write({
  verb: 'delete',
  value: undefined,
  expected: 7,
  start: 7,
  end: 8,
  outcome: { kind: 'ok', revision: undefined },
})
const WRITES = [CREATED, OTHER, UPDATED, REMOVED]
const ADDED_A = { type: 'ADDED', seen: seen('a1', 5) } as const
const ADDED_B = { type: 'ADDED', seen: seen('b1', 6, 'b') } as const
const MODIFIED = { type: 'MODIFIED', seen: seen('a2', 7) } as const
const DELETED = { type: 'DELETED', seen: seen('a2', 9) } as const
const WHOLE = watch([ADDED_A, ADDED_B, MODIFIED, DELETED])

const problems = (...records: HistoryRecord[]) => check(records).problems

describe('a history that satisfies the model', () => {
  test('has no problems, and is counted', () => {
    const records = [...WRITES, WHOLE, read({}), list({ items: [seen('b1', 6, 'b')] })]
    const counted = { writesAcknowledged: 4, writesUnknown: 0, writesLost: 0, reads: 2, watchEvents: 4, gaps: 0 }
    expect(check(records)).toEqual({ problems: [], ...counted })
  })

  test('may have commits that only the storage reports', () => {
    const removal = { type: 'commit', key: 'a', revision: 6, value: undefined } as const
    const again = write({ value: 'a2', start: 3, outcome: { kind: 'ok', revision: 7 } })
    expect(problems(CREATED, again).join()).toMatch(/before it came a@5/)
    expect(problems(CREATED, removal, again)).toEqual([])
    expect(problems(CREATED, removal, again, watch([ADDED_A, { type: 'ADDED', seen: seen('a2', 7) }])).join()).toMatch(
      /never told of a@6/,
    )
  })

  test('may leave open how a write ended', () => {
    const lost = write({ value: 'a2', expected: 5, outcome: { kind: 'unknown' } })
    expect(problems(CREATED, lost)).toEqual([])
    expect(problems(CREATED, lost, watch([ADDED_A, MODIFIED]))).toEqual([])
  })

  test('may patch an existing object, and apply one that does not exist', () => {
    const patched = write({ verb: 'patch', value: 'p1', expected: 'any', outcome: ok(6, 'a1+p1') })
    const replaced = write({ value: 'a2', expected: 6, outcome: { kind: 'ok', revision: 7 } })
    const applied = write({ key: 'b', verb: 'apply', value: 'p2', expected: 'any', outcome: ok(8, '+p2') })
    expect(problems(CREATED, patched, replaced, applied)).toEqual([])
  })

  test('may show old states if the resourceVersion of a read allows them', () => {
    expect(problems(...WRITES, WHOLE, read({ freshness: { kind: 'any' }, seen: seen('a1', 5) }))).toEqual([])
    expect(problems(...WRITES, WHOLE, read({ freshness: { kind: 'notOlderThan', revision: 5 }, seen: seen('a1', 5) }))).toEqual(
      [],
    )
  })

  test('may end a watch anywhere, and start it anywhere', () => {
    expect(problems(...WRITES, WHOLE, watch([ADDED_A]), watch([MODIFIED, { type: 'BOOKMARK', revision: 8 }], 6))).toEqual([])
  })
})

describe('patches that break the model', () => {
  test.each<[string, HistoryRecord[], RegExp]>([
    ['one that takes a state back', [CREATED, UPDATED, patch(8, 'a1+p1')], /on a@7=a2 ought to have made a2\+p1/],
    ['one that is not in the state', [CREATED, patch(7, 'a1')], /a@7=a1: written on revision \(none\), but before it came a@5/],
    ['one that changes more', [CREATED, patch(7, 'a9+p1')], /ought to have made a1\+p1/],
    ['one of what is not there', [patch(7, '+p1')], /patched, but there was nothing/],
    ['an update that keeps a patch', [CREATED, read({ seen: seen('a1+a2', 7) }), UPDATED], /ought to have made a2/],
  ])('%s', (_what, records, problem) => {
    expect(problems(...records).join('\n')).toMatch(problem)
  })
})

describe('writes that break the model', () => {
  test.each<[string, HistoryRecord[], RegExp]>([
    ['a value that no client wrote', [read({ seen: seen('x', 5) })], /no client wrote/],
    ['a refused write that is there', [write({ outcome: { kind: 'refused' } }), read({ seen: seen('a1', 5) })], /was refused/],
    [
      'two writes on one state',
      [CREATED, UPDATED, write({ value: 'a3', expected: 5, outcome: { kind: 'ok', revision: 8 } })],
      /before it came a@7/,
    ],
    ['a create of what is there', [CREATED, write({ value: 'a3', outcome: { kind: 'ok', revision: 8 } })], /before it came a@5/],
    ['two values at one revision', [CREATED, write({ key: 'b', value: 'b1' })], /revision 5 is/],
    [
      'an order against time',
      [CREATED, write({ key: 'b', value: 'b1', start: 3, outcome: { kind: 'ok', revision: 4 } })],
      /began after/,
    ],
    [
      'a removed object that is changed on',
      [CREATED, write({ verb: 'delete', value: undefined, expected: 5, outcome: { kind: 'ok', revision: undefined } }), UPDATED],
      /was acknowledged, but then came/,
    ],
  ])('%s', (_what, records, problem) => {
    expect(problems(...records).join('\n')).toMatch(problem)
  })
})

describe('reads that break the model', () => {
  test.each<[string, HistoryRecord, RegExp]>([
    ['an acknowledged write is missing', read({ key: 'b' }), /found nothing/],
    ['an old state, where the newest is promised', read({ start: 7, seen: seen('a1', 5) }), /read after revision 7/],
    [
      'older than was asked for',
      read({ freshness: { kind: 'notOlderThan', revision: 7 }, seen: seen('a1', 5) }),
      /read after revision 7/,
    ],
    ['a state that was removed, and known to be', read({ seen: seen('a2', 7) }), /read after revision 9 was known/],
    [
      'older than what a read before it showed',
      read({ key: 'b', start: 12, end: 13, seen: undefined }),
      /found nothing, though revision 6/,
    ],
    [
      'older than requested, though its write was not acknowledged',
      list({ freshness: { kind: 'notOlderThan', revision: 9 }, revision: 7, items: [seen('b1', 6, 'b'), seen('a2', 7)] }),
      /began after revision 9 was known \(notOlderThan\)/,
    ],
    [
      'an exact list at another revision',
      list({ freshness: { kind: 'exact', revision: 6 }, items: [seen('b1', 6, 'b')] }),
      /was to be at 6/,
    ],
    ['an object twice', list({ items: [seen('b1', 6, 'b'), seen('b1', 6, 'b')] }), /shows an object twice/],
    ['from before it was written', read({ start: 3, end: 4, seen: seen('a2', 7) }), /before it was written/],
    ['a list without an object', list({ items: [] }), /shows no b/],
    ['a list with a removed object', list({ items: [seen('b1', 6, 'b'), seen('a2', 7)] }), /there was a@9=\(removed\)/],
    ['a list with an old state', list({ revision: 8, items: [seen('b1', 6, 'b'), seen('a1', 5)] }), /there was a@7/],
    [
      'a list from before an acknowledged write',
      list({ revision: 6, items: [seen('b1', 6, 'b'), seen('a1', 5)] }),
      /began after revision 9 was known/,
    ],
  ])('%s', (_what, record, problem) => {
    expect(problems(...WRITES, WHOLE, record).join('\n')).toMatch(problem)
  })
})

describe('watches that break the model', () => {
  test.each<[string, WatchRecord['events'], RegExp]>([
    ['a commit left out', [ADDED_A, MODIFIED], /never told of b@6/],
    ['the first one left out', [ADDED_B], /never told of a@5/],
    ['a commit told twice', [ADDED_A, ADDED_A], /told ADDED 5 after 5/],
    ['an order turned round', [ADDED_B, ADDED_A], /told ADDED 5 after 6/],
    ['a bookmark ahead of its events', [ADDED_A, { type: 'BOOKMARK', revision: 7 }], /never told of b@6/],
    ['a bookmark at a commit that was not told', [ADDED_A, { type: 'BOOKMARK', revision: 6 }], /has a bookmark at 6/],
    [
      'a removal that shows another state',
      [ADDED_A, ADDED_B, MODIFIED, { type: 'DELETED', seen: seen('a1', 9) }],
      /told with a1, but it was a2/,
    ],
    ['a new object told as a change', [{ type: 'MODIFIED', seen: seen('a1', 5) }], /told as MODIFIED, but it is ADDED/],
  ])('%s', (_what, events, problem) => {
    expect(problems(...WRITES, WHOLE, watch(events)).join('\n')).toMatch(problem)
  })
})

describe('the figures', () => {
  test('count each acknowledged write that the last list neither has nor has something newer than', () => {
    const last = list({ start: 20, end: 21, revision: 12, items: [] })
    expect(check([CREATED, OTHER, UPDATED, last])).toMatchObject({ writesLost: 3 })
    expect(check([...WRITES, WHOLE, last])).toMatchObject({ writesLost: 1 })
    const kept = list({ start: 20, end: 21, revision: 12, items: [seen('b1', 6, 'b'), seen('a2', 7)] })
    expect(check([...WRITES, kept])).toMatchObject({ writesLost: 1 })
  })

  test('count a watch that stands still, and each commit that one leaves out', () => {
    expect(check([...WRITES, WHOLE, { ...watch([ADDED_A]), awaited: 9 }])).toMatchObject({ gaps: 1 })
    expect(check([...WRITES, WHOLE, watch([DELETED])])).toMatchObject({ gaps: 3 })
  })

  test('report an answer that no state explains', () => {
    expect(problems({ type: 'fault', text: 'GET /a: 500' })).toEqual(['GET /a: 500'])
  })
})
