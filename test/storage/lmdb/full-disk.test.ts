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

const script = fileURLToPath(new URL('full-disk.mjs', import.meta.url))

test('a full disk refuses writes with 507 and loses nothing; with room again the engine goes on', () => {
  const disk = join(freshDirectory(), 'disk')
  mkdirSync(disk)
  // A small disk of its own, in a mount namespace, where the system lets us make one.
  const mounted = 'mount -t tmpfs -o size=14m none "$1" && exec "$2" "$3" "$4" "$1"'
  const { status, stdout } = spawnSync(
    'unshare',
    ['-rm', 'sh', '-c', mounted, 'sh', disk, process.execPath, script, builtEngine],
    { encoding: 'utf8' },
  )
  const possible = spawnSync('unshare', ['-rm', 'sh', '-c', 'mount -t tmpfs none "$1"', 'sh', disk]).status === 0
  if (possible) {
    expect(status).toBe(0)
    expect(JSON.parse(stdout)).toEqual({
      whileFull: [507, 507],
      healthy: true,
      // Removals need room too; they are tried, as there may be some within the file.
      removal: expect.anything(),
      withRoom: 'committed',
      problems: [],
      lost: 0,
      extra: 0,
    })
  }
  expect(diskIsFull(disk)).toBe(false)
})
