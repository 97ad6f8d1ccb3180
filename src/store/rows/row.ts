/**
 * A stored object in memory: its bytes, and the few facts that selectors use.
 *
 * A hundred thousand of these have to fit, so a row is one small object that shares its bytes with the storage, or a
 * buffer with other rows.
 *
 * @module
 */

import { ApiError, type ApiObject, copyWith, deepFreeze } from '../../meta/index.js'
import type { CollectionOptions, Row, RowWriteOptions } from '../types.js'
import { decodeObject, findSplice, type StoredBytes, writeBytes, writtenLength } from './object-bytes.js'
import type { ObjectCache } from './object-cache.js'
import { type Facts, SharedFacts } from './shared-facts.js'
import { type Allocation, type ByteRange, bytesAt, type Slab } from './slab-allocator.js'

/** What the rows of one collection share. */
export interface RowHome {
  /** Cache of parsed objects. */
  readonly cache: ObjectCache<StoredRow>
  /** Cache of objects that were updated, as by a controller: they are likely to be again. */
  readonly rewritten: ObjectCache<StoredRow>
  /** Called when the bytes of a row have moved. */
  moved(row: StoredRow): void
}

interface RowInit extends ByteRange {
  readonly key: string
  readonly revision: number
  readonly splice: number
  readonly labels: Facts
  readonly fields: Facts
  readonly home: RowHome
}

/** The one implementation of {@link Row}. */
export class StoredRow implements Row, StoredBytes, Allocation {
  readonly key: string
  readonly revision: number
  slab: Slab
  start: number
  end: number
  readonly splice: number
  readonly labels: Facts
  readonly fields: Facts
  readonly #home: RowHome
  #parsed: ApiObject | undefined

  /** @param init - The bytes and what is known of them. */
  constructor(init: RowInit) {
    this.key = init.key
    this.revision = init.revision
    this.slab = init.slab
    this.start = init.start
    this.end = init.end
    this.splice = init.splice
    this.labels = init.labels
    this.fields = init.fields
    this.#home = init.home
    this.#parsed = undefined
  }

  get namespace(): string {
    return this.key.slice(0, Math.max(0, this.key.indexOf('/')))
  }

  get name(): string {
    return this.key.slice(this.key.indexOf('/') + 1)
  }

  get object(): ApiObject {
    if (this.#parsed) return this.#parsed
    return this.remember(deepFreeze(decodeObject(readable(this).value) as ApiObject), this.#home.cache)
  }

  get jsonLength(): number {
    return writtenLength(readable(this), false)
  }

  get itemLength(): number {
    return writtenLength(readable(this), true)
  }

  json(): Uint8Array {
    const bytes = new Uint8Array(this.jsonLength)
    writeBytes(this, bytes, 0, false)
    return bytes
  }

  beginsWith(head: Uint8Array): boolean {
    const { bytes } = this.slab
    if (head.length > this.splice) return false
    for (let i = 0; i < head.length; i += 1) if (bytes[this.start + i] !== head[i]) return false
    return true
  }

  writeJson(target: Uint8Array, offset: number, options?: RowWriteOptions): number {
    return writeBytes(readable(this), target, offset, options?.withoutType === true)
  }

  /** Why the bytes are not an object, if so. */
  get fault(): ApiError | undefined {
    if (this.splice >= 0) return undefined
    const message = `the stored object ${JSON.stringify(this.key)} cannot be read`
    return new ApiError({ code: 500, reason: 'StoreReadError', message })
  }

  /** The stored bytes, as a new array. */
  get value(): Uint8Array {
    return bytesAt(this)
  }

  get size(): number {
    return this.end - this.start
  }

  /**
   * The same state at another revision, as the event of a removal shows it.
   *
   * @param revision - Revision of the removal.
   */
  at(revision: number): StoredRow {
    const { key, slab, start, end, splice, labels, fields } = this
    const home = this.#home
    return new StoredRow({ key, revision, slab, start, end, splice, labels, fields, home })
  }

  /**
   * Caches the parsed object.
   *
   * @param object - As stored, and frozen.
   * @param cache - Which cache.
   * @returns The object with its version.
   */
  remember(object: ApiObject, cache: ObjectCache<StoredRow>): ApiObject {
    const metadata = Object.freeze(copyWith(object.metadata, { resourceVersion: String(this.revision) }))
    const parsed = Object.freeze(copyWith(object, { metadata }))
    this.#parsed = parsed
    cache.hold(this)
    return parsed
  }

  /** Drops the parsed object; called by the cache. */
  release(): void {
    this.#parsed = undefined
  }

  move({ slab, start, end }: ByteRange): void {
    this.slab = slab
    this.start = start
    this.end = end
    this.#home.moved(this)
  }
}

/** A function, as a private method costs each row a word of memory. */
function readable(row: StoredRow): StoredRow {
  if (row.splice < 0) throw row.fault
  return row
}

/** Makes the rows of one collection. */
export class RowMaker {
  readonly #selectableFields: CollectionOptions['selectableFields']
  readonly #home: RowHome
  readonly #facts = new SharedFacts()

  /**
   * @param options - The type's selectable fields.
   * @param home - What the rows share.
   */
  constructor({ selectableFields }: CollectionOptions, home: RowHome) {
    this.#selectableFields = selectableFields
    this.#home = home
  }

  /**
   * Makes a row of an object that was just written, without parsing what was just encoded.
   *
   * @param key - `namespace/name`, or `name`.
   * @param revision - Revision of the commit.
   * @param range - Where the object is as `formatObject` wrote it.
   * @param object - The object, frozen.
   * @param isRewritten - Whether it replaced another one.
   */
  ofObject(key: string, revision: number, range: ByteRange, object: ApiObject, isRewritten: boolean): StoredRow {
    const row = this.#make(key, revision, range, object)
    row.remember(object, isRewritten ? this.#home.rewritten : this.#home.cache)
    return row
  }

  /**
   * Makes a row of bytes from the storage. Bytes that are no object make a row that cannot be read, only removed.
   *
   * @param key - `namespace/name`, or `name`.
   * @param revision - Revision of the commit.
   * @param range - Where the bytes are.
   */
  ofBytes(key: string, revision: number, range: ByteRange): StoredRow {
    return this.#make(key, revision, range, decodeObject(bytesAt(range)))
  }

  #make(key: string, revision: number, range: ByteRange, object: ApiObject | undefined): StoredRow {
    const { slab, start, end } = range
    const splice = object ? findSplice(range) : -1
    const labels = this.#facts.share(object?.metadata.labels)
    const fields = this.#facts.share(object && this.#selectableFields?.(object))
    return new StoredRow({ key, revision, slab, start, end, splice, labels, fields, home: this.#home })
  }
}
