import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { diskIsFull } from '../../../src/storage/lmdb/failures.js'
import { buildEngine, builtEngine, removeEngine } from './built-engine.js'
import { freshDirectory, removeDirectories } from './support.js'

beforeAll(buildEngine)
afterAll(() => {
  removeEngine()
  removeDirectories()
})

/** Runs a script with a small disk of its own, in a mount namespace; undefined where the system does not let us make one. */
function onSmallDisk(script: string, size: string): unknown {
  const disk = join(freshDirectory(), 'disk')
  mkdirSync(disk)
  const mounted = 'mount -t tmpfs -o size="$5" none "$1" && exec "$2" "$3" "$4" "$1"'
  const file = fileURLToPath(new URL(script, import.meta.url))
  const words = ['-rm', 'sh', '-c', mounted, 'sh', disk, process.execPath, file, builtEngine, size]
  const { status, stdout } = spawnSync('unshare', words, { encoding: 'utf8' })
  expect(diskIsFull(disk)).toBe(false)
  if (spawnSync('unshare', ['-rm', 'sh', '-c', 'mount -t tmpfs none "$1"', 'sh', disk]).status !== 0) return undefined
  expect(status).toBe(0)
  return JSON.parse(stdout)
}

test('a full disk refuses writes with 507 and loses nothing; with room again the engine goes on', () => {
  const said = onSmallDisk('full-disk.mjs', '14m')
  if (said === undefined) return
  expect(said).toEqual({
    whileFull: [507, 507],
    healthy: true,
    // Removals need room too; they are tried, as there may be some within the file.
    removal: expect.anything(),
    withRoom: 'committed',
    problems: [],
    lost: 0,
    extra: 0,
  })
})

test('a disk that fills up while commits wait in the journal loses none of them, through restarts too', () => {
  const said = onSmallDisk('full-journal.mjs', '100m')
  if (said === undefined) return
  expect(said).toEqual({
    acknowledged: 100,
    lostWhileFull: 0,
    whileFull: [507, 507],
    healthy: true,
    lostAfterRestart: 0,
    afterRestart: 507,
    withRoom: 'committed',
    lost: 0,
    entries: 101,
    problems: [],
  })
})
