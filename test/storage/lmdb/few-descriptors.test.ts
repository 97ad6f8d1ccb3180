import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { buildEngine, builtEngine, removeEngine } from './built-engine.js'
import { freshDirectory, removeDirectories } from './support.js'

beforeAll(buildEngine)
afterAll(() => {
  removeEngine()
  removeDirectories()
})

test('while no descriptor is free, a commit that needs one is refused; once there are some, commits succeed again', () => {
  const script = fileURLToPath(new URL('few-descriptors.mjs', import.meta.url))
  const limited = 'ulimit -n 256 && exec "$@"'
  const words = ['-c', limited, 'sh', process.execPath, script, builtEngine, freshDirectory()]
  const { status, stdout, stderr } = spawnSync('sh', words, { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  const { number, ...result } = JSON.parse(stdout)
  const made = number - 2
  expect(result).toEqual({
    answer: 503,
    healthy: true,
    again: 503,
    later: 'committed',
    held: made,
    history: made,
    revision: made + 1,
  })
}, 60_000)
