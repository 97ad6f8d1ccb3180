import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { afterEach, expect, test } from '@jest/globals'
import { checkLmdbStorage, compactLmdbStorage, createLmdbStorage } from '../../../src/storage/lmdb/index.js'
import { filled, freshDirectory, held, put, removeDirectories, withMeta } from './support.js'

afterEach(removeDirectories)

const open = (directory: string, more: { readonly mustExist?: boolean } = {}) => createLmdbStorage({ directory, ...more })

const RESERVE_BYTES = 8 * 1024 * 1024
const dataOf = (directory: string) => join(directory, 'data.mdb')

test('commits are there when the directory is reopened, with their revisions and history', async () => {
  const directory = freshDirectory()
  const first = await open(directory)
  const one = await put(first, '/things/a/x', 0, 'one')
  const two = await put(first, '/things/a/x', one, 'two')
  await first.commit({ key: '/things/a/x', expectedRevision: two, value: undefined })
  await put(first, '/things/a/y', 0, 'y')
  const before = await held(first)
  await first.close()
  const second = await open(directory)
  expect(await held(second)).toEqual(before)
  expect(before.history.map(([revision, key, , was, value]) => [revision, key, was, value])).toEqual([
    [2, '/things/a/x', undefined, undefined],
    [3, '/things/a/x', 2, 'one'],
    [4, '/things/a/x', 3, 'two'],
    [5, '/things/a/y', undefined, undefined],
  ])
  expect(await put(second, '/things/a/z', 0, 'z')).toBe(6)
  await second.close()
})

test('a directory that cannot be created is refused in one line at once', async () => {
  await expect(open('/proc/binnacle/state')).rejects.toThrow(
    /^storage directory \/proc\/binnacle\/state: .*no such file or directory/,
  )
})

test('a directory is created with its parents, for its user only', async () => {
  const directory = join(freshDirectory(), 'a', 'b')
  await (await open(directory)).close()
  expect([directory, join(directory, '..')].map((made) => statSync(made).mode & 0o777)).toEqual([0o700, 0o700])
})

test('a directory is open once in a process, and free again when it is closed', async () => {
  const directory = freshDirectory()
  const storage = await open(directory)
  await expect(open(directory)).rejects.toThrow(`storage directory ${directory}: it is open in this process already`)
  await put(storage, '/things/a/x', 0, 'still works')
  await storage.close()
  await (await open(directory)).close()
})

const HOLDER = `
const [lmdb, directory] = process.argv.slice(1)
const { open } = await import(lmdb)
const root = open({ path: directory, noSubdir: false, overlappingSync: false, eventTurnBatching: false, encoding: 'string' })
const meta = root.openDB({ name: 'meta', encoding: 'json' })
meta.get('owner')
meta.putSync('owner', process.pid)
console.log('held')
setInterval(() => {}, 1000)
`

