// Writes to a directory until it is killed, and prints acknowledged commits: a line `key revision n` for each.
const [engine, directory] = process.argv.slice(2)
const { createLmdbStorage } = await import(engine)
const storage = await createLmdbStorage({ directory, history: { maxCommits: 500 } })
const { entries } = await storage.load()
const revisions = new Map()
for (const { key, revision } of entries) revisions.set(key, revision)
process.stdout.write('ready\n')

const WRITERS = 8
const KEYS_EACH = 5
let count = 0
async function write(writer) {
  for (let turn = 0; ; turn += 1) {
    const key = `/things/a/${writer}-${turn % KEYS_EACH}`
    const expectedRevision = revisions.get(key) ?? 0
    const isRemoval = expectedRevision > 0 && turn % 7 === 6
    count += 1
    const number = count
    const value = isRemoval ? undefined : new TextEncoder().encode(`${number} ${'x'.repeat((turn * 37) % 3_000)}`)
    const result = await storage.commit({ key, expectedRevision, value })
    if (result.outcome !== 'committed') throw new Error(`${key} met a conflict`)
    if (isRemoval) revisions.delete(key)
    else revisions.set(key, result.revision)
    process.stdout.write(`${key} ${result.revision} ${isRemoval ? '-' : number}\n`)
  }
}
await Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)))
