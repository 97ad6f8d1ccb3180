/**
 * Recovery after a process that ended at any time.
 */

import {
  closeSync,
  copyFileSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { crc32 } from 'node:zlib'
import { afterEach, expect, test } from '@jest/globals'
import { createLmdbStorage } from '../../../src/public/storage/lmdb.js'
import type { Storage } from '../../../src/storage/index.js'
import { checkLmdbStorage, compactLmdbStorage } from '../../../src/storage/lmdb/index.js'
import { PAGE_BYTES } from '../../../src/storage/lmdb/journal/journal-records.js'
import { ManualClock } from '../../support/manual-clock.js'
import { bytes, crashed, freshDirectory, held, put, removeDirectories, withMeta } from './support.js'

afterEach(removeDirectories)

// With a stopped clock, small amounts are not flushed automatically.
const open = (directory: string, clock = new ManualClock()) => createLmdbStorage({ directory, clock })

/** The content of a directory, as read by a process that opens it. */
async function heldBy(directory: string) {
  const storage = await open(directory)
  const state = await held(storage)
  await storage.close()
  return state
}

/** Three groups of commits. */
async function threeGroups(storage: Storage, beforeTheLast = () => {}) {
  const one = await Promise.all([put(storage, '/things/a/x', 0, 'one'), put(storage, '/things/a/y', 0, 'y'.repeat(5_000))])
  const [two] = await Promise.all([
    put(storage, '/things/a/x', one[0], 'two'),
    storage.commit({ key: '/things/a/y', expectedRevision: one[1], value: undefined }),
  ])
  beforeTheLast()
  await Promise.all([put(storage, '/things/a/x', two, 'three'), put(storage, '/things/a/z', 0, 'z'.repeat(9_000))])
}

/** Offsets of the records in a journal. */
function recordStarts(journal: Buffer): number[] {
  const starts: number[] = []
  for (let at = PAGE_BYTES; at < journal.length; at += PAGE_BYTES) if (journal.readUInt32LE(at) !== 0) starts.push(at)
  // A header has three revisions and three times, as doubles, which distinguishes it from the values of the tests.
  return starts.filter((at) => journal.readDoubleLE(at + 24) === journal.readDoubleLE(PAGE_BYTES + 24))
}

/** The same after a crash, with an empty data file. */
async function afterThreeGroups(): Promise<string> {
  const directory = freshDirectory()
  const storage = await open(directory)
  await threeGroups(storage)
  const copy = crashed(directory)
  await storage.close()
  return copy
}

const change = (directory: string, edit: (journal: Buffer) => Buffer | undefined) => {
  const file = join(directory, 'journal')
  const journal = readFileSync(file)
  writeFileSync(file, edit(journal) ?? journal)
}

test('acknowledged commits are there after a crash, with their revisions, times and history', async () => {
  const directory = freshDirectory()
  const clock = new ManualClock()
  const storage = await open(directory, clock)
  await threeGroups(storage)
  clock.advance(500)
  await put(storage, '/things/ü/日本', 0, 'last')
  const left = crashed(directory)
  const before = await held(storage)
  await storage.close()
  expect(await heldBy(left)).toEqual(before)
  expect(before.revision).toBe(8)
  expect(before.history.map(([revision, key, , was]) => [revision, key, was])).toEqual([
    [2, '/things/a/x', undefined],
    [3, '/things/a/y', undefined],
    [4, '/things/a/x', 2],
    [5, '/things/a/y', 3],
    [6, '/things/a/x', 4],
    [7, '/things/a/z', undefined],
    [8, '/things/ü/日本', undefined],
  ])
  expect(before.history.at(-1)?.[2]).toBe(Number(before.history[0]?.[2]) + 500)
})

test('a second crash changes nothing, and revisions continue where they ended', async () => {
  const left = await afterThreeGroups()
  const again = await open(left)
  const leftAgain = crashed(left)
  const before = await held(again)
  expect(await put(again, '/things/a/new', 0, 'new')).toBe(before.revision + 1)
  await again.close()
  expect(await heldBy(leftAgain)).toEqual(before)
})

test.each([
  { what: 'in its head', at: () => 5 },
  { what: 'at its first byte', at: () => 0 },
  { what: 'at the end of its first page', at: () => PAGE_BYTES },
  { what: 'in its last page', at: () => 2 * PAGE_BYTES + 10 },
])('a record that is torn $what was not acknowledged: the state is the one before it', async ({ at }) => {
  const directory = freshDirectory()
  const storage = await open(directory)
  let firstPage = Buffer.alloc(0)
  await threeGroups(storage, () => {
    firstPage = readFileSync(join(directory, 'journal')).subarray(0, PAGE_BYTES)
  })
  const left = crashed(directory)
  await storage.close()
  // It was not yet acknowledged.
  change(left, (journal) => void journal.set(firstPage))
  const starts = recordStarts(readFileSync(join(left, 'journal')))
  expect(starts).toHaveLength(3)
  change(left, (journal) => journal.fill(0, (starts[2] ?? 0) + at(), (starts[2] ?? 0) + 3 * PAGE_BYTES))
  const state = await heldBy(left)
  expect(state.revision).toBe(5)
  expect(state.entries).toEqual([['/things/a/x', 'two', 4]])
  expect(state.history).toHaveLength(4)
})

test('a damaged record with another one after it was acknowledged, and is reported in one line', async () => {
  const left = await afterThreeGroups()
  const before = readFileSync(join(left, 'data.mdb'))
  const [, second = 0] = recordStarts(readFileSync(join(left, 'journal')))
  change(left, (journal) => journal.fill(1, second + 40, second + 41))
  const says = `storage directory ${left}: its file journal is damaged: commits of revisions 4 to 5 are missing`
  await expect(open(left)).rejects.toThrow(says)
  await expect(compactLmdbStorage(left)).rejects.toThrow(says)
  expect(await checkLmdbStorage(left)).toMatchObject({
    problems: ['journal: its file journal is damaged: commits of revisions 4 to 5 are missing'],
  })
  expect(readFileSync(join(left, 'data.mdb')).length).toBe(before.length)
})

test.each([
  { what: 'a bit of the last record', missing: '6 to 7', spoil: (at: readonly number[]) => [[at[2], 40, 1]] },
  { what: 'all of the last record', missing: '6 to 7', spoil: (at: readonly number[]) => [[at[2], 0, 20_000]] },
  { what: 'all of the last two records', missing: '4 to 7', spoil: (at: readonly number[]) => [[at[1], 0, 40_000]] },
  { what: 'all records', missing: '2 to 7', spoil: (at: readonly number[]) => [[at[0], 0, 60_000]] },
  {
    what: 'a bit of the last two records, and the acknowledged revision',
    missing: '4 to 5',
    spoil: (at: readonly number[]) => [
      [at[1], 40, 1],
      [at[2], 40, 1],
      [512, 0, 12],
    ],
  },
])('damage of $what is reported in one line, and nothing is dropped', async (row) => {
  const left = await afterThreeGroups()
  const journal = readFileSync(join(left, 'journal'))
  for (const [start = 0, from = 0, length = 0] of row.spoil(recordStarts(journal))) {
    journal.fill(0x5a, start + from, start + from + length)
  }
  writeFileSync(join(left, 'journal'), journal)
  const says = `its file journal is damaged: commits of revisions ${row.missing} are missing`
  await expect(open(left)).rejects.toThrow(`storage directory ${left}: ${says}`)
  expect((await checkLmdbStorage(left)).problems).toEqual([`journal: ${says}`])
})

test('a journal of the previous release is read and reused', async () => {
  const left = await afterThreeGroups()
  const MARK = 0x9dc1f3a7
  change(left, (journal) => {
    for (const start of recordStarts(journal)) journal.writeUInt32LE(MARK, start)
    journal.fill(0, 512, 524)
    journal.writeUInt32LE(1, 8)
    journal.writeUInt32LE(crc32(journal.subarray(0, 24)), 24)
    return undefined
  })
  const storage = await open(left)
  expect(await put(storage, '/things/a/new', 0, 'new')).toBe(8)
  const again = crashed(left)
  await storage.close()
  for (const place of [left, again]) expect((await heldBy(place)).entries).toHaveLength(3)
})

test('commits that the data file already has are not repeated', async () => {
  const directory = freshDirectory()
  const storage = await open(directory)
  await threeGroups(storage)
  // Flushes everything; the records remain in the journal.
  const before = await held(storage)
  const left = crashed(directory)
  await storage.close()
  expect(recordStarts(readFileSync(join(left, 'journal')))).toHaveLength(3)
  expect(await heldBy(left)).toEqual(before)
})

test('the rest of a partially flushed record is committed', async () => {
  const directory = freshDirectory()
  const storage = await open(directory)
  await put(storage, '/things/a/x', 0, 'x')
  // One record, two transactions.
  await Promise.all(Array.from({ length: 900 }, (_, i) => put(storage, `/things/b/${i}`, 0, `${i}`)))
  const left = crashed(directory)
  const before = await held(storage)
  await storage.close()
  for (const length of [0, 1, 300, 900]) {
    const image = crashed(left)
    await stepsOf(image, length)
    expect(await heldBy(image)).toEqual(before)
  }
})

/** Replaces the data file of a directory with one that has only the first commits, as if only they had been flushed. */
async function stepsOf(directory: string, commits: number): Promise<void> {
  const donor = freshDirectory()
  const storage = await open(donor)
  await put(storage, '/things/a/x', 0, 'x')
  await Promise.all(Array.from({ length: commits }, (_, i) => put(storage, `/things/b/${i}`, 0, `${i}`)))
  await storage.close()
  const id = await withMeta(directory, (meta) => meta.get('journal'))
  copyFileSync(join(donor, 'data.mdb'), join(directory, 'data.mdb'))
  await withMeta(directory, (meta) => meta.put('journal', id))
}

test('the journal wraps around under continuous writes, and a crash loses nothing', async () => {
  const directory = freshDirectory()
  const storage = await createLmdbStorage({ directory })
  const revisions = new Map<string, number>()
  const lefts: { readonly left: string; readonly acknowledged: Map<string, number> }[] = []
  const value = Buffer.alloc(40_000, 'value')
  for (let round = 0; round < 60; round += 1) {
    await Promise.all(
      Array.from({ length: 12 }, async (_, i) => {
        const key = `/things/a/${(round * 5 + i) % 40}`
        const result = await storage.commit({ key, expectedRevision: revisions.get(key) ?? 0, value })
        if (result.outcome === 'committed') revisions.set(key, result.revision)
      }),
    )
    // A data file cannot be copied while it is written, so this is after the flush; crash.test.ts tests the rest.
    if (round % 20 === 19) {
      await storage.load()
      lefts.push({ left: crashed(directory), acknowledged: new Map(revisions) })
    }
  }
  await storage.close()
  for (const { left, acknowledged } of lefts) {
    const { entries } = await heldBy(left)
    expect(new Map(entries.map(([key, , revision]) => [key, revision]))).toEqual(acknowledged)
    expect((await checkLmdbStorage(left)).problems).toEqual([])
  }
})

test('a value that is too large for the journal is stored, in order with the others', async () => {
  const directory = freshDirectory()
  const storage = await open(directory)
  const large = bytes('large'.repeat(1_000_000))
  const results = await Promise.all([
    put(storage, '/things/a/x', 0, 'x'),
    storage.commit({ key: '/things/a/large', expectedRevision: 0, value: large }),
    put(storage, '/things/a/y', 0, 'y'),
  ])
  expect(results).toEqual([2, { outcome: 'committed', revision: 3 }, 4])
  const left = crashed(directory)
  await storage.close()
  const { entries } = await heldBy(left)
  expect(entries.map(([key, value, revision]) => [key, String(value).length, revision]).sort()).toEqual([
    ['/things/a/large', 5_000_000, 3],
    ['/things/a/x', 1, 2],
    ['/things/a/y', 1, 4],
  ])
})

test('checking and compacting include commits that only the journal has', async () => {
  const [one, two] = [await afterThreeGroups(), await afterThreeGroups()]
  expect(await checkLmdbStorage(one)).toEqual({ revision: 7, entries: 2, history: 6, problems: [] })
  const before = await heldBy(one)
  await compactLmdbStorage(two)
  expect(await heldBy(two)).toEqual(before)
})

test('after a close the data file is complete, and can be moved without the journal', async () => {
  const directory = freshDirectory()
  const storage = await open(directory)
  await threeGroups(storage)
  const before = await held(storage)
  await storage.close()
  const alone = freshDirectory()
  copyFileSync(join(directory, 'data.mdb'), join(alone, 'data.mdb'))
  expect(await heldBy(alone)).toEqual(before)
})

test('after a failure of the journal the outcome of the write is unknown, and nothing is written until a restart', async () => {
  const directory = freshDirectory()
  const storage = await open(directory)
  await put(storage, '/things/a/x', 0, 'x')
  // Only on systems that list descriptors: the journal's descriptor is replaced with a device that accepts no data.
  const shown = '/proc/self/fd'
  const path = join(realpathSync(directory), 'journal')
  const descriptor = existsSync(shown) && readdirSync(shown).find((name) => linkOf(join(shown, name)) === path)
  if (descriptor) {
    closeSync(Number(descriptor))
    expect(openSync('/dev/full', 'w')).toBe(Number(descriptor))
    await expect(put(storage, '/things/a/y', 0, 'y')).rejects.toMatchObject({ status: { code: 504 } })
    await expect(put(storage, '/things/a/z', 0, 'z')).rejects.toMatchObject({ status: { code: 503 } })
    expect(await storage.healthCheck?.check()).toBe(false)
  }
  await storage.close()
  const again = await open(directory)
  expect((await held(again)).entries).toEqual([['/things/a/x', 'x', 2]])
  expect(await put(again, '/things/a/y', 0, 'y')).toBe(3)
  await again.close()
})

function linkOf(path: string): string | undefined {
  try {
    return readlinkSync(path)
  } catch {
    return undefined
  }
}
