// Takes all descriptors of the process, and writes until the data file has to be extended: prints the results as JSON.
import { closeSync, openSync } from 'node:fs'

const [engine, directory] = process.argv.slice(2)
const { createLmdbStorage } = await import(engine)
const storage = await createLmdbStorage({ directory })

/** Commits a value that cannot be compressed. */
let number = 0
async function commit() {
  const value = crypto.getRandomValues(new Uint8Array(60_000))
  try {
    return (await storage.commit({ key: `/things/a/${number++}`, expectedRevision: 0, value })).outcome
  } catch (error) {
    return error.status.code
  }
}

await commit()
const taken = []
try {
  for (;;) taken.push(openSync('/dev/null', 'r'))
} catch {
  // None is left.
}
let answer
for (let count = 0; count < 1_000 && answer !== 503; count += 1) answer = await commit()
const result = { answer, healthy: await storage.healthCheck.check(), again: await commit() }
for (const descriptor of taken) closeSync(descriptor)
result.later = await commit()
// The refused commits took no revision, and no history was dropped.
result.held = [...(await storage.load()).entries].length
result.history = [...(await storage.load()).history].length
result.revision = await storage.revision()
await storage.close()
console.log(JSON.stringify({ ...result, number }))
