/**
 * What a storage holds, sorted by collection: what a store starts with, and starts anew with when it has lost its place.
 *
 * @module
 */

import type { LoadedState } from '../storage/index.js'
import type { Inheritance } from './collection.js'
import type { PastCommit } from './past.js'
import { parseStorageKey } from './storage-key.js'
import { TOKEN_KEY } from './token-key.js'

/** The state of a storage by prefix. */
export interface SortedState {
  readonly revision: number
  /** The oldest revision that can be shown: where the history of the engine begins, or its revision. */
  readonly floor: number
  readonly collections: Map<string, Inheritance>
  /** The secret of continue tokens, if one is kept there. */
  readonly tokenKey: Uint8Array | undefined
}

/**
 * Reads a state to its end.
 *
 * @param state - As the engine hands it out.
 * @param since - Commits from before this time are not wanted, in milliseconds.
 */
export async function sortState({ revision, entries, history }: LoadedState, since: number): Promise<SortedState> {
  const collections = new Map<string, Inheritance>()
  let tokenKey: Uint8Array | undefined
  for await (const entry of entries) {
    const address = parseStorageKey(entry.key)
    if (address) inheritanceOf(collections, address.prefix).entries.set(address.key, entry)
    else if (entry.key === TOKEN_KEY) tokenKey = entry.value
  }
  const floor = history ? await sortHistory(history, collections, revision, since) : revision
  return { revision, floor, collections, tokenKey }
}

/** @returns The revision that the history leads away from. */
async function sortHistory(
  history: NonNullable<LoadedState['history']>,
  collections: Map<string, Inheritance>,
  revision: number,
  since: number,
): Promise<number> {
  const past = new Map<string, PastCommit[]>()
  let floor: number | undefined
  for await (const commit of history) {
    if (floor === undefined && commit.at < since) continue
    floor ??= commit.revision - 1
    const address = parseStorageKey(commit.key)
    if (!address) continue
    const commits = past.get(address.prefix) ?? []
    past.set(address.prefix, commits)
    commits.push({ ...commit, key: address.key })
  }
  for (const [prefix, commits] of past) inheritanceOf(collections, prefix).past = commits
  return floor ?? revision
}

/** What is there under a prefix; nothing to begin with. */
export function inheritanceOf(collections: Map<string, Inheritance>, prefix: string): Inheritance {
  const known = collections.get(prefix)
  if (known) return known
  const empty: Inheritance = { entries: new Map(), floor: 0, past: [] }
  collections.set(prefix, empty)
  return empty
}
