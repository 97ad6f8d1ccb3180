/**
 * A stored object in memory: its bytes, and the few facts that selectors use.
 *
 * A hundred thousand of these have to fit, so a row is one small object that shares its bytes with the storage, or a
 * buffer with other rows.
 *
 * @module
 */

import { ApiError, type ApiObject, copyWith, deepFreeze } from '../../meta/index.js'
import type { Row, RowWriteOptions } from '../types.js'
import { decodeObject, findSplice, type StoredBytes, writeBytes, writtenLength } from './object-bytes.js'
import type { ObjectCache } from './object-cache.js'
import type { Facts } from './shared-facts.js'
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
export interface RowFacts {
  readonly labels: Facts
  readonly fields: Facts
}

/** What the rows share that this process wrote, or those that it did not write: a flag would cost each row a word of memory. */
export interface RowFamily extends RowHome {
  readonly isOwn: boolean
  /** Reads the facts of an object. */
  factsOf(object: ApiObject | undefined): RowFacts
}

/** Stands for labels and fields that are not parsed yet. */
export const UNREAD: unique symbol = Symbol('unread')
/** The splice of bytes that may not be an object, before they are parsed. */
export const UNCHECKED = -2

interface RowInit extends ByteRange {
  readonly key: string
  readonly revision: number
  /** As {@link findSplice} returns it, or {@link UNCHECKED}. */
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
  #splice: number
  #labels: Facts | typeof UNREAD
  #fields: Facts | typeof UNREAD
  #home: RowFamily
  #parsed: ApiObject | undefined

  /** @param init - The bytes and what is known of them. */
  constructor(init: RowInit) {
    this.key = init.key
    this.revision = init.revision
    this.slab = init.slab
    this.start = init.start
    this.end = init.end
    this.#splice = init.splice
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

  get isOwn(): boolean {
    return this.#home.isOwn
  }

  get labels(): Facts {
    if (this.#labels === UNREAD) StoredRow.#parse(this)
    return this.#labels as Facts
  }

  get fields(): Facts {
    if (this.#fields === UNREAD) StoredRow.#parse(this)
    return this.#fields as Facts
  }

  get splice(): number {
    if (this.#splice === UNCHECKED) StoredRow.#parse(this)
    return this.#splice
  }

  /** Whether a selector would have to parse the bytes first. */
  get isUnread(): boolean {
    return this.#fields === UNREAD
  }

  /** Reads what is not known yet. Static, as a private method costs each row a word of memory. */
  static #parse(row: StoredRow): ApiObject | undefined {
    const object = row.#parsed ?? decodeObject(row.value)
    if (row.#splice === UNCHECKED) row.#splice = object ? findSplice(row) : -1
    if (row.#fields === UNREAD) {
      const { labels, fields } = row.#home.factsOf(object)
      row.#labels = labels
      row.#fields = fields
    }
    return object
  }

  get object(): ApiObject {
    const kept = this.#parsed
    if (kept) {
      if (kept.metadata.resourceVersion === undefined) this.#parsed = withVersion(kept, this.revision)
      return this.#parsed as ApiObject
    }
    const object = StoredRow.#parse(this)
    if (!object || this.#splice < 0) throw unreadable(this)
    this.keep(deepFreeze(object), this.#home.cache)
    return this.object
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
    const { key, slab, start, end } = this
    const row = new StoredRow({
      key,
      revision,
      slab,
      start,
      end,
      splice: this.#splice,
      labels: this.#labels,
      fields: this.#fields,
      home: this.#home,
    })
    // The watches of a removed object would parse it again.
    if (this.#parsed) row.keep(this.#parsed, this.#home.cache)
    return row
  }

  /**
   * Caches the parsed object. It gets its version when somebody asks for it, as most answers are made of the bytes.
   *
   * @param object - Frozen.
   * @param cache - Which cache.
   */
  keep(object: ApiObject, cache: ObjectCache<StoredRow>): void {
    if (object.metadata.resourceVersion === undefined) this.#parsed = object
    else this.#parsed = withVersion(object, this.revision)
    cache.hold(this)
  }

  /**
   * Drops the fields: they are read again when somebody asks for them.
   *
   * @param home - Of rows that this process did not write.
   */
  forgetFields(home: RowFamily): void {
    this.#home = home
    this.#fields = UNREAD
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

function withVersion(object: ApiObject, revision: number): ApiObject {
  const metadata = Object.freeze(copyWith(object.metadata, { resourceVersion: String(revision) }))
  return Object.freeze(copyWith(object, { metadata }))
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
