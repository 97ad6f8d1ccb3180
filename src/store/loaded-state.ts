/**
 * What a storage holds, sorted by collection: what a store starts with, and starts anew with when it has lost its place.
 *
 * @module
 */

import type { LoadedState } from '../storage/index.js'
import type { Inheritance } from './collection.js'
import { parseStorageKey } from './storage-key.js'
import { TOKEN_KEY } from './token-key.js'

/** The state of a storage by prefix. */
export interface SortedState {
  readonly revision: number
  readonly collections: Map<string, Inheritance>
  /** The secret of continue tokens, if one is kept there. */
  readonly tokenKey: Uint8Array | undefined
}

/**
 * Reads a state to its end.
 *
 * @param state - As the engine hands it out.
 */
export async function sortState({ revision, entries }: LoadedState): Promise<SortedState> {
  const collections = new Map<string, Inheritance>()
  let tokenKey: Uint8Array | undefined
  for await (const entry of entries) {
    const address = parseStorageKey(entry.key)
    if (address) inheritanceOf(collections, address.prefix).entries.set(address.key, entry)
    else if (entry.key === TOKEN_KEY) tokenKey = entry.value
  }
  return { revision, collections, tokenKey }
}

/** What is there under a prefix; nothing to begin with. */
export function inheritanceOf(collections: Map<string, Inheritance>, prefix: string): Inheritance {
  const known = collections.get(prefix)
  if (known) return known
  const empty: Inheritance = { entries: new Map(), floor: 0 }
  collections.set(prefix, empty)
  return empty
}
