// Opens copies of a data file with damage at random positions, uses those that open, and prints the outcomes as JSON.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const [engine, directory, rounds] = process.argv.slice(2)
const { createLmdbStorage, checkLmdbStorage } = await import(engine)
let seed = 20_261_122
const chance = (below) => {
  seed = (seed * 48_271) % 2_147_483_647
  return seed % below
}
const text = (words) => Buffer.from(JSON.stringify({ text: Array.from({ length: words }, () => chance(2 ** 31)).join(' ') }))

// Records in tree pages, and some in overflow pages; also history and free pages.
const whole = join(directory, 'whole')
const storage = await createLmdbStorage({ directory: whole })
for (let i = 0; i < 600; i += 50) {
  const keys = Array.from({ length: 50 }, (_, j) => `/things/a/${i + j}`)
  const made = await Promise.all(
    keys.map((key, j) => storage.commit({ key, expectedRevision: 0, value: text(j === 7 ? 2_000 : j) })),
  )
  await Promise.all(
    keys
      .slice(0, 20)
      .map((key, j) => storage.commit({ key, expectedRevision: made[j].revision, value: j % 2 ? text(j) : undefined })),
  )
}
await storage.load()
await storage.close()
const file = readFileSync(join(whole, 'data.mdb'))
const pages = Number(file.readBigUInt64LE((file.readBigUInt64LE(152) > file.readBigUInt64LE(4_096 + 152) ? 0 : 4_096) + 144)) + 1
const PAGE = 4_096

const kinds = [
  (bytes, page) => bytes.fill(0, page, page + PAGE),
  (bytes, page) => Buffer.from(Array.from({ length: PAGE }, () => chance(256))).copy(bytes, page),
  (bytes, page) => bytes.copy(bytes, page, chance(pages) * PAGE, (chance(pages) + 1) * PAGE),
  (bytes, page) => bytes.writeUInt8(bytes[page + chance(40)] ^ (1 << chance(8)), page + chance(40)),
  (bytes, page) => bytes.writeBigUInt64LE(BigInt(chance(2 ** 31)) ** 2n, page + chance(PAGE - 8)),
  (bytes, page) => bytes.writeUInt8(chance(256), page + chance(PAGE)),
]

const outcomes = {}
const note = (outcome) => {
  outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
}
const copy = join(directory, 'copy')
for (let round = 0; round < Number(rounds); round += 1) {
  const bytes = Buffer.from(file.subarray(0, pages * PAGE))
  kinds[round % kinds.length](bytes, chance(pages) * PAGE)
  rmSync(copy, { recursive: true, force: true })
  mkdirSync(copy)
  writeFileSync(join(copy, 'data.mdb'), bytes)
  try {
    const opened = await createLmdbStorage({ directory: copy })
    const { entries, history } = await opened.load()
    const found = [...entries]
    for (const _ of history);
    // Every second entry is changed or removed, and new ones are created.
    const changed = found
      .filter((_, i) => i % 2)
      .map(({ key, revision }, i) => ({ key, expectedRevision: revision, value: i % 3 ? text(i % 40) : undefined }))
    const fresh = Array.from({ length: 100 }, (_, i) => ({ key: `/new/${i}`, expectedRevision: 0, value: text(i * 5) }))
    await Promise.allSettled([...changed, ...fresh].map((request) => opened.commit(request)))
    await opened.compact(await opened.revision())
    await opened.close()
    await checkLmdbStorage(copy)
    note('opened')
  } catch (error) {
    note(
      /^storage directory .*: its data file .*(damaged|not one of LMDB|of another program|cut short)[^\n]*$/.test(error.message)
        ? 'refused'
        : `${round}: ${error.message}`,
    )
  }
}
console.log(JSON.stringify(outcomes))
