// A plane with its state on disk: every acknowledged write survives a restart, with the history for watches.
// Needs the package lmdb (npm install lmdb).
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createControlPlane, defineResource } from 'binnacle'
import { createLmdbStorage } from 'binnacle/storage/lmdb'
import { firstValueFrom } from 'rxjs'
import { z } from 'zod'

const Note = defineResource({
  group: 'notes.example.com',
  kind: 'Note',
  versions: [{ name: 'v1', schema: { spec: z.object({ text: z.string() }) } }],
})

const directory = await mkdtemp(path.join(tmpdir(), 'notes-'))
const start = async () => {
  const plane = await createControlPlane({ resources: [Note], storage: await createLmdbStorage({ directory }) })
  return { plane, notes: plane.client().resource(Note).namespace('default') }
}

const monday = await start()
const written = await monday.notes.create({ metadata: { name: 'milk' }, spec: { text: 'buy milk' } })
await monday.notes.patch('milk', { merge: { spec: { text: 'buy milk and bread' } } })
await monday.plane.close()

const tuesday = await start()
const kept = await tuesday.notes.get('milk')
console.log(kept.spec.text) // prints buy milk and bread
console.log(kept.metadata.uid === written.metadata.uid) // prints true

// A watch from before the restart resumes where it was.
const { resourceVersion } = written.metadata
const missed = await firstValueFrom(tuesday.notes.watch({ resourceVersion }))
console.log(missed.type, missed.object.spec.text) // prints MODIFIED buy milk and bread

await tuesday.plane.close()
await rm(directory, { recursive: true })
