// Appends to a journal on a given platform, and prints the system calls in order as JSON, with the real flags of descriptors.
import fs, { readFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const [journal, directory, platform] = process.argv.slice(2)
Object.defineProperty(process, 'platform', { value: platform })
const events = []
/** Whether writes to a descriptor are synchronous: O_DSYNC, in octal. */
const isSynced = (descriptor) => {
  const flags = /^flags:\s*(\d+)/m.exec(readFileSync(`/proc/self/fdinfo/${descriptor}`, 'utf8'))
  return (Number.parseInt(flags?.[1] ?? '0', 8) & 0o10000) !== 0
}
const { write, fdatasync } = fs
fs.write = (descriptor, ...rest) => {
  const done = rest.pop()
  const kind = isSynced(descriptor) ? 'synced write' : 'write'
  write(descriptor, ...rest, (...result) => {
    events.push(kind)
    done(...result)
  })
}
fs.fdatasync = (descriptor, done) =>
  fdatasync(descriptor, (...result) => {
    events.push('sync')
    done(...result)
  })
syncBuiltinESMExports()
const { Journal, beginJournal } = await import(journal)
const open = new Journal(beginJournal(directory), [])
for (const size of [10, 1_000_000]) {
  await open.append([{ bytes: Buffer.from('/x'), value: new Uint8Array(size), revision: size }], 0)
  events.push('appended')
}
open.close()
console.log(JSON.stringify(events))
