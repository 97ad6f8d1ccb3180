/**
 * Reads all latest values during writes, each time from a read transaction that pins the state.
 *
 * @module
 */

import { serviceUnavailable } from '../../../meta/index.js'
import type { StoredEntry } from '../../storage.js'
import type { Environment } from './environment.js'
import { decodeEntry, decodeKey, entryRevision } from './records.js'

const NOTHING = new Uint8Array(0)

/** Full scans of the data file. */
export class StateReaders {
  readonly #entries: Environment['entries']
  /** Closes each unfinished scan. */
  readonly #open = new Set<() => void>()

  /** @param entries - Latest values in the data file. */
  constructor(entries: Environment['entries']) {
    this.#entries = entries
  }

  /**
   * Pins the current state.
   *
   * @returns The entries, read from the file on demand.
   */
  begin(): Iterable<StoredEntry> {
    const transaction = this.#entries.useReadTransaction()
    const range = this.#entries.getRange({ transaction })[Symbol.iterator]()
    const finish = (): void => {
      if (!this.#open.delete(finish)) return
      range.return?.()
      transaction.done()
    }
    this.#open.add(finish)
    return this.#read(range, finish)
  }

  /** Aborts all scans, as a closed file must not be read. */
  close(): void {
    for (const finish of this.#open) finish()
  }

  *#read(range: Iterator<{ readonly key: Buffer; readonly value: Buffer }>, finish: () => void): Generator<StoredEntry> {
    try {
      for (;;) {
        if (!this.#open.has(finish)) throw serviceUnavailable('the storage is closed', 1)
        const next = range.next()
        if (next.done) return
        const { key, value } = next.value
        // A damaged record is an object that can only be removed; it does not prevent the others from being served.
        yield decodeEntry(key, value) ?? { key: decodeKey(key), revision: entryRevision(value), value: NOTHING }
      }
    } finally {
      finish()
    }
  }
}
