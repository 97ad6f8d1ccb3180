// Fills the disk from another program while commits wait in the journal; reports the result as JSON.
import { randomBytes } from 'node:crypto'
import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const [engine, disk] = process.argv.slice(2)
const { createLmdbStorage, checkLmdbStorage } = await import(engine)
const directory = join(disk, 'storage')
const ballast = join(disk, 'ballast')
const still = { now: () => 1_700_000_000_000, setTimeout: () => () => {} }
const open = (place) => createLmdbStorage({ directory: place, clock: still })
const put = (storage, key) =>
  storage.commit({ key, expectedRevision: 0, value: randomBytes(5_000) }).then(
    ({ outcome }) => outcome,
    (error) => error.status.code,
  )
const keysOf = async (storage) => [...(await storage.load()).entries].map(({ key }) => key).sort()

let storage = await open(directory)
const acknowledged = []
for (let i = 0; i < 100; i += 1) {
  if ((await put(storage, `/things/a/${i}`)) === 'committed') acknowledged.push(`/things/a/${i}`)
}
acknowledged.sort()
const lost = (keys) => acknowledged.filter((key) => !keys.includes(key)).length
const { bavail, bsize } = statfsSync(disk)
writeFileSync(ballast, Buffer.alloc(bavail * bsize))

// The memtable is flushed into the reserve; other growing files must have little space.
const lostWhileFull = lost(await keysOf(storage))
let whileFull
for (let i = 0; ; i += 1) {
  whileFull = await put(storage, `/things/b/${i}`)
  if (whileFull !== 'committed') break
  acknowledged.push(`/things/b/${i}`)
}
const healthy = await storage.healthCheck.check()
await storage.close()
storage = await open(directory)
const lostAfterRestart = lost(await keysOf(storage))
const afterRestart = await put(storage, '/things/a/x')
const removals = []
for (const { key, revision } of (await storage.load()).entries) {
  removals.push(storage.commit({ key, expectedRevision: revision, value: undefined }).then(({ outcome }) => outcome))
}
const removed = (await Promise.allSettled(removals)).filter(({ value }) => value === 'committed').length === acknowledged.length
acknowledged.length = 0
const wonBack = await put(storage, '/things/c/x')
acknowledged.push('/things/c/x')
await storage.close()

rmSync(ballast)
storage = await open(directory)
const withRoom = await put(storage, '/things/c/z')
acknowledged.push('/things/c/z')
const { history, entries: _, revision } = await storage.load()
const keys = await keysOf(storage)
const newest = [...history].at(-1)?.revision === revision
await storage.close()
const { problems, entries } = await checkLmdbStorage(directory)
console.log(
  JSON.stringify({
    ...{ lostWhileFull, whileFull, healthy, lostAfterRestart, afterRestart, removed, wonBack },
    ...{ withRoom, newest, lost: lost(keys), entries, problems },
  }),
)
