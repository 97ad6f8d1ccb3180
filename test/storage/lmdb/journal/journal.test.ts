import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { Journal } from '../../../../src/storage/lmdb/journal/journal.js'
import { beginJournal, readJournal } from '../../../../src/storage/lmdb/journal/journal-file.js'
import { findRecords, type JournalCommit } from '../../../../src/storage/lmdb/journal/journal-records.js'
import { freshDirectory, removeDirectories } from '../support.js'

afterAll(removeDirectories)

const commit = (revision: number, size: number): JournalCommit => ({
  bytes: Buffer.from('/x'),
  value: new Uint8Array(size).fill(revision % 251),
  revision,
})

test('for any appends and releases, unreleased records remain, and a new reader continues after them', async () => {
  const directory = freshDirectory()
  const step = fc.oneof(
    fc.record({ append: fc.integer({ min: 1, max: 2_000_000 }) }),
    fc.record({ append: fc.integer({ min: 1, max: 20_000 }) }),
    fc.record({ release: fc.double({ min: 0, max: 1, noNaN: true }) }),
    fc.record({ reopen: fc.constant(true) }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const file = beginJournal(directory)
      let journal = new Journal(file, [])
      let [released, last] = [1, 1]
      for (const step of steps) {
        if ('append' in step) {
          const next = [commit(last + 1, step.append)]
          if (!journal.hasRoom(next)) continue
          await journal.append(next, 0)
          last += 1
        } else if ('release' in step) {
          released += Math.floor(step.release * (last - released))
          journal.release(released)
        } else {
          journal.close()
          const { contents } = readJournal(directory, file.id)
          journal = new Journal(file, findRecords(contents, file, released).records)
        }
      }
      journal.close()
      const { contents } = readJournal(directory, file.id)
      const found = findRecords(contents, file, released).records
      const revisions = Array.from({ length: last - released }, (_, i) => released + 1 + i)
      expect(found.map(({ commits }) => commits.map(({ revision }) => revision))).toEqual(revisions.map((at) => [at]))
      for (const { commits } of found) {
        for (const { revision, value } of commits) expect(value?.every((byte) => byte === revision % 251)).toBe(true)
      }
    }),
    { numRuns: 25 },
  )
  // Writes hundreds of megabytes, which may take long on a slow disk.
}, 60_000)

test('an empty journal has room for whatever it takes, and the file never changes its size', async () => {
  const directory = freshDirectory()
  const journal = new Journal(beginJournal(directory), [])
  const size = readFileSync(join(directory, 'journal')).length
  for (let revision = 2; revision < 30; revision += 1) {
    const large = [commit(revision, 1_900_000)]
    expect(journal.takes(large)).toBe(true)
    expect(journal.hasRoom(large)).toBe(true)
    await journal.append(large, 0)
    journal.release(revision)
  }
  expect(journal.takes([commit(30, 3_000_000)])).toBe(false)
  expect(readFileSync(join(directory, 'journal'))).toHaveLength(size)
  journal.close()
})

test('a restarted journal has no former records', async () => {
  const directory = freshDirectory()
  const first = new Journal(beginJournal(directory), [])
  await first.append([commit(2, 100)], 0)
  first.close()
  const file = beginJournal(directory)
  expect(findRecords(readJournal(directory, file.id).contents, file, 0).records).toEqual([])
})
