// Has a disk filled up by somebody else while commits wait in the journal; says what happened as JSON.
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

// Nothing can be carried over now.
const lostWhileFull = lost(await keysOf(storage))
const whileFull = [await put(storage, '/things/a/x'), await put(storage, '/things/a/y')]
const healthy = await storage.healthCheck.check()
await storage.close()
storage = await open(directory)
const lostAfterRestart = lost(await keysOf(storage))
const afterRestart = await put(storage, '/things/a/x')
await storage.close()

rmSync(ballast)
storage = await open(directory)
const withRoom = await put(storage, '/things/a/z')
const keys = await keysOf(storage)
await storage.close()
const { problems, entries } = await checkLmdbStorage(directory)
console.log(
  JSON.stringify({
    ...{ acknowledged: acknowledged.length, lostWhileFull, whileFull, healthy, lostAfterRestart, afterRestart, withRoom },
    ...{ lost: lost(keys), entries, problems },
  }),
)
