/**
 * The journal file next to the data file: created, expected, missing, corrupted.
 */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { checkLmdbStorage, createLmdbStorage } from '../../../../src/storage/lmdb/index.js'
import { beginJournal } from '../../../../src/storage/lmdb/journal/journal-file.js'
import { ManualClock } from '../../../support/manual-clock.js'
import { buildEngine, builtEngine, removeEngine } from '../built-engine.js'
import { crashed, filled, freshDirectory, held, put, removeDirectories, withMeta } from '../support.js'

beforeAll(buildEngine)
afterAll(removeEngine)
afterEach(removeDirectories)

const open = (directory: string) => createLmdbStorage({ directory })
const journalOf = (directory: string) => join(directory, 'journal')

test('a directory of the release before the journal is opened with all that it holds, and belongs to this release then', async () => {
  const directory = await filled()
  rmSync(journalOf(directory))
  await withMeta(directory, (meta) => meta.put('format', 1))
  const storage = await open(directory)
  expect((await held(storage)).entries).toHaveLength(100)
  expect(await put(storage, '/things/a/new', 0, 'new')).toBe(102)
  const left = crashed(directory)
  await storage.close()
  for (const place of [directory, left]) {
    expect(await withMeta(place, (meta) => meta.get('format'))).toBe(2)
    expect(await checkLmdbStorage(place)).toMatchObject({ revision: 102, entries: 101, problems: [] })
  }
})

/** A directory whose newest commit is in the journal only. */
async function leftBehind(): Promise<string> {
  const directory = await filled()
  const storage = await createLmdbStorage({ directory, clock: new ManualClock() })
  await put(storage, '/things/a/new', 0, 'new')
  const left = crashed(directory)
  await storage.close()
  return left
}

function overwrite(file: string, at: number, bytes: Buffer): void {
  const contents = readFileSync(file)
  contents.set(bytes, at)
  writeFileSync(file, contents)
}

test.each([
  {
    what: 'no journal',
    spoil: (file: string) => rmSync(file),
    says: 'its file journal is absent, which holds its newest commits',
  },
  { what: 'an empty journal', spoil: (file: string) => truncateSync(file, 0), says: 'its file journal is cut short' },
  { what: 'a journal cut in its head', spoil: (file: string) => truncateSync(file, 20), says: 'its file journal is cut short' },
  {
    what: 'a journal cut in half',
    spoil: (file: string) => truncateSync(file, 4_000_000),
    says: 'its file journal is cut short',
  },
  {
    what: 'a journal of another program',
    spoil: (file: string) => writeFileSync(file, 'x'.repeat(20_000)),
    says: 'its file journal is of another program',
  },
  {
    what: 'a journal with a damaged head',
    spoil: (file: string) => overwrite(file, 17, Buffer.from('xx')),
    says: 'the head of its file journal is damaged',
  },
  {
    what: 'a journal of a newer release',
    spoil: (file: string) => overwrite(file, 8, Buffer.from([3])),
    says: 'a newer release wrote its journal (format 3; this one reads 2)',
  },
])('$what beside a data file that expects one is refused in one line, and nothing is changed', async ({ spoil, says }) => {
  const directory = await leftBehind()
  const good = crashed(directory)
  spoil(journalOf(directory))
  const error = await open(directory).catch((error: unknown) => error)
  expect(error).toMatchObject({ message: `storage directory ${directory}: ${says}` })
  expect((await checkLmdbStorage(directory)).problems).toEqual([`journal: ${says}`])
  // With the right journal it opens.
  copyFileSync(journalOf(good), journalOf(directory))
  const storage = await open(directory)
  expect((await held(storage)).entries).toHaveLength(101)
  await storage.close()
})

test('the journal of another directory is refused', async () => {
  const [one, two] = [await leftBehind(), await leftBehind()]
  copyFileSync(journalOf(two), journalOf(one))
  await expect(open(one)).rejects.toThrow('its file journal belongs to another storage')
})

test('a journal of another program or a newer release is not changed if the data file expects none', async () => {
  const directory = await filled()
  writeFileSync(journalOf(directory), 'dear diary')
  await expect(open(directory)).rejects.toThrow('its file journal is of another program')
  expect(readFileSync(journalOf(directory), 'utf8')).toBe('dear diary')
})

test.each([
  { what: 'half written', leave: (directory: string) => writeFileSync(`${journalOf(directory)}.new`, 'x'.repeat(5_000)) },
  { what: 'made, and not known to the data file yet', leave: (directory: string) => beginJournal(directory) },
  { what: 'of another size', leave: (directory: string) => truncateSync(journalOf(directory), 100_000) },
])('a journal that is $what when the process ends is recreated', async ({ leave }) => {
  const directory = await filled()
  leave(directory)
  const storage = await open(directory)
  expect(await put(storage, '/things/a/new', 0, 'new')).toBe(102)
  const left = crashed(directory)
  await storage.close()
  for (const place of [directory, left]) {
    const again = await open(place)
    expect((await held(again)).entries).toHaveLength(101)
    await again.close()
  }
})

test('a second process is refused before it reads the journal', async () => {
  const directory = freshDirectory()
  const storage = await createLmdbStorage({ directory, clock: new ManualClock() })
  await put(storage, '/things/a/x', 0, 'x')
  const before = readFileSync(journalOf(directory))
  const script = `
    const { createLmdbStorage, checkLmdbStorage, compactLmdbStorage } = await import(process.argv[1])
    const directory = process.argv[2]
    for (const open of [() => createLmdbStorage({ directory }), () => checkLmdbStorage(directory), () => compactLmdbStorage(directory)]) {
      console.log(await open().then(() => 'opened', ({ message }) => message))
    }`
  const second = spawn(process.execPath, ['--input-type=module', '-e', script, '--', builtEngine, directory], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  second.stdout.on('data', (chunk) => {
    said += chunk
  })
  await once(second, 'close')
  const refused = `storage directory ${directory}: process ${process.pid} is using it; a directory serves one process at a time\n`
  expect(said).toBe(refused.repeat(3))
  expect(readFileSync(journalOf(directory)).equals(before)).toBe(true)
  expect(await put(storage, '/things/a/y', 0, 'y')).toBe(3)
  await storage.close()
})
