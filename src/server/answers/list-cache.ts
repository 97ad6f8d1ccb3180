/**
 * Cache of lists that were requested just before.
 *
 * Clients that reconnect after an interruption all request the same lists. Those in flight then share one body, instead of
 * each being copied from the rows. The first request for a list is only recorded, as most lists are not requested again.
 *
 * @module
 */

import type { Row } from '../../store/index.js'
import type { StoredForm } from './stored-form.js'
import { TableSources } from './table-sources.js'

/** Parts of a list. Rows never change, so the same parts always give the same bytes. */
export interface ListParts {
  readonly form: StoredForm
  /** The list up to its items, with its revision. */
  readonly head: string
  readonly rows: readonly Row[]
  /** Its bytes, roughly. */
  readonly length: number
}

interface Asked extends ListParts {
  /** The encoded list, once requested again. */
  readonly bytes: Uint8Array | undefined
}

/** Shorter lists are not worth caching. */
const SHORTEST = 16 * 1024
/** The most entries, so that searching is quick. */
const MOST_LISTS = 8

/** Caches the last lists, up to a number of bytes. */
export class ListCache {
  /** Sources of the last tables' cells. */
  readonly tables = new TableSources()
  readonly #maxBytes: number
  /** The most recently used first. */
  #lists: readonly Asked[] = []

  /** @param maxBytes - Bytes of all lists that are kept; default 8 MiB. */
  constructor(maxBytes = 8 * 1024 * 1024) {
    this.#maxBytes = maxBytes
  }

  /**
   * Encodes a list that was requested before, or returns it from the cache. The bytes must not be modified.
   *
   * @param parts - The parts.
   * @param write - Writes it.
   * @returns Undefined for a list that is requested for the first time.
   */
  get(parts: ListParts, write: () => Uint8Array): Uint8Array | undefined {
    if (parts.length < SHORTEST || parts.length > this.#maxBytes) return undefined
    const known = this.#lists.find((list) => isSame(list, parts))
    const bytes = known && (known.bytes ?? write())
    this.#keep({ ...parts, bytes }, known)
    return bytes
  }

  #keep(newest: Asked, known: Asked | undefined): void {
    const kept = [newest]
    let room = this.#maxBytes - (newest.bytes?.length ?? 0)
    for (const list of this.#lists) {
      if (list === known) continue
      room -= list.bytes?.length ?? 0
      if (room < 0 || kept.length === MOST_LISTS) break
      kept.push(list)
    }
    this.#lists = kept
  }
}

const isSame = (left: ListParts, right: ListParts): boolean =>
  left.form === right.form && left.head === right.head && areSame(left.rows, right.rows)

function areSame(left: readonly Row[], right: readonly Row[]): boolean {
  if (left.length !== right.length) return false
  for (let i = 0; i < left.length; i += 1) if (left[i] !== right[i]) return false
  return true
}
