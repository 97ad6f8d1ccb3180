/**
 * SIGKILL of the engine's process during writes. A few rounds by default; `CRASH_ROUNDS=300` for many.
 */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { checkLmdbStorage, createLmdbStorage } from '../../../src/storage/lmdb/index.js'
import { buildEngine, builtEngine, removeEngine } from './built-engine.js'
import { freshDirectory, held, removeDirectories } from './support.js'

const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 4)
const writer = fileURLToPath(new URL('writer.mjs', import.meta.url))
beforeAll(buildEngine)
afterAll(() => {
  removeDirectories()
  removeEngine()
})

interface Acknowledged {
  readonly revision: number
  /** Number of the write; `-` for a removal. */
  readonly count: string
}

/** Runs a process that writes, kills it after a number of output lines, and returns the whole output. */
async function writeAndKill(directory: string, lines: number): Promise<string[]> {
  const child = spawn(process.execPath, [writer, builtEngine, directory], { stdio: ['ignore', 'pipe', 'inherit'] })
  let said = ''
  child.stdout.setEncoding('utf8')
  child.stdout.on('data', (chunk: string) => {
    said += chunk
    if (said.split('\n').length > lines) child.kill('SIGKILL')
  })
  const [, signal] = await once(child, 'close')
  expect(signal).toBe('SIGKILL')
  // The last line may be incomplete.
  return said.split('\n').slice(1, -1)
}

test(`no acknowledged write is lost, whenever the process is killed (${ROUNDS} rounds)`, async () => {
  const directory = freshDirectory()
  const latest = new Map<string, Acknowledged>()
  let newest = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    // Few enough that all commits are in the journal, and enough that it has wrapped around.
    const lines = await writeAndKill(directory, 50 + ((round * 1_331) % 6_000))
    const revisions: number[] = []
    for (const line of lines) {
      const [key = '', revision = '', count = ''] = line.split(' ')
      revisions.push(Number(revision))
      latest.set(key, { revision: Number(revision), count })
    }
    // Each round continues where the previous one ended, and no revision is assigned twice.
    expect(Math.min(...revisions)).toBeGreaterThan(newest)
    expect(new Set(revisions).size).toBe(revisions.length)

    expect((await checkLmdbStorage(directory)).problems).toEqual([])
    const storage = await createLmdbStorage({ directory, history: { maxCommits: 500 } })
    const { revision, entries, history } = await held(storage)
    expect(revision).toBeGreaterThanOrEqual(Math.max(...revisions))
    newest = revision
    const found = new Map(entries.map(([key, value, at]) => [key, { value, at }] as const))
    for (const [key, { revision: acknowledged, count }] of latest) {
      const entry = found.get(key)
      const after = history.filter(([at, changed]) => changed === key && Number(at) > acknowledged)
      // A write in progress when the process died may have been made or not; all older ones are certain.
      if (after.length > 0) continue
      if (count === '-') expect(entry).toBeUndefined()
      else expect(entry).toMatchObject({ at: acknowledged, value: expect.stringMatching(new RegExp(`^${count} `)) })
    }
    expect(history.map(([at]) => at)).toEqual(history.map((_, i) => revision - history.length + 1 + i))
    await storage.close()
  }
}, 600_000)
