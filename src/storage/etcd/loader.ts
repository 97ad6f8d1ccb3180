/**
 * Reads everything below the prefix at one revision, page by page.
 *
 * @module
 */

import { unavailable } from '../refusals.js'
import type { StoredEntry } from '../storage.js'
import type { Connection } from './connection.js'
import { isCompacted } from './failures.js'
import { type EtcdKeys, keyAfter } from './keys.js'
import type { WireKeyValue } from './wire.js'

/** Approximate page size in bytes: large enough for speed, small enough for etcd to serve others meanwhile. */
const PAGE_BYTES = 4 * 1024 * 1024
/** Keys of the first page, before the size of the values is known. */
const FIRST_PAGE = 500
const MAX_PAGE = 10_000
/** How often a load restarts when its revision is compacted during the load. */
const MAX_LOADS = 5

/** What a listener has already. */
export interface EtcdPosition {
  /** Revision of the newest commit that it has. */
  readonly revision: number
  /** Revision of etcd at which that was read: it is higher if others have written meanwhile, or a lease has expired. */
  readonly readAt: number
  /** {@link EtcdKeys.last} at that revision, if known. */
  readonly last?: WireKeyValue | undefined
}

/** The state at a revision. */
export interface EtcdState extends EtcdPosition {
  readonly entries: readonly StoredEntry[]
  /** Whether any of them has a lease. */
  readonly hasLeases: boolean
}

/**
 * Reads the state.
 *
 * @param connection - The connection to etcd.
 * @param keys - The keys to read.
 * @throws ApiError 503 when etcd does not answer.
 */
export async function loadState(connection: Connection, keys: EtcdKeys): Promise<EtcdState> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await loadOnce(connection, keys)
    } catch (error) {
      if (!isCompacted(error)) throw error
      if (attempt === MAX_LOADS) throw unavailable(error)
    }
  }
}

async function loadOnce(connection: Connection, keys: EtcdKeys): Promise<EtcdState> {
  const readLast = () => connection.read(({ kv }) => kv.range({ key: keys.last }))
  let answer = await readLast()
  if (answer.kvs.length === 0) {
    await createLast(connection, keys)
    answer = await readLast()
  }
  const readAt = Number(answer.header.revision)
  const [last] = answer.kvs
  const entries: StoredEntry[] = []
  let [key, limit, hasLeases] = [keys.entries.key, FIRST_PAGE, false]
  for (;;) {
    const from = key
    const page = await connection.read(({ kv }) => kv.range({ ...keys.entries, key: from, limit, revision: readAt }))
    let bytes = 1
    for (const { key: at, value, mod_revision, lease } of page.kvs) {
      const name = keys.decode(at)
      bytes += at.length + value.length
      hasLeases ||= lease !== '0'
      // A copy: the value is a view of the whole page, which would stay in memory as long as the smallest value in it.
      if (name !== undefined) entries.push({ key: name, value: new Uint8Array(value), revision: Number(mod_revision) })
    }
    const end = page.kvs.at(-1)
    if (!page.more || !end) break
    key = keyAfter(end.key)
    limit = Math.max(1, Math.min(MAX_PAGE, Math.floor((PAGE_BYTES * page.kvs.length) / bytes)))
  }
  return { revision: newest(Number(last?.mod_revision ?? 0), entries), readAt, last, entries, hasLeases }
}

/** Includes writes of other clients below the prefix. */
const newest = (last: number, entries: readonly StoredEntry[]): number =>
  entries.reduce((newer, { revision }) => Math.max(newer, revision), last)

/** Every state has a newest commit: an empty one starts with this. */
async function createLast(connection: Connection, keys: EtcdKeys): Promise<void> {
  await connection.read(({ kv }) =>
    kv.txn({
      compare: [{ key: keys.last, result: 'Equal', target: 'Mod', mod_revision: 0 }],
      success: [{ request_put: { key: keys.last, value: new Uint8Array() } }],
    }),
  )
}
