/**
 * Makes the rows of one collection: of objects that this process wrote, and of bytes that others may have written.
 *
 * @module
 */

import type { ApiObject } from '../../meta/index.js'
import type { CollectionOptions } from '../types.js'
import { findSplice } from './object-bytes.js'
import { type RowFamily, type RowHome, StoredRow, UNCHECKED, UNREAD } from './row.js'
import { SharedFacts } from './shared-facts.js'
import type { ByteRange } from './slab-allocator.js'

/** Makes the rows of one collection. */
export class RowMaker {
  readonly #own: RowFamily
  readonly #others: RowFamily

  /**
   * @param options - The type's selectable fields.
   * @param home - What the rows share.
   */
  constructor({ selectableFields }: CollectionOptions, home: RowHome) {
    const facts = new SharedFacts()
    const family = (isOwn: boolean): RowFamily => ({
      ...home,
      isOwn,
      factsOf: (object) => ({
        labels: facts.share(object?.metadata.labels),
        fields: facts.share(object && selectableFields?.(object, isOwn)),
      }),
    })
    this.#own = family(true)
    this.#others = family(false)
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
    const { slab, start, end } = range
    const home = this.#own
    const { labels, fields } = home.factsOf(object)
    const row = new StoredRow({ key, revision, slab, start, end, splice: findSplice(range), labels, fields, home })
    row.keep(object, isRewritten ? home.rewritten : home.cache)
    return row
  }

  /**
   * Makes a row of bytes from the storage, which are parsed when somebody asks for them: after a restart there may be many.
   * Bytes that are no object make a row that cannot be read, only removed.
   *
   * @param key - `namespace/name`, or `name`.
   * @param revision - Revision of the commit.
   * @param range - Where the bytes are.
   */
  ofBytes(key: string, revision: number, range: ByteRange): StoredRow {
    return this.#unread(key, revision, range, UNCHECKED)
  }

  /**
   * Makes a row of bytes that a store wrote: they are not parsed before somebody asks for more than them.
   *
   * @param key - `namespace/name`, or `name`.
   * @param revision - Revision of the commit.
   * @param range - Where the object is as `formatObject` wrote it.
   */
  ofWritten(key: string, revision: number, range: ByteRange): StoredRow {
    return this.#unread(key, revision, range, findSplice(range))
  }

  /** Makes rows whose fields are read again, as those of bytes from the storage. */
  readAgain(rows: Iterable<StoredRow>): void {
    for (const row of rows) row.forgetFields(this.#others)
  }

  #unread(key: string, revision: number, { slab, start, end }: ByteRange, splice: number): StoredRow {
    return new StoredRow({ key, revision, slab, start, end, splice, labels: UNREAD, fields: UNREAD, home: this.#others })
  }
}
