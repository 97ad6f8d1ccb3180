/**
 * What all collections of a store share: the engine, the newest revision, and waiting for one.
 *
 * @module
 */

import { type ApiObject, type Clock, resourceVersionTooLarge, serviceUnavailable, steadyClock } from '../../meta/index.js'
import type { Storage } from '../../storage/index.js'
import { IndexPool } from '../indexes/index-pool.js'
import { type FullHistoryLimits, historyLimits } from '../log/change-log.js'
import { HistoryBytes } from '../log/history-bytes.js'
import type { StoreOptions } from '../options.js'
import { ObjectCache } from '../rows/object-cache.js'
import type { StoredRow } from '../rows/row.js'
import type { ByteRange, SlabAllocator } from '../rows/slab-allocator.js'
import { ContinueTokens } from './continue-token.js'
import { RevisionGate } from './revision-gate.js'
import { SharedRead } from './shared-read.js'

/** All collections together have as much history as so many with as much as one may have (ours). */
const COLLECTIONS_OF_FULL_HISTORY = 4

/** An own commit in progress. */
export interface PendingWrite {
  /** The key as the writer has it: a slice of a storage key would keep the whole key in memory. */
  readonly key: string
  readonly object: ApiObject
  /** Its bytes. */
  readonly range: ByteRange
  /** The row that the view made when it received the commit. */
  row?: StoredRow
}

/** {@link StoreOptions} with clock and token key filled in, and the allocator of the bytes of rows. */
export type ViewOptions = StoreOptions & Required<Pick<StoreOptions, 'clock' | 'tokenKey'>> & { readonly slabs: SlabAllocator }

/** The one view of a storage. */
export class View {
  readonly storage: Storage
  /** For the age of what is kept. */
  readonly clock: Clock
  readonly limits: FullHistoryLimits
  readonly listOptionsGroup: string
  readonly gate = new RevisionGate()
  readonly tokens: ContinueTokens
  readonly cache = new ObjectCache<StoredRow>(128 * 1024)
  readonly rewritten = new ObjectCache<StoredRow>(1024 * 1024)
  /** Indexes of labels and fields, of all collections. */
  readonly indexes: IndexPool
  readonly historyBytes: HistoryBytes
  /** Allocates the bytes of rows. */
  readonly slabs: SlabAllocator
  /** Own commits in progress, by the array that was handed to the engine: what comes back need not be parsed. */
  readonly pending = new Map<Uint8Array, PendingWrite>()
  /** The newest revision that the collections show. */
  revision: number
  readonly #tooLargeWaitMs: number
  readonly #confirmed: SharedRead<number>
  #closedBy: unknown

  /**
   * @param options - Of the store.
   * @param revision - Revision of the loaded state.
   */
  constructor(options: ViewOptions, revision: number) {
    const { storage, clock, tokenKey, slabs, history, tooLargeWaitMs = 3_000, listOptionsGroup = 'meta.platform.io' } = options
    this.storage = storage
    this.clock = steadyClock(clock)
    this.slabs = slabs
    this.limits = historyLimits(history)
    this.listOptionsGroup = listOptionsGroup
    this.#tooLargeWaitMs = tooLargeWaitMs
    this.tokens = new ContinueTokens({ key: tokenKey, clock, ttlSeconds: this.limits.windowSeconds })
    this.indexes = new IndexPool(this.clock)
    this.historyBytes = new HistoryBytes(this.limits.maxBytes * COLLECTIONS_OF_FULL_HISTORY)
    this.revision = revision
    this.#confirmed = new SharedRead(() => storage.revision())
  }

  /** The error of all requests once the store is closed; undefined before. */
  get refusal(): unknown {
    return this.#closedBy
  }

  /**
   * Waits until the view shows a revision.
   *
   * @throws {@link ApiError} 504 after a timeout.
   * @see Specification, "Resource versions", too-new versions
   */
  async reach(revision: number): Promise<void> {
    if (this.#closedBy) throw this.#closedBy
    if (revision <= this.revision) return
    await new Promise<void>((resolve, reject) => {
      const give = (conclude: () => void) => () => {
        cancelTimer()
        cancelWait()
        conclude()
      }
      const cancelWait = this.gate.wait(revision, give(resolve), (error) => give(() => reject(error))())
      const tooLate = give(() => reject(resourceVersionTooLarge(String(revision), this.revision)))
      const cancelTimer = this.clock.setTimeout(tooLate, this.#tooLargeWaitMs)
    })
  }

  /** Whether the view shows every commit as soon as it is made. */
  get isCurrent(): boolean {
    return this.storage.followersAreCurrent
  }

  /** Waits until the view is at least as new as any state that was shown before this call. */
  async catchUp(): Promise<void> {
    if (!this.isCurrent) await this.reach(await this.latest())
  }

  /** The newest revision of the engine, read after this call. */
  latest(): Promise<number> {
    return this.#confirmed.ask()
  }

  /** Refuses all waiting and later reads. */
  close(): void {
    this.#closedBy = serviceUnavailable('the store is closed', 1)
    this.gate.close(this.#closedBy)
    this.cache.clear()
    this.rewritten.clear()
    this.indexes.close()
  }
}
