/**
 * Cache of the sources of the last tables' cells.
 *
 * The same tables are requested again and again, and ages change each time. Parsing is most of what a row costs, so
 * the objects of the last rows are kept, up to a number of bytes.
 *
 * @module
 */

import type { ApiObject } from '../../meta/index.js'
import type { Row } from '../../store/index.js'
import type { StoredForm } from './stored-form.js'

/** The source of a table row. */
export interface TableSource {
  /** The form that it was made for. */
  readonly form: StoredForm
  /** The object without managed fields, for its cells. */
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
   * Finds the source of a row, or makes it.
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
