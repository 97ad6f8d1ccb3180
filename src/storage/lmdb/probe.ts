/**
 * Reading a doubtful file where it does no harm: in a process of its own.
 *
 * A page that is counted but beyond the end of the file ends whoever touches it, unless it is one that nothing uses.
 *
 * @module
 */

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'

const SCRIPT = `
const [lmdb, directory] = process.argv.slice(1)
const { open } = await import(lmdb)
const root = open({ path: directory, noSubdir: false, overlappingSync: false, encoding: 'binary' })
root.getStats()
for (const name of [...root.getKeys()]) {
  const database = root.openDB({ name, encoding: 'binary', keyEncoding: 'binary' })
  for (const _ of database.getRange({ snapshot: false })) {}
}
await root.close()
`

/**
 * Tells whether all records of a directory's file can be read.
 *
 * @param directory - The directory.
 */
export async function isReadable(directory: string): Promise<boolean> {
  const lmdb = createRequire(import.meta.url).resolve('lmdb')
  const child = spawn(process.execPath, ['--input-type=module', '-e', SCRIPT, '--', lmdb, directory], { stdio: 'ignore' })
  const [code] = await once(child, 'exit')
  return code === 0
}
