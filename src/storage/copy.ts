/**
 * Moving a state from one engine to another, so that clients of the plane can tell: every revision of the copy is beyond all that
 * the original ever gave, so no version of an object, no watch and no page of before can be taken for one of the copy.
 *
 * @module
 */

import type { Storage, StoredEntry } from './storage.js'
import { ImportError } from './transfer.js'

/** Commits under way at a time, so that engines can write them together; and bytes of their values. */
const [IN_FLIGHT, BYTES_IN_FLIGHT] = [256, 16 * 1024 * 1024]
/** Keys that are written and removed to get revisions on. No object is kept there: its keys begin with a slash. */
const SCRATCH = 'copy-scratch-'

/** What was copied. */
export interface CopyReport {
  /** All entries of the copy. */
  readonly entries: number
  /** Those that an earlier attempt had copied. */
  readonly resumed: number
  /** SHA-256 over all keys and values, in hexadecimal digits. */
  readonly digest: string
  /** The newest revision of the original, and of the copy. */
  readonly revisions: readonly [from: number, to: number]
}

/**
 * Copies a state, and compares the two afterwards. A copy that was cut short goes on where it stopped when it is called again.
 *
 * @param from - The original, which nobody writes to meanwhile.
 * @param to - An engine that is empty, or has part of such a copy.
 * @throws {@link ImportError} in one line when the target has anything else, the original changes, or the two differ in the end.
 */
export async function copyState(from: Storage, to: Storage): Promise<CopyReport> {
  const { revision, entries } = await readAll(from)
  const there = await readAll(to)
  for (const { key } of there.entries.values()) if (key.startsWith(SCRATCH)) there.entries.delete(key)
  const isCopied = ({ key, value, revision: at }: StoredEntry) => {
    const held = there.entries.get(key)
    if (held === undefined) return false
    if (held.revision > revision && isSame(held.value, value)) return true
    throw new ImportError(`the target has another ${JSON.stringify(key)} at revision ${held.revision}, the original at ${at}`)
  }
  for (const { key } of there.entries.values())
    if (!entries.has(key)) throw new ImportError(`the target holds ${JSON.stringify(key)}, which the original does not`)
  const missing = [...entries.values()].filter((entry) => !isCopied(entry)).sort((a, b) => a.revision - b.revision)
  await passRevision(to, revision)
  for (let at = 0; at < missing.length; ) {
    const group: StoredEntry[] = []
    for (let bytes = 0; group.length < IN_FLIGHT && bytes < BYTES_IN_FLIGHT && at < missing.length; at += 1) {
      const entry = missing[at] as StoredEntry
      group.push(entry)
      bytes += entry.value.length
    }
    await commitAll(
      to,
      group.map(({ key, value }) => ({ key, value, expectedRevision: 0 })),
    )
  }
  const copy = await readAll(to)
  // What was before the copy is no past of it.
  await to.compact(copy.revision)
  const [original, digest] = [await readAll(from), await digestOf(copy.entries)]
  if (original.revision !== revision) throw new ImportError('the original was written to while it was copied')
  if (copy.entries.size !== entries.size || digest !== (await digestOf(original.entries)))
    throw new ImportError(`the copy differs: ${copy.entries.size} entries of ${entries.size}, or other contents`)
  return { entries: copy.entries.size, resumed: entries.size - missing.length, digest, revisions: [revision, copy.revision] }
}

interface State {
  readonly revision: number
  readonly entries: Map<string, StoredEntry>
}

async function readAll(storage: Storage): Promise<State> {
  const { revision, entries } = await storage.load()
  const all = new Map<string, StoredEntry>()
  for await (const entry of entries) all.set(entry.key, { ...entry, value: entry.value.slice() })
  return { revision, entries: all }
}

/** Writes and removes until the target's revisions are beyond those of the original. */
async function passRevision(to: Storage, revision: number): Promise<void> {
  const held = new Map<string, number>()
  for (const { key, revision: at } of (await readAll(to)).entries.values()) if (key.startsWith(SCRATCH)) held.set(key, at)
  for (let head = await to.revision(); head <= revision || held.size > 0; head = await to.revision()) {
    const removals = [...held].map(([key, expectedRevision]) => ({ key, expectedRevision, value: undefined }))
    await commitAll(to, removals)
    held.clear()
    const count = Math.min(IN_FLIGHT, Math.ceil((revision + 1 - head - removals.length) / 2))
    const keys = Array.from({ length: Math.max(0, count) }, (_, at) => `${SCRATCH}${at}`)
    const made = await commitAll(
      to,
      keys.map((key) => ({ key, expectedRevision: 0, value: new Uint8Array() })),
    )
    for (const [at, key] of keys.entries()) held.set(key, made[at] as number)
  }
}

/** Commits that meet no conflict. @returns Their revisions. */
async function commitAll(to: Storage, requests: readonly Parameters<Storage['commit']>[0][]): Promise<readonly number[]> {
  const results = await Promise.all(requests.map((request) => to.commit(request)))
  return results.map((result, at) => {
    if (result.outcome === 'committed') return result.revision
    throw new ImportError(`somebody else writes to the target: ${JSON.stringify(requests[at]?.key)} has changed`)
  })
}

const isSame = (a: Uint8Array, b: Uint8Array): boolean => a.length === b.length && a.every((byte, at) => byte === b[at])

/** A chain of digests, entry by entry in the order of keys, each with its lengths, so that nothing can move from one to the next. */
async function digestOf(entries: ReadonlyMap<string, StoredEntry>): Promise<string> {
  let digest = new Uint8Array(32)
  for (const key of [...entries.keys()].sort()) {
    const value = entries.get(key)?.value ?? new Uint8Array()
    const head = new TextEncoder().encode(`${key}\0${value.length}\0`)
    const bytes = new Uint8Array(digest.length + head.length + value.length)
    bytes.set(digest)
    bytes.set(head, digest.length)
    bytes.set(value, digest.length + head.length)
    digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  }
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
