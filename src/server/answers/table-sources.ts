/**
 * What the cells of the last tables were made from.
 *
 * People look at the same tables again and again, and ages change with every look. Parsing is most of what a row costs, so
 * the objects of the last rows are kept, up to a number of bytes.
 *
 * @module
 */

import type { ApiObject } from '../../meta/index.js'
import type { Row } from '../../store/index.js'
import type { StoredForm } from './stored-form.js'

/** What a row of a table is made from. */
export interface TableSource {
  /** How the row is shown. */
  readonly form: StoredForm
  /** What its cells are taken from: the object without managed fields. */
  readonly object: ApiObject
  /** The object's metadata as JSON. */
  readonly metadata: Uint8Array
}

/** Parsed objects by row, the oldest first. */
export class TableSources {
  readonly #maxBytes: number
  readonly #sources = new Map<Row, TableSource>()
  #bytes = 0

  /** @param maxBytes - JSON bytes of all objects; their memory is a few times that. Default 1 MiB. */
  constructor(maxBytes = 1024 * 1024) {
    this.#maxBytes = maxBytes
  }

  /**
   * Finds what a row is made from, or makes it.
   *
   * @param row - The row, which never changes.
   * @param form - How it is shown.
   * @param make - Makes it.
   */
  get(row: Row, form: StoredForm, make: () => Omit<TableSource, 'form'>): TableSource {
    const known = this.#sources.get(row)
    if (known?.form === form) return known
    if (known) this.#forget(row)
    const source = { form, ...make() }
    this.#sources.set(row, source)
    this.#bytes += row.jsonLength
    for (const oldest of this.#sources.keys()) {
      if (this.#bytes <= this.#maxBytes) break
      this.#forget(oldest)
    }
    return source
  }

  #forget(row: Row): void {
    this.#sources.delete(row)
    this.#bytes -= row.jsonLength
  }
}
