/**
 * Objects of types that are not registered (yet): kept as bytes, and handed to the collection once the type is registered.
 *
 * @module
 */

import type { Storage, StoredEntry } from '../storage/index.js'
import type { CollectionState } from './log/collection-state.js'
import type { PastCommit } from './log/past.js'
import { type ByteRange, bytesAt, type SlabAllocator } from './rows/slab-allocator.js'

/** One object: its bytes, which have no registered owner. */
export interface UnregisteredObject extends ByteRange {
  readonly revision: number
}

/** The stored objects of one type. */
export interface UnregisteredObjects {
  /** Objects by key in the collection. */
  readonly entries: Map<string, UnregisteredObject>
  /** Nothing before this revision can be shown. */
  floor: number
  /** The commits after the floor, oldest first. */
  past: readonly PastCommit[]
}

/**
 * The objects under a prefix.
 *
 * @param collections - Objects by prefix; an empty entry is added where there is none.
 * @param prefix - The prefix of a collection.
 */
export function unregisteredIn(collections: Map<string, UnregisteredObjects>, prefix: string): UnregisteredObjects {
  const known = collections.get(prefix)
  if (known) return known
  const empty: UnregisteredObjects = { entries: new Map(), floor: 0, past: [] }
  collections.set(prefix, empty)
  return empty
}

/**
 * The objects of a collection that ends. Their bytes stay where they are: to copy those of many objects would take a long turn.
 *
 * @param state - The last state of the collection.
 * @param slabs - Holds the bytes.
 */
export function unregistered({ rows, newest }: CollectionState, slabs: SlabAllocator): UnregisteredObjects {
  slabs.unregister(rows.values())
  const entries = new Map<string, UnregisteredObject>()
  for (const [key, { slab, start, end, revision }] of rows.entries()) entries.set(key, { slab, start, end, revision })
  return { entries, floor: newest, past: [] }
}

/**
 * Copies bytes of the engine: they may be part of a far larger buffer, which would be kept with them.
 *
 * @param host - Allocates the copy, and the engine that is told of it.
 * @param entry - As the engine has it.
 */
export function copyToSlab(
  host: { readonly storage: Storage; readonly slabs: SlabAllocator },
  entry: StoredEntry,
): UnregisteredObject {
  const { key, revision, value } = entry
  const range = host.slabs.copy(value)
  host.storage.moved?.({ key, revision, value: bytesAt(range) })
  // Member by member: of a spread with one more, V8 keeps a hidden class for each object, twice as large as the object.
  const { slab, start, end } = range
  return { slab, start, end, revision }
}
