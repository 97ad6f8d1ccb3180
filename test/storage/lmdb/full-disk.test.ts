/**
 * A full disk, filled by the plane itself or by another program. Needs the program `unshare`, see tools/programs.mjs.
 */

import { spawnSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
// @ts-expect-error A tool without types.
import { userOfNamespaces } from '../../../tools/programs.mjs'
import { buildEngine, builtEngine, removeEngine } from './built-engine.js'
import { freshDirectory, removeDirectories } from './support.js'

beforeAll(buildEngine)
afterAll(() => {
  removeEngine()
  removeDirectories()
})

/** Runs a script with a separate small disk, in a mount namespace. */
function onSmallDisk(script: string, size: string): unknown {
  const disk = join(freshDirectory(), 'disk')
  mkdirSync(disk)
  const mounted = 'mount -t tmpfs -o size="$5" none "$1" && exec "$2" "$3" "$4" "$1"'
  const file = fileURLToPath(new URL(script, import.meta.url))
  const words = [`-${userOfNamespaces() ?? 'r'}m`, 'sh', '-c', mounted, 'sh', disk, process.execPath, file, builtEngine, size]
  const { status, stdout, stderr } = spawnSync('unshare', words, { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return JSON.parse(stdout)
}

test('a full disk refuses growing writes and allows removals, whose space is used again, through restarts and kills', () => {
  const round = { filled: 507, refusedRemovals: 0, writtenAgain: true, differences: 0, afterKill: 0 }
  expect(onSmallDisk('full-disk.mjs', '40m')).toEqual({
    firstRefusal: 507,
    whileFull: {
      create: 507,
      grow: 507,
      sameSize: 'committed',
      mark: 'committed',
      shrink: 'committed',
      remove: 'committed',
      differences: 0,
    },
    rounds: [round, round, round, round],
    problems: [],
  })
}, 120_000)

test('commits in the journal survive when another program fills the disk, and removals free space', () => {
  expect(onSmallDisk('full-journal.mjs', '100m')).toEqual({
    lostWhileFull: 0,
    whileFull: 507,
    healthy: true,
    lostAfterRestart: 0,
    afterRestart: 507,
    removed: true,
    wonBack: 'committed',
    withRoom: 'committed',
    newest: true,
    lost: 0,
    entries: 2,
    problems: [],
  })
}, 120_000)
