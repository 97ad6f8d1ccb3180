import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Database, open } from 'lmdb'
import type { CommitResult, Storage, StoredEntry, SupersededEntry } from '../../../src/storage/index.js'
import { createLmdbStorage } from '../../../src/storage/lmdb/index.js'

const made: string[] = []

/** A new directory, which {@link removeDirectories} removes. */
export function freshDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'binnacle-lmdb-'))
  made.push(directory)
  return directory
}

/** Removes the directories of a test file. */
export function removeDirectories(): void {
  for (const directory of made.splice(0)) rmSync(directory, { recursive: true, force: true })
}

export const bytes = (text: string) => new TextEncoder().encode(text)
export const text = (value: Uint8Array | undefined) => value && new TextDecoder().decode(value)

/** The revision of a successful commit. */
export function revisionOf(result: CommitResult): number {
  if (result.outcome !== 'committed') throw new Error('the commit met a conflict')
  return result.revision
}

/** Writes a key. */
export const put = async (storage: Storage, key: string, expectedRevision: number, value: string): Promise<number> =>
  revisionOf(await storage.commit({ key, expectedRevision, value: bytes(value) }))

/** A summary of an engine's content. */
export async function held(storage: Storage) {
  const state = await storage.load()
  const entries: StoredEntry[] = []
  for await (const entry of state.entries) entries.push(entry)
  const history: SupersededEntry[] = []
  for await (const entry of state.history ?? []) history.push(entry)
  return {
    revision: state.revision,
    entries: entries.map(({ key, value, revision }) => [key, text(value), revision]),
    history: history.map(({ key, revision, at, previous }) => [revision, key, at, previous?.revision, text(previous?.value)]),
  }
}

/** Copies a directory in the state that a crash would leave now. */
export function crashed(directory: string): string {
  const copy = freshDirectory()
  for (const name of readdirSync(directory)) if (name !== 'lock.mdb') copyFileSync(join(directory, name), join(copy, name))
  return copy
}

/** A directory with some entries, closed. */
export async function filled(entries = 100): Promise<string> {
  const directory = freshDirectory()
  const storage = await createLmdbStorage({ directory })
  await Promise.all(
    Array.from({ length: entries }, (_, i) => put(storage, `/things/a/${i}`, 0, `value ${i} ${'x'.repeat(i * 20)}`)),
  )
  await storage.close()
  return directory
}

/** Changes the metadata table of a closed directory. */
export async function withMeta<R>(directory: string, action: (meta: Database<unknown, string>) => R): Promise<Awaited<R>> {
  const root = open({
    path: directory,
    noSubdir: false,
    overlappingSync: false,
    eventTurnBatching: false,
    encoding: 'string',
  })
  const done = await action(root.openDB<unknown, string>({ name: 'meta', encoding: 'json' }))
  await root.close()
  return done
}
