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

test('a directory that one thread has open is refused to others and to copies of the package, until it is closed or the thread ends', () => {
  const script = fileURLToPath(new URL('threads.mjs', import.meta.url))
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, builtEngine, freshDirectory()], { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  const refused = 'storage directory : it is open in this process already'
  expect(JSON.parse(stdout)).toEqual({
    thread: refused,
    copy: refused,
    first: 'committed',
    afterClose: 'opened',
    main: refused,
    afterEnd: 'committed',
    keys: ['/things/a/first', '/things/a/third', '/things/a/thread'],
  })
}, 60_000)
