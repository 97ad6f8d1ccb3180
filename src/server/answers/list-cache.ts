/**
 * Lists that were written a moment ago.
 *
 * Clients that come back after an interruption all ask for the same lists. Those in flight then share one body instead
 * of each having its own, and most of what a large list costs is its memory: hundreds of fresh kilobytes that are
 * touched for the first time, and the garbage collections that they set off.
 *
 * @module
 */

import type { Row } from '../../store/index.js'
import type { StoredForm } from './stored-form.js'
import { TableSources } from './table-sources.js'

/** What a list is written from. Rows never change, so the same parts always give the same bytes. */
export interface ListParts {
  readonly form: StoredForm
  /** The list up to its items, with its revision. */
  readonly head: string
  readonly rows: readonly Row[]
}

interface Written extends ListParts {
  readonly bytes: Uint8Array
}

/** Shorter lists are written sooner than they are worth keeping. */
const SHORTEST = 16 * 1024
/** So that looking for a list is quick. */
const MOST_LISTS = 8

/** The last lists, up to a number of bytes. */
export class ListCache {
  /** What the last tables were made from. */
  readonly tables = new TableSources()
  readonly #maxBytes: number
  /** The most recently used first. */
  #lists: readonly Written[] = []

  /** @param maxBytes - Bytes of all lists that are kept; default 8 MiB. */
  constructor(maxBytes = 8 * 1024 * 1024) {
    this.#maxBytes = maxBytes
  }

  /**
   * Writes a list, or finds it written. Nobody may change the bytes.
   *
   * @param parts - What it is written from.
   * @param write - Writes it.
   */
  get(parts: ListParts, write: () => Uint8Array): Uint8Array {
    const known = this.#lists.find((list) => isSame(list, parts))
    const bytes = known?.bytes ?? write()
    if (bytes.length >= SHORTEST && bytes.length <= this.#maxBytes) this.#keep(known ?? { ...parts, bytes })
    return bytes
  }

  #keep(newest: Written): void {
    const kept = [newest]
    let room = this.#maxBytes - newest.bytes.length
    for (const list of this.#lists) {
      if (list === newest) continue
      room -= list.bytes.length
      if (room < 0 || kept.length === MOST_LISTS) break
      kept.push(list)
    }
    this.#lists = kept
  }
}

const isSame = (left: ListParts, right: ListParts): boolean =>
  left.form === right.form &&
  left.head === right.head &&
  left.rows.length === right.rows.length &&
  left.rows.every((row, index) => row === right.rows[index])
