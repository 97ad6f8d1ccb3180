import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import {
  encodeRecord,
  findRecords,
  type JournalCommit,
  lastRevision,
  PAGE_BYTES,
  recordBytes,
} from '../../../../src/storage/lmdb/journal/journal-records.js'

const JOURNAL = { format: 2, seed: 12_345 }
const AT = 1_700_000_000_000

/** Commits with the revisions after a given one. */
const commits = (after: number, values: readonly (string | undefined)[]): JournalCommit[] =>
  values.map((value, i) => ({
    bytes: Buffer.from(`/things/${i}`),
    value: value === undefined ? undefined : Uint8Array.from(Buffer.from(value)),
    revision: after + 1 + i,
  }))

/** A journal with consecutive records, and the offset of each. */
function journalOf(groups: readonly (readonly JournalCommit[])[]) {
  const starts: number[] = []
  const parts = [Buffer.alloc(PAGE_BYTES)]
  for (const group of groups) {
    starts.push(parts.reduce((sum, { length }) => sum + length, 0))
    const record = Buffer.alloc(recordBytes(group), 0xaa)
    encodeRecord(record, group, AT, JOURNAL)
    parts.push(record)
  }
  return { bytes: Buffer.concat([...parts, Buffer.alloc(2 * PAGE_BYTES)]), starts }
}

const revisionsOf = (journal: Buffer, after: number) => findRecords(journal, JOURNAL, after).records.map(lastRevision)

test('records are read as they were written, in whole pages', () => {
  const value = fc.option(fc.uint8Array({ maxLength: 9_000 }), { nil: undefined })
  const commit = fc.record({ key: fc.string({ minLength: 1, maxLength: 400 }), value })
  fc.assert(
    fc.property(fc.array(fc.array(commit, { minLength: 1, maxLength: 5 }), { maxLength: 4 }), (groups) => {
      let revision = 10
      const written = groups.map((group) =>
        group.map(({ key, value }): JournalCommit => {
          revision += 1
          return { bytes: Buffer.from(key), value, revision }
        }),
      )
      const { bytes, starts } = journalOf(written)
      const found = findRecords(bytes, JOURNAL, 10).records
      expect(found.map((record) => record.commits)).toEqual(written)
      expect(found.map(({ start, at }) => [start, at])).toEqual(starts.map((start) => [start, AT]))
      for (const { end } of found) expect(end % PAGE_BYTES).toBe(0)
    }),
    { numRuns: 50 },
  )
})

test('records up to a given revision are skipped', () => {
  const { bytes } = journalOf([commits(1, ['a', 'b']), commits(3, ['c', 'd']), commits(5, [undefined])])
  expect(revisionsOf(bytes, 0)).toEqual([3, 5, 6])
  expect(revisionsOf(bytes, 3)).toEqual([5, 6])
  expect(revisionsOf(bytes, 4)).toEqual([5, 6])
  expect(revisionsOf(bytes, 6)).toEqual([])
})

test('they are found in the order of their revisions, wherever they stand', () => {
  const { bytes } = journalOf([commits(5, ['e'.repeat(9_000)]), commits(1, ['a', 'b']), commits(3, ['c', 'd'])])
  expect(revisionsOf(bytes, 1)).toEqual([3, 5, 6])
})

const before = commits(1, ['a', 'b'.repeat(5_000)])
const last = commits(3, ['c'.repeat(3_000), undefined, 'd'.repeat(3_000)])
const whole = journalOf([before, last])
const start = whole.starts[1] ?? 0
/** Bytes of the last record without padding. */
const length = whole.bytes.readUInt32LE(start + 8)
const noise = Buffer.from(Array.from({ length: 2 * PAGE_BYTES }, (_, i) => (i * 167 + 13) % 256))

test.each([
  { what: 'zeros', tail: Buffer.alloc(length) },
  { what: 'noise', tail: noise },
  { what: 'an older record', tail: journalOf([commits(0, ['x'.repeat(6_000)])]).bytes.subarray(PAGE_BYTES) },
])('a record that is torn at any byte, with $what after it, is skipped, and earlier ones are read', ({ tail }) => {
  for (let cut = 0; cut < length; cut += 1) {
    const torn = Buffer.from(whole.bytes)
    tail.copy(torn, start + cut, cut, length)
    if (torn.equals(whole.bytes)) continue
    expect({ cut, found: revisionsOf(torn, 1) }).toEqual({ cut, found: [3] })
  }
})

test('a record that ends with the file, in mid-page, is skipped', () => {
  for (const cut of [0, 1, 31, 32, 4_095, 4_096, length - 1]) {
    expect(revisionsOf(whole.bytes.subarray(0, start + cut), 1)).toEqual([3])
  }
})

test('a single flipped bit is detected', () => {
  for (let bit = 0; bit < 8 * length; bit += 31) {
    const at = start + (bit >> 3)
    const spoilt = Buffer.from(whole.bytes)
    spoilt.writeUInt8(spoilt.readUInt8(at) ^ (1 << (bit & 7)), at)
    expect({ bit, found: revisionsOf(spoilt, 1) }).toEqual({ bit, found: [3] })
  }
})

test('a record of another journal is not valid, even if a client wrote it into a value', () => {
  expect(findRecords(whole.bytes, { ...JOURNAL, seed: 1 }, 1)).toEqual({ records: [], answered: 0 })
  const inside = whole.bytes.subarray(PAGE_BYTES)
  // So that it starts at a page boundary.
  const value = Buffer.concat([Buffer.alloc(PAGE_BYTES - 32 - 6 - 2), inside])
  const { bytes } = journalOf([[{ bytes: Buffer.from('/x'), value, revision: 2 }]])
  expect(bytes.subarray(2 * PAGE_BYTES).indexOf(inside)).toBe(0)
  expect(revisionsOf(bytes, 1)).toEqual([2])
})

test('a record with an intact header has the last acknowledged revision before it, even if the rest is damaged', () => {
  const { bytes, starts } = journalOf([commits(1, ['a']), commits(2, ['b', 'c']), commits(4, ['d'])])
  for (const start of starts.slice(1)) bytes.fill(0, start + 32, start + 100)
  expect(findRecords(bytes, JOURNAL, 1)).toMatchObject({ records: [{ end: 2 * PAGE_BYTES }], answered: 4 })
  // A value of a client must not be taken for a record header: clients cannot guess the journal's random seed.
  const value = Buffer.concat([Buffer.alloc(PAGE_BYTES - 32 - 6 - 2), whole.bytes.subarray(PAGE_BYTES)])
  const forged = journalOf([[{ bytes: Buffer.from('/x'), value, revision: 2 }]]).bytes
  forged.fill(0, PAGE_BYTES, 2 * PAGE_BYTES)
  expect(findRecords(forged, { ...JOURNAL, seed: 1 }, 1).answered).toBe(0)
})
