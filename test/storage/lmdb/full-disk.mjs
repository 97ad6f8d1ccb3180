// Fills a small disk with objects, and lives on it: says what happened as JSON.
//
// With a third word it is the process that is killed: it removes and writes until then, and says of each commit that it begins,
// and what was answered.
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const [engine, disk, role] = process.argv.slice(2)
const { createLmdbStorage, checkLmdbStorage } = await import(engine)
const directory = join(disk, 'storage')
const SIZE = 20_000
let storage = await createLmdbStorage({ directory })
/** What the storage has to hold: revisions of keys. */
const held = new Map()

/** Commits, and takes note of what was answered. */
async function commit(key, value) {
  if (role) process.stdout.write(`${key} begun\n`)
  try {
    const result = await storage.commit({ key, expectedRevision: held.get(key) ?? 0, value })
    if (result.outcome !== 'committed') return result.outcome
    if (value) held.set(key, result.revision)
    else held.delete(key)
    if (role) process.stdout.write(`${key} ${value ? result.revision : '-'}\n`)
    return 'committed'
  } catch (error) {
    if (role) process.stdout.write(`${key} refused\n`)
    return error.status.code
  }
}
const put = (key, size = SIZE) => commit(key, randomBytes(size))
const remove = (key) => commit(key, undefined)
let number = 0
/** Writes new keys until one is refused; returns the answer. */
async function fill() {
  for (;;) {
    const answer = await put(`/things/a/${process.pid}-${number++}`)
    if (answer !== 'committed') return answer
  }
}
/** Removes some keys, all at once; returns how many were refused. */
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

if (role) {
  for (const [key, revision] of await entries()) held.set(key, revision)
  process.stdout.write('ready\n')
  for (;;) {
    await fill()
    await removeSome(100)
  }
}

/** Lets another process live on the full disk, kills it in the middle of that, and takes note of what it said. */
async function liveAndDie(lines) {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url), engine, disk, 'die'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', (chunk) => {
    said += chunk
    if (said.split('\n').length > lines) child.kill('SIGKILL')
  })
  await once(child, 'close')
  const open = new Set()
  // The last line may be cut.
  for (const line of said.split('\n').slice(1, -1)) {
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
  grow: await put(some, 2 * SIZE),
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
  // Of what was being written when the process was killed it is open whether it was made.
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
