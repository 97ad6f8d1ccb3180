/**
 * Objects of types that are not registered (yet): kept as they are, and handed over when somebody registers the type.
 *
 * @module
 */

import type { Storage, StoredEntry } from '../storage/index.js'
import type { PastCommit } from './log/past.js'
import { bytesAt, type Place, type Slabs } from './rows/slabs.js'

/** One object: where its bytes are, which nobody has settled in. */
export interface Inherited extends Place {
  readonly revision: number
}

/** What the storage holds of a type that is not registered. */
export interface Inheritance {
  /** Objects by key in the collection. */
  readonly entries: Map<string, Inherited>
  /** Nothing before this revision can be shown. */
  floor: number
  /** The commits after the floor, oldest first. */
  past: readonly PastCommit[]
}

/** What is there under a prefix; nothing to begin with. */
export function inheritanceOf(collections: Map<string, Inheritance>, prefix: string): Inheritance {
  const known = collections.get(prefix)
  if (known) return known
  const empty: Inheritance = { entries: new Map(), floor: 0, past: [] }
  collections.set(prefix, empty)
  return empty
}

/**
 * Copies bytes that are not ours: what they are a part of may be far larger, and would stay with them.
 *
 * @param home - The engine, which is told of the copy, and where the copy goes.
 * @param entry - As the engine has it.
 */
export function adopt(home: { readonly storage: Storage; readonly slabs: Slabs }, entry: StoredEntry): Inherited {
  const { key, revision, value } = entry
  const place = home.slabs.copy(value)
  home.storage.moved?.({ key, revision, value: bytesAt(place) })
  return { ...place, revision }
}
