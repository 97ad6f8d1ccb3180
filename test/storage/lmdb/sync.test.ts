/**
 * Acknowledged writes are on the disk. Only the flags of descriptors and the calls of a process can show that: after a kill its
 * writes exist even without a sync.
 */

import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { build } from 'esbuild'
import { createLmdbStorage } from '../../../src/storage/lmdb/index.js'
import { freshDirectory, put, removeDirectories } from './support.js'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const script = fileURLToPath(new URL('sync.mjs', import.meta.url))
const folder = mkdtempSync(join(root, 'node_modules', '.cache-sync-'))
const journal = join(folder, 'journal.mjs')

beforeAll(async () => {
  const contents = "export { Journal } from './journal.js'; export { beginJournal } from './journal-file.js'"
  await build({
    stdin: { contents, resolveDir: join(root, 'src/storage/lmdb/journal') },
    outfile: journal,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
  })
})
afterAll(() => {
  rmSync(folder, { recursive: true })
  removeDirectories()
})

// Only Linux shows the flags of descriptors; the tested code may be made to assume another platform.
const shown = '/proc/self/fdinfo'
const onLinux = existsSync(shown)

test.each([
  { platform: 'linux', each: ['synced write'] },
  { platform: 'darwin', each: ['write', 'sync'] },
  { platform: 'win32', each: ['write', 'sync'] },
])('on $platform a commit is appended when it is on the disk: $each', ({ platform, each }) => {
  if (!onLinux) return
  const { stdout, stderr } = spawnSync(process.execPath, [script, journal, freshDirectory(), platform], { encoding: 'utf8' })
  expect(stderr).toBe('')
  expect(JSON.parse(stdout)).toEqual([...each, 'appended', ...each, 'appended'])
})

test('an open storage has a journal and a data file that are written with syncs', async () => {
  if (!onLinux) return
  const directory = realpathSync(freshDirectory())
  const storage = await createLmdbStorage({ directory })
  await put(storage, '/things/a/x', 0, 'x')
  const synced = (file: string) => descriptorsOf(join(directory, file)).filter((flags) => (flags & 0o10000) !== 0).length
  expect({ journal: synced('journal'), data: synced('data.mdb') }).toEqual({ journal: 1, data: 1 })
  await storage.close()
})

/** Flags of this process's descriptors of a file. */
function descriptorsOf(path: string): number[] {
  return readdirSync(shown)
    .filter((descriptor) => {
      try {
        return readlinkSync(`/proc/self/fd/${descriptor}`) === path
      } catch {
        return false
      }
    })
    .map((descriptor) => {
      const flags = /^flags:\s*(\d+)/m.exec(readFileSync(`${shown}/${descriptor}`, 'utf8'))
      return Number.parseInt(flags?.[1] ?? '0', 8)
    })
}
