/**
 * Two containers on one volume, each with a process 1. Needs the program `unshare`, see tools/programs.mjs.
 */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
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

const SCRIPT = `
const [engine, directory, key] = process.argv.slice(1)
const { createLmdbStorage } = await import(engine)
try {
  const storage = await createLmdbStorage({ directory })
  const write = async (n) => (await storage.commit({ key: key + n, expectedRevision: 0, value: Buffer.from('x') })).revision
  console.log(process.pid, await write(1))
  process.stdin.once('data', async () => console.log(process.pid, await write(2)))
  process.stdin.once('end', async () => {
    await storage.close()
    process.exit()
  })
} catch (error) {
  console.log(error.message)
}
`

/** The first process of a PID namespace, which opens a directory, writes, and writes again for each line of input. */
function container(directory: string, key: string) {
  const node = [process.execPath, '--input-type=module', '-e', SCRIPT, '--', builtEngine, directory, key]
  const words = [`-${userOfNamespaces() ?? 'r'}pf`, '--kill-child', ...node]
  const child = spawn('unshare', words, { stdio: ['pipe', 'pipe', 'inherit'] })
  const says = async () => String((await once(child.stdout, 'data'))[0]).trim()
  return { child, says }
}

test('a running process with the same id in another container is reported in one line, and continues; a killed one is ignored', async () => {
  const directory = freshDirectory()
  const first = container(directory, '/a/')
  expect(await first.says()).toBe('1 2')
  const second = container(directory, '/b/')
  const refused = 'process 1 of another container is using it; a directory serves one process at a time'
  expect(await second.says()).toBe(`storage directory ${directory}: ${refused}`)
  first.child.stdin.write('again\n')
  expect(await first.says()).toBe('1 3')
  first.child.kill('SIGKILL')
  await once(first.child, 'close')
  const third = container(directory, '/c/')
  expect(await third.says()).toBe('1 4')
  third.child.stdin.end()
  await once(third.child, 'close')
}, 120_000)
