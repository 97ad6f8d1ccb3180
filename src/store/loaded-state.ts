/**
 * The content of a storage by collection: the state that a store starts from, and restarts from when it has missed commits.
 *
 * @module
 */

import { TurnShare } from '../meta/index.js'
import type { LoadedState, Storage } from '../storage/index.js'
import { Feed } from './feed.js'
import type { PastCommit } from './log/past.js'
import type { SlabAllocator } from './rows/slab-allocator.js'
import { parseStorageKey } from './rows/storage-key.js'
import { copyToSlab, type UnregisteredObjects, unregisteredIn } from './unregistered-objects.js'
import { TOKEN_KEY } from './view/token-key.js'

/** Attempts to load a state and to follow from there. */
const MAX_ATTEMPTS = 5

/** The content of a storage, by prefix. */
export interface LoadedObjects {
  readonly revision: number
  /** The oldest revision that can be shown: where the history of the engine begins, or its revision. */
  readonly floor: number
  readonly collections: Map<string, UnregisteredObjects>
  /** The secret of continue tokens, if stored. */
  readonly tokenKey: Uint8Array | undefined
  /** The commits after the revision. The caller starts or ends it. */
  readonly feed: Feed
}

/** Options of {@link loadState}. */
export interface LoadInput {
  readonly storage: Storage
  /** Allocates the bytes of objects. */
  readonly slabs: SlabAllocator
  /** Commits before this time are skipped, in milliseconds. */
  readonly since: number
  /** The time. A later commit counts as made now: the clock was ahead then. */
  readonly now: number
  /** Whether the store has followed the engine already: one in this process never loses a follower. */
  readonly isReload?: boolean
}

/**
 * Reads a storage. Each value is copied as it comes, so that an engine need not hold all of them at once. Other work of the process
 * gets its turns meanwhile, such as answers to `/livez`: an engine on a disk has its entries without waiting for anything.
 *
 * @throws ApiError when the engine cannot be read.
 */
export async function loadState(input: LoadInput): Promise<LoadedObjects> {
  const { state, feed } = await begin(input)
  try {
    return { ...(await readState(state, input)), feed }
  } catch (error) {
    feed.end()
    throw error
  }
}

/** Loads again when the engine has forgotten the next commits already. */
async function begin({ storage, isReload = false }: LoadInput): Promise<{ readonly state: LoadedState; readonly feed: Feed }> {
  for (let attempt = 1; ; attempt += 1) {
    const state = await storage.load()
    try {
      return { state, feed: new Feed(storage, state.revision, !isReload && storage.followersAreCurrent) }
    } catch (error) {
      if (attempt === MAX_ATTEMPTS) throw error
    }
  }
}

async function readState(
  { revision, entries, history }: LoadedState,
  { storage, slabs, since, now }: LoadInput,
): Promise<Omit<LoadedObjects, 'feed'>> {
  const collections = new Map<string, UnregisteredObjects>()
  let tokenKey: Uint8Array | undefined
  const share = new TurnShare()
  for await (const entry of entries) {
    if (share.isSpent) await share.next()
    const address = parseStorageKey(entry.key)
    if (address) unregisteredIn(collections, address.prefix).entries.set(address.key, copyToSlab({ storage, slabs }, entry))
    else if (entry.key === TOKEN_KEY) tokenKey = entry.value
  }
  const floor = history ? await sortHistory(history, collections, { revision, since, now, share }) : revision
  return { revision, floor, collections, tokenKey }
}

/** @returns The revision at which the history starts. */
async function sortHistory(
  history: NonNullable<LoadedState['history']>,
  collections: Map<string, UnregisteredObjects>,
  {
    revision,
    since,
    now,
    share,
  }: Pick<LoadedObjects, 'revision'> & Pick<LoadInput, 'since' | 'now'> & { readonly share: TurnShare },
): Promise<number> {
  const past = new Map<string, PastCommit[]>()
  let floor: number | undefined
  for await (const commit of history) {
    if (share.isSpent) await share.next()
    if (floor === undefined && commit.at < since) continue
    floor ??= commit.revision - 1
    const address = parseStorageKey(commit.key)
    if (!address) continue
    const commits = past.get(address.prefix) ?? []
    past.set(address.prefix, commits)
    const { revision, at, previous } = commit
    commits.push({ key: address.key, revision, at: Math.min(at, now), previous })
  }
  for (const [prefix, commits] of past) unregisteredIn(collections, prefix).past = commits
  return floor ?? revision
}
