/**
 * A stored object in memory: its bytes, and the few facts that are searched.
 *
 * A hundred thousand of these have to fit, so a row is one small object that shares its bytes with the storage.
 *
 * @module
 */

import { ApiError, type ApiObject, deepFreeze } from '../meta/index.js'
import { decodeObject, findSplice, type StoredBytes, writeBytes, writtenLength } from './object-bytes.js'
import type { ObjectCache } from './object-cache.js'
import type { CollectionOptions, Row, RowWriteOptions } from './types.js'

type Facts = Readonly<Record<string, string>> | undefined

interface RowInit {
  readonly key: string
  readonly revision: number
  readonly value: Uint8Array
  readonly splice: number
  readonly labels: Facts
  readonly fields: Facts
  readonly cache: ObjectCache<StoredRow>
}

/** The one implementation of {@link Row}. */
export class StoredRow implements Row, StoredBytes {
  readonly key: string
  readonly revision: number
  readonly value: Uint8Array
  readonly splice: number
  readonly labels: Facts
  readonly fields: Facts
  private readonly cache: ObjectCache<StoredRow>
  private parsed: ApiObject | undefined

  /** @param init - The bytes and what is known of them. */
  constructor(init: RowInit) {
    this.key = init.key
    this.revision = init.revision
    this.value = init.value
    this.splice = init.splice
    this.labels = init.labels
    this.fields = init.fields
    this.cache = init.cache
    this.parsed = undefined
  }

  get namespace(): string {
    return this.key.slice(0, Math.max(0, this.key.indexOf('/')))
  }

  get name(): string {
    return this.key.slice(this.key.indexOf('/') + 1)
  }

  get object(): ApiObject {
    if (this.parsed) return this.parsed
    return this.remember(deepFreeze(decodeObject(this.json()) as ApiObject))
  }

  get jsonLength(): number {
    return writtenLength(this.readable(), false)
  }

  get itemLength(): number {
    return writtenLength(this.readable(), true)
  }

  json(): Uint8Array {
    const bytes = new Uint8Array(this.jsonLength)
    writeBytes(this, bytes, 0, false)
    return bytes
  }

  writeJson(target: Uint8Array, offset: number, options?: RowWriteOptions): number {
    return writeBytes(this.readable(), target, offset, options?.withoutType === true)
  }

  /** What is wrong with the bytes, if they are not an object. */
  get fault(): ApiError | undefined {
    if (this.splice >= 0) return undefined
    const message = `the stored object ${JSON.stringify(this.key)} cannot be read`
    return new ApiError({ code: 500, reason: 'StoreReadError', message })
  }

  /** How much memory the stored bytes take. */
  get size(): number {
    return this.value.length
  }

  /**
   * The same state at another revision, as the event of a removal shows it.
   *
   * @param revision - Revision of the removal.
   */
  at(revision: number): StoredRow {
    return new StoredRow({ ...this.init(), revision })
  }

  /** Keeps the parsed object for a while. */
  remember(object: ApiObject): ApiObject {
    this.parsed = object
    this.cache.hold(this)
    return object
  }

  /** Lets go of the parsed object; called by the cache. */
  release(): void {
    this.parsed = undefined
  }

  private init(): RowInit {
    const { key, revision, value, splice, labels, fields, cache } = this
    return { key, revision, value, splice, labels, fields, cache }
  }

  private readable(): this {
    if (this.splice < 0) throw this.fault
    return this
  }
}

const orNone = (facts: Facts): Facts => (facts && Object.keys(facts).length > 0 ? facts : undefined)

/** Makes the rows of one collection. */
export class RowMaker {
  private readonly selectableFields: CollectionOptions['selectableFields']
  private readonly cache: ObjectCache<StoredRow>

  /**
   * @param options - Says which fields of the type are searched.
   * @param cache - Where parsed objects are kept for a while.
   */
  constructor({ selectableFields }: CollectionOptions, cache: ObjectCache<StoredRow>) {
    this.selectableFields = selectableFields
    this.cache = cache
  }

  /**
   * Makes a row of an object that was just written, without parsing what was just encoded.
   *
   * @param key - `namespace/name`, or `name`.
   * @param revision - Revision of the commit.
   * @param value - The object as `encodeObject` wrote it.
   * @param object - The object, frozen.
   */
  ofObject(key: string, revision: number, value: Uint8Array, object: ApiObject): StoredRow {
    const row = this.make(key, revision, value, object)
    const metadata = Object.freeze({ ...object.metadata, resourceVersion: String(revision) })
    row.remember(Object.freeze({ ...object, metadata }))
    return row
  }

  /**
   * Makes a row of bytes from the storage. Bytes that are no object make a row that cannot be read, only removed.
   *
   * @param key - `namespace/name`, or `name`.
   * @param revision - Revision of the commit.
   * @param value - The bytes.
   */
  ofBytes(key: string, revision: number, value: Uint8Array): StoredRow {
    return this.make(key, revision, value, decodeObject(value))
  }

  private make(key: string, revision: number, value: Uint8Array, object: ApiObject | undefined): StoredRow {
    const splice = object ? findSplice(value) : -1
    const labels = orNone(object?.metadata.labels)
    const fields = orNone(object && this.selectableFields?.(object))
    return new StoredRow({ key, revision, value, splice, labels, fields, cache: this.cache })
  }
}
