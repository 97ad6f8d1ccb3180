/**
 * Copies a state from one engine to another. Every revision of the copy is greater than all revisions of the original, so clients
 * cannot take an earlier object version, watch or page for one of the copy.
 *
 * @module
 */

import type { CommitRequest, Storage, StoredEntry } from './storage.js'
import { ImportError } from './transfer.js'

/** Maximum concurrent commits, so that engines can batch them, and maximum bytes of their values, which limits memory. */
const [IN_FLIGHT, BYTES_IN_FLIGHT] = [256, 16 * 1024 * 1024]
/** Keys written and removed to advance the revision. They hold no object: keys of objects begin with a slash. */
const SCRATCH = 'copy-scratch-'

/** The result of a copy. */
export interface CopyReport {
  /** All entries of the copy. */
  readonly entries: number
  /** The entries that an earlier attempt had copied. */
  readonly resumed: number
  /**
   * Digest of all keys and values, in hexadecimal digits: the sum of the SHA-256 of each, so that their order does not matter.
   */
  readonly digest: string
  /** The newest revision of the original, and of the copy. */
  readonly revisions: readonly [from: number, to: number]
}

/**
 * Copies a state entry by entry, and compares the two afterwards. Another call continues an interrupted copy; for that, the
 * digests of the target's entries are kept in memory.
 *
 * @param from - The original; it must not be written meanwhile.
 * @param to - An engine that is empty, or has part of an earlier copy.
 * @throws {@link ImportError} in one line when the target has other entries, the original changes, or the two differ at the end.
 */
export async function copyState(from: Storage, to: Storage): Promise<CopyReport> {
  const target = await copiedBefore(to)
  const revision = await refuseOthers(from, target.copied)
  await passRevision(to, revision, target.scratch)
  await copyMissing(from, to, target.copied)
  const copy = await summarize(to)
  // Revisions before the copy are not part of its history.
  await to.compact(copy.revision)
  const original = await summarize(from)
  if (original.revision !== revision) throw new ImportError('the original was written to while it was copied')
  if (copy.entries !== original.entries || copy.digest !== original.digest)
    throw new ImportError(`the copy differs: ${copy.entries} entries of ${original.entries}, or other contents`)
  const { entries, digest } = copy
  return { entries, resumed: target.copied.size, digest, revisions: [revision, copy.revision] }
}

/** An entry in the target. */
interface Copied {
  readonly revision: number
  readonly digest: bigint
}

/** Iterates over a state. @returns Its revision. */
async function forEachEntry(
  storage: Storage,
  visit: (entry: StoredEntry, revision: number) => Promise<void> | void,
): Promise<number> {
  const { revision, entries, history = [] } = await storage.load()
  for await (const entry of entries) await visit(entry, revision)
  // Releases the resources that the engine holds for the reader.
  for await (const _ of history) break
  return revision
}

/** Entries in the target from earlier attempts. */
async function copiedBefore(
  to: Storage,
): Promise<{ readonly copied: Map<string, Copied>; readonly scratch: Map<string, number> }> {
  const copied = new Map<string, Copied>()
  const scratch = new Map<string, number>()
  await forEachEntry(to, async (entry) => {
    const { key, revision } = entry
    if (key.startsWith(SCRATCH)) scratch.set(key, revision)
    else copied.set(key, { revision, digest: await digestOf(entry) })
  })
  return { copied, scratch }
}

/** Refuses a target with entries that are not part of the copy, before anything is written. @returns The original's revision. */
async function refuseOthers(from: Storage, copied: ReadonlyMap<string, Copied>): Promise<number> {
  const others = new Set(copied.keys())
  const revision = await forEachEntry(from, async (entry, newest) => {
    const held = copied.get(entry.key)
    if (!held) return
    if (held.revision <= newest || held.digest !== (await digestOf(entry)))
      throw new ImportError(
        `the target has another ${JSON.stringify(entry.key)} at revision ${held.revision}, the original at ${entry.revision}`,
      )
    others.delete(entry.key)
  })
  for (const key of others) throw new ImportError(`the target holds ${JSON.stringify(key)}, which the original does not`)
  return revision
}

/** Writes and removes keys until the target's revision is greater than the original's. */
async function passRevision(to: Storage, revision: number, held: Map<string, number>): Promise<void> {
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

/** Copies the entries that the target lacks. */
async function copyMissing(from: Storage, to: Storage, copied: ReadonlyMap<string, Copied>): Promise<void> {
  let group: CommitRequest[] = []
  let bytes = 0
  const write = async () => {
    await commitAll(to, group)
    group = []
    bytes = 0
  }
  await forEachEntry(from, ({ key, value }) => {
    if (copied.has(key)) return
    // The value may be a view of an engine's page.
    group.push({ key, expectedRevision: 0, value: value.slice() })
    bytes += value.length
    return group.length === IN_FLIGHT || bytes >= BYTES_IN_FLIGHT ? write() : undefined
  })
  await write()
}

/** Commits without conflicts. @returns Their revisions. */
async function commitAll(to: Storage, requests: readonly CommitRequest[]): Promise<readonly number[]> {
  const results = await Promise.all(requests.map((request) => to.commit(request)))
  return results.map((result, at) => {
    if (result.outcome === 'committed') return result.revision
    throw new ImportError(`another client writes to the target: ${JSON.stringify(requests[at]?.key)} has changed`)
  })
}

/** Counts the entries of a state, and sums their digests. */
async function summarize(
  storage: Storage,
): Promise<{ readonly revision: number; readonly entries: number; readonly digest: string }> {
  let [entries, sum] = [0, 0n]
  const revision = await forEachEntry(storage, async (entry) => {
    entries += 1
    sum += await digestOf(entry)
  })
  return { revision, entries, digest: BigInt.asUintN(256, sum).toString(16).padStart(64, '0') }
}

/** SHA-256 of a key and a value, each with its length, so that the boundary between them is unambiguous. */
async function digestOf({ key, value }: StoredEntry): Promise<bigint> {
  const head = new TextEncoder().encode(`${key}\0${value.length}\0`)
  const bytes = new Uint8Array(head.length + value.length)
  bytes.set(head)
  bytes.set(value, head.length)
  const digest = new DataView(await crypto.subtle.digest('SHA-256', bytes))
  return [0, 8, 16, 24].reduce((number, at) => (number << 64n) | digest.getBigUint64(at), 0n)
}
