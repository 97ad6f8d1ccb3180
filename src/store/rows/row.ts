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

/** What selectors use. */
interface RowFacts {
  readonly labels: Facts
  readonly fields: Facts
}

/** Rows of one collection share this, too. */
interface RowFamily extends RowHome {
  /** Reads the facts of an object. */
  factsOf(object: ApiObject | undefined): RowFacts
}

/**
 * Most bytes that are parsed only when somebody asks (ours). A selector may ask for those of all rows of a turn, which then are a
 * few MiB.
 */
const MAX_UNREAD_BYTES = 2 * 1024

/** Stands for labels and fields that are not parsed yet. */
const UNREAD: unique symbol = Symbol('unread')

interface RowInit extends ByteRange {
  readonly key: string
  readonly revision: number
  readonly splice: number
  readonly labels: Facts | typeof UNREAD
  readonly fields: Facts | typeof UNREAD
  readonly home: RowFamily
}

/** The one implementation of {@link Row}. */
export class StoredRow implements Row, StoredBytes, Allocation {
  readonly key: string
  readonly revision: number
  slab: Slab
  start: number
  end: number
  readonly splice: number
  #labels: Facts | typeof UNREAD
  #fields: Facts | typeof UNREAD
  readonly #home: RowFamily
  #parsed: ApiObject | undefined

  /** @param init - The bytes and what is known of them. */
  constructor(init: RowInit) {
    this.key = init.key
    this.revision = init.revision
    this.slab = init.slab
    this.start = init.start
    this.end = init.end
    this.splice = init.splice
    this.#labels = init.labels
    this.#fields = init.fields
    this.#home = init.home
    this.#parsed = undefined
  }

  get namespace(): string {
    return this.key.slice(0, Math.max(0, this.key.indexOf('/')))
  }

  get name(): string {
    return this.key.slice(this.key.indexOf('/') + 1)
  }

  get labels(): Facts {
    if (this.#labels === UNREAD) StoredRow.#readFacts(this)
    return this.#labels as Facts
  }

  get fields(): Facts {
    if (this.#fields === UNREAD) StoredRow.#readFacts(this)
    return this.#fields as Facts
  }

  /** Static, as a private method costs each row a word of memory. */
  static #readFacts(row: StoredRow): void {
    const { labels, fields } = row.#home.factsOf(row.#parsed ?? decodeObject(row.value))
    row.#labels = labels
    row.#fields = fields
  }

  get object(): ApiObject {
    if (this.#parsed) return this.#parsed
    const object = decodeObject(readable(this).value)
    if (!object) throw unreadable(this)
    return this.remember(deepFreeze(object), this.#home.cache)
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
    return this.splice < 0 ? unreadable(this) : undefined
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
    const { key, slab, start, end, splice } = this
    return new StoredRow({
      ...{ key, revision, slab, start, end, splice },
      labels: this.#labels,
      fields: this.#fields,
      home: this.#home,
    })
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

function unreadable({ key }: StoredRow): ApiError {
  const message = `the stored object ${JSON.stringify(key)} cannot be read`
  return new ApiError({ code: 500, reason: 'StoreReadError', message })
}

/** Makes the rows of one collection. */
export class RowMaker {
  readonly #home: RowFamily

  /**
   * @param options - The type's selectable fields.
   * @param home - What the rows share.
   */
  constructor({ selectableFields }: CollectionOptions, home: RowHome) {
    const facts = new SharedFacts()
    const factsOf = (object: ApiObject | undefined): RowFacts => ({
      labels: facts.share(object?.metadata.labels),
      fields: facts.share(object && selectableFields?.(object)),
    })
    this.#home = { ...home, factsOf }
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

  /**
   * Makes a row of bytes that a store wrote: a few are not parsed before somebody asks for more than them.
   *
   * @param key - `namespace/name`, or `name`.
   * @param revision - Revision of the commit.
   * @param range - Where the object is as `formatObject` wrote it.
   */
  ofWritten(key: string, revision: number, range: ByteRange): StoredRow {
    const { slab, start, end } = range
    if (end - start > MAX_UNREAD_BYTES) return this.ofBytes(key, revision, range)
    const splice = findSplice(range)
    return new StoredRow({ key, revision, slab, start, end, splice, labels: UNREAD, fields: UNREAD, home: this.#home })
  }

  #make(key: string, revision: number, range: ByteRange, object: ApiObject | undefined): StoredRow {
    const { slab, start, end } = range
    const splice = object ? findSplice(range) : -1
    const { labels, fields } = this.#home.factsOf(object)
    return new StoredRow({ key, revision, slab, start, end, splice, labels, fields, home: this.#home })
  }
}
