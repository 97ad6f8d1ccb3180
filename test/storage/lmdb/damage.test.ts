/**
 * A data file that another program has corrupted. LMDB maps it and trusts it, so this takes a process that may end by a signal.
 */

import { spawnSync } from 'node:child_process'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, expect, test } from '@jest/globals'
import { checkLmdbStorage, createLmdbStorage } from '../../../src/storage/lmdb/index.js'
import { buildEngine, builtEngine, removeEngine } from './built-engine.js'
import { filled, freshDirectory, held, put, removeDirectories, withMeta } from './support.js'

beforeAll(buildEngine)
afterAll(removeEngine)
afterEach(removeDirectories)

/** Number of damaged files; the random damage has a fixed seed. A long run: `DAMAGE_ROUNDS=5000`. */
const ROUNDS = Number(process.env.DAMAGE_ROUNDS ?? 60)

test(`a file that is damaged anywhere is opened and used, or refused in one line: it ends no process (${ROUNDS} files)`, () => {
  const script = fileURLToPath(new URL('damage.mjs', import.meta.url))
  const words = [script, builtEngine, freshDirectory(), String(ROUNDS)]
  const { status, signal, stdout } = spawnSync(process.execPath, words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
  expect({ status, signal }).toEqual({ status: 0, signal: null })
  const outcomes = JSON.parse(stdout)
  expect(Object.keys(outcomes).sort()).toEqual(['opened', 'refused'])
  expect(outcomes.opened + outcomes.refused).toBe(ROUNDS)
}, 600_000)

const PAGE = 4_096
const dataOf = (directory: string) => join(directory, 'data.mdb')

/** Number of pages by the newer meta page of a file. */
function pagesOf(file: Buffer): number {
  const head = file.readBigUInt64LE(24 + 128) > file.readBigUInt64LE(PAGE + 24 + 128) ? 24 : PAGE + 24
  return Number(file.readBigUInt64LE(head + 120)) + 1
}

test('a page of random bytes is reported, on opening the directory and by the check', async () => {
  const directory = await filled()
  const whole = readFileSync(dataOf(directory))
  const refused = new Set<string>()
  for (let page = 2; page < pagesOf(whole); page += 1) {
    writeFileSync(dataOf(directory), Buffer.from(whole).fill(0x5a, page * PAGE, (page + 1) * PAGE))
    const error = await createLmdbStorage({ directory }).then(
      (storage) => storage.close(),
      (error: unknown) => error as Error,
    )
    // Damage in free pages has no effect.
    if (!error) continue
    const says = `storage directory ${directory}: its data file data.mdb is damaged: page ${page} says that it is another one`
    expect(error.message).toBe(says)
    await expect(checkLmdbStorage(directory)).rejects.toThrow(says)
    refused.add(error.message)
  }
  expect(refused.size).toBeGreaterThanOrEqual(10)
})

test('a damaged name or number does not make a storage appear empty, nor restart its revisions', async () => {
  const directory = await filled()
  const whole = readFileSync(dataOf(directory))
  const spoilt = (find: string, put: string) => {
    const copy = freshDirectory()
    copyFileSync(join(directory, 'binnacle.storage'), join(copy, 'binnacle.storage'))
    writeFileSync(dataOf(copy), Buffer.from(whole.toString('latin1').replaceAll(find, put), 'latin1'))
    return createLmdbStorage({ directory: copy })
  }
  await expect(spoilt('entries\0', 'entrees\0')).rejects.toThrow('its data file data.mdb is damaged: entries is missing or wrong')
  await expect(spoilt('state', 'stale')).rejects.toThrow('its data file data.mdb is damaged: its state is missing or wrong')
  await expect(spoilt('"revision":101', '"revision":100')).rejects.toThrow('its state is missing or wrong')
})

test('a directory of a release whose state has no checksum is opened', async () => {
  const directory = await filled()
  await withMeta(directory, (meta) => meta.put('state', { revision: 101, undoBytes: 0 }))
  const storage = await createLmdbStorage({ directory })
  expect((await held(storage)).entries).toHaveLength(100)
  expect(await put(storage, '/things/a/new', 0, 'new')).toBe(102)
  await storage.close()
})
