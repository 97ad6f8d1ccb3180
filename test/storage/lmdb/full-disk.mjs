// Fills the disk of a directory, makes room, and goes on; says what happened as JSON.
import { randomBytes } from 'node:crypto'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const [engine, disk] = process.argv.slice(2)
const { createLmdbStorage, checkLmdbStorage } = await import(engine)
const directory = join(disk, 'storage')
const ballast = join(disk, 'ballast')
writeFileSync(ballast, Buffer.alloc(2 * 1024 * 1024))
let storage = await createLmdbStorage({ directory })
const acknowledged = new Map()
const put = async (key) => {
  try {
    const { revision } = await storage.commit({ key, expectedRevision: 0, value: randomBytes(20_000) })
    acknowledged.set(key, revision)
    return 'committed'
  } catch (error) {
    return error.status.code
  }
}

let number = 0
let outcome = 'committed'
while (outcome === 'committed') outcome = await put(`/things/a/${number++}`)
const whileFull = [outcome, await put('/things/a/again')]
const healthy = await storage.healthCheck.check()
const [first] = acknowledged
const removal = await storage.commit({ key: first[0], expectedRevision: first[1], value: undefined }).then(
  (result) => result.outcome,
  (error) => error.status.code,
)
if (removal === 'committed') acknowledged.delete(first[0])
rmSync(ballast)
const withRoom = await put('/things/a/later')
await storage.close()

const { problems } = await checkLmdbStorage(directory)
storage = await createLmdbStorage({ directory })
const { entries } = await storage.load()
const found = new Map([...entries].map(({ key, revision }) => [key, revision]))
const lost = [...acknowledged].filter(([key, revision]) => found.get(key) !== revision).length
console.log(JSON.stringify({ whileFull, healthy, removal, withRoom, problems, lost, extra: found.size - acknowledged.size }))
await storage.close()