test('another process that uses the directory is named; once it is killed, the directory is free', async () => {
  const directory = await filled()
  const lmdb = createRequire(import.meta.url).resolve('lmdb')
  const holder = spawn(process.execPath, ['--input-type=module', '-e', HOLDER, '--', lmdb, directory], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(holder.stdout, 'data')
  await expect(open(directory)).rejects.toThrow(`process ${holder.pid} is using it; a directory serves one process at a time`)
  holder.kill('SIGKILL')
  await once(holder, 'exit')
  const storage = await open(directory)
  expect((await held(storage)).entries).toHaveLength(100)
  await storage.close()
})

test.each([
  {
    what: 'bytes of something else',
    spoil: (file: string) => writeFileSync(file, 'x'.repeat(20_000)),
    says: 'is not one of LMDB',
  },
  { what: 'a file cut to a few bytes', spoil: (file: string) => truncateSync(file, 100), says: 'is cut short' },
  { what: 'a file cut within its first pages', spoil: (file: string) => truncateSync(file, 5_000), says: 'is cut short' },
  { what: 'a file cut within what is used of it', spoil: (file: string) => truncateSync(file, 60_000), says: 'is cut short' },
  { what: 'an empty file', spoil: (file: string) => truncateSync(file, 0), says: 'its data file data.mdb is empty' },
  { what: 'no file where one was', spoil: (file: string) => rmSync(file), says: 'its data file data.mdb is absent' },
])('$what is refused in one line', async ({ spoil, says }) => {
  const directory = await filled()
  spoil(dataOf(directory))
  const error = await open(directory).catch((error: unknown) => error)
  expect(error).toMatchObject({ message: expect.stringContaining(says) })
  expect((error as Error).message).not.toContain('\n')
})

test.each([
  { what: 'is longer than its pages', spoil: (file: string) => appendFileSync(file, Buffer.alloc(4_096)) },
  {
    what: 'lost most of its reserve',
    spoil: (file: string) => truncateSync(file, statSync(file).size - RESERVE_BYTES + 1_000_000),
  },
])('a file that $what is opened, and gets its reserve again', async ({ spoil }) => {
  const directory = await filled()
  spoil(dataOf(directory))
  const storage = await open(directory)
  expect((await held(storage)).entries).toHaveLength(100)
  expect(statSync(dataOf(directory)).size).toBeGreaterThan(RESERVE_BYTES)
  await storage.close()
})

test('a format that is newer than ours is refused', async () => {
  const directory = await filled()
  await withMeta(directory, (meta) => meta.put('format', 3))
  await expect(open(directory)).rejects.toThrow('a newer release wrote it (format 3; this one reads 2)')
})

test('a database of another program is refused', async () => {
  const directory = freshDirectory()
  const { open: openLmdb } = await import('lmdb')
  const root = openLmdb({ path: directory, noSubdir: false, encoding: 'string' })
  await root.openDB({ name: 'theirs', encoding: 'json' }).put('a', 1)
  await root.close()
  await expect(open(directory)).rejects.toThrow('its data file is of another program')
})

test('a file where the directory should be is refused', async () => {
  const file = join(freshDirectory(), 'file')
  writeFileSync(file, 'text')
  await expect(open(file)).rejects.toThrow('it is a file; a directory is needed')
})

test('a directory that must exist is not made', async () => {
  const directory = join(freshDirectory(), 'none')
  await expect(open(directory, { mustExist: true })).rejects.toThrow('there is no storage')
  expect(() => statSync(directory)).toThrow()
})

test('checking passes for an intact directory, and reports damaged records', async () => {
  const directory = await filled()
  expect(await checkLmdbStorage(directory)).toEqual({ revision: 101, entries: 100, history: 100, problems: [] })
  const { open: openLmdb } = await import('lmdb')
  const root = openLmdb({ path: directory, noSubdir: false, encoding: 'string' })
  const entries = root.openDB({ name: 'entries', encoding: 'binary', keyEncoding: 'binary' })
  await entries.put(Buffer.from('/things/a/3'), Buffer.alloc(30))
  await root.close()
  expect((await checkLmdbStorage(directory)).problems).toEqual(['entry "/things/a/3": its record is damaged'])
  const storage = await open(directory)
  expect((await held(storage)).entries.find(([key]) => key === '/things/a/3')).toEqual(['/things/a/3', '', 0])
  await storage.close()
})

test('compacting makes a file smaller and changes nothing that is in it', async () => {
  const directory = freshDirectory()
  const storage = await open(directory)
  const revisions = await Promise.all(
    Array.from({ length: 500 }, (_, i) => put(storage, `/things/a/${i}`, 0, `${i}`.repeat(400))),
  )
  await Promise.all(
    revisions.map((expectedRevision, i) => storage.commit({ key: `/things/a/${i}`, expectedRevision, value: undefined })),
  )
  await put(storage, '/things/a/last', 0, 'last')
  await storage.compact(await storage.revision())
  const before = await held(storage)
  await storage.close()
  const sizes = await compactLmdbStorage(directory)
  expect(sizes.after).toBeLessThan(sizes.before)
  expect((await checkLmdbStorage(directory)).problems).toEqual([])
  const again = await open(directory)
  expect(await held(again)).toEqual(before)
  await again.close()
})

const isRoot = process.getuid?.() === 0
test('a directory that may not be written to is refused', async () => {
  const directory = await filled()
  const copy = join(freshDirectory(), 'read-only')
  mkdirSync(copy)
  copyFileSync(dataOf(directory), dataOf(copy))
  chmodSync(dataOf(copy), 0o400)
  chmodSync(copy, 0o500)
  const opened = open(copy)
  // Root ignores file permissions; for root the test checks that opening changes nothing.
  if (isRoot) await (await opened).close()
  else await expect(opened).rejects.toThrow('no permission to write there')
  chmodSync(copy, 0o700)
  expect(readFileSync(dataOf(copy)).length).toBeGreaterThan(0)
})
