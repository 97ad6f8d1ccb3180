// Fills a small disk with objects, and continues to use it: prints the results as JSON.
//
// With a third argument it is the process that is killed: it removes and writes until it has logged that number of lines, and
// logs the start and the result of each commit. It logs to a file, as data that does not fit into a pipe would be lost with the
// process.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const [engine, disk, lines] = process.argv.slice(2)
const { createLmdbStorage, checkLmdbStorage } = await import(engine)
const directory = join(disk, 'storage')
const SIZE = 20_000
let storage = await createLmdbStorage({ directory })
/** Expected content of the storage: revisions by key. */
const held = new Map()

let said = 0
function say(line) {
  if (lines === undefined) return
  writeSync(1, `${line}\n`)
  if (++said > Number(lines)) process.kill(process.pid, 'SIGKILL')
}

/** Commits, and records the result. */
async function commit(key, value) {
  say(`${key} begun`)
  try {
    const result = await storage.commit({ key, expectedRevision: held.get(key) ?? 0, value })
    if (result.outcome !== 'committed') return result.outcome
    if (value) held.set(key, result.revision)
    else held.delete(key)
    say(`${key} ${value ? result.revision : '-'}`)
    return 'committed'
  } catch (error) {
    say(`${key} refused`)
    return error.status.code
  }
}
const put = (key, size = SIZE) => commit(key, randomBytes(size))
const remove = (key) => commit(key, undefined)
let number = 0
/** Writes new keys until one is refused; returns the refusal. */
async function fill() {
  for (;;) {
    const answer = await put(`/things/a/${process.pid}-${number++}`)
    if (answer !== 'committed') return answer
  }
}
/** Removes some keys concurrently; returns the number of refusals. */
const removeSome = async (count) =>
  (await Promise.all([...held.keys()].slice(0, count).map(remove))).filter((answer) => answer !== 'committed').length
async function entries() {
  const found = new Map()
  for (const { key, revision } of (await storage.load()).entries) found.set(key, revision)
  return found
}
async function differences() {
  const found = await entries()
  const lost = [...held].filter(([key, revision]) => found.get(key) !== revision).length
  return lost + found.size - held.size
}

if (lines !== undefined) {
  for (const [key, revision] of await entries()) held.set(key, revision)
  for (;;) {
    await fill()
    await removeSome(100)
  }
}

/** Runs another process on the full disk, kills it while it writes, and records its log. */
async function liveAndDie(lines) {
  const file = join(disk, '../said')
  const output = openSync(file, 'w')
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), engine, disk, String(lines)], {
    stdio: ['ignore', output, 'inherit'],
  })
  await once(child, 'close')
  closeSync(output)
  const open = new Set()
  for (const line of readFileSync(file, 'utf8').split('\n').slice(0, -1)) {
    const [key, what] = line.split(' ')
    if (what === 'begun') open.add(key)
    else open.delete(key)
    if (what === '-') held.delete(key)
    else if (Number(what) > 0) held.set(key, Number(what))
  }
  return open
}

const result = { firstRefusal: await fill(), whileFull: {}, rounds: [] }
const [some, other, third] = held.keys()
result.whileFull = {
  create: await put('/things/a/new'),
  // More than the free space left in the file after the refused write, which differs between Node versions.
  grow: await put(some, 10 * SIZE),
  sameSize: await put(some),
  mark: await put(other, SIZE + 100),
  shrink: await put(other, SIZE / 2),
  remove: await remove(third),
  differences: await differences(),
}
for (let round = 0; round < 4; round += 1) {
  const before = held.size
  const filled = await fill()
  const refusedRemovals = await removeSome(before)
  const left = held.size
  await fill()
  const writtenAgain = held.size - left
  const here = { filled, refusedRemovals, writtenAgain: writtenAgain > before * 0.9, differences: await differences() }
  await storage.close()
  const open = await liveAndDie(300 + round * 700)
  storage = await createLmdbStorage({ directory })
  // Whether the writes in progress when the process was killed were made is unknown.
  const found = await entries()
  for (const key of open) {
    held.delete(key)
    if (found.has(key)) held.set(key, found.get(key))
  }
  result.rounds.push({ ...here, afterKill: await differences() })
}
await storage.close()
result.problems = (await checkLmdbStorage(directory)).problems
console.log(JSON.stringify(result))
