/**
 * Keeps the status of quotas up to date.
 *
 * @module
 */

import { BackOff, jsonEqual, serviceUnavailable, TurnShare } from '../../meta/index.js'
import type { AdmissionSources } from '../sources.js'
import type { Quota } from './quota.js'

/** Other clients write the object too; several conflicts in a row are rare. */
const MAX_ATTEMPTS = 100

/**
 * A quota with more limits is written in its own turn of the event loop: that takes some milliseconds, and several quotas may
 * count a pod.
 */
const LARGE = 1000

/** Longest time between corrections of one status, in milliseconds, as of Kubernetes' quota controller. */
const LONGEST_PAUSE_MS = 300_000

/** Status writes of one quota: the one in flight, and the one queued behind it. Each tells whether there was something to write. */
interface Writes {
  current: Promise<unknown>
  next: Promise<boolean> | undefined
}

/** The corrections of a status that somebody else has written. */
interface Corrections {
  readonly backOff: BackOff
  /** When the next one may follow, in milliseconds since 1970. */
  nextAt: number
}

/** The repetitions of a background write that has failed. */
interface Retry {
  readonly backOff: BackOff
  /** Cancels the timer; undefined while the write is repeated. */
  cancel: (() => void) | undefined
}

/** Writes the status of quotas. Concurrent writes of one quota are merged. */
export class QuotaStatus {
  readonly #sources: AdmissionSources
  readonly #writes = new WeakMap<Quota, Writes>()
  readonly #retries = new Map<Quota, Retry>()
  readonly #corrections = new WeakMap<Quota, Corrections>()
  /** Cancel the timers of corrections. */
  readonly #due = new Map<Quota, () => void>()
  /** The turn of the last large quota. */
  #turn: Promise<void> = Promise.resolve()
  #isClosed = false

  /** @param sources - The plane. */
  constructor(sources: AdmissionSources) {
    this.#sources = sources
  }

  /**
   * Writes the usage of a quota, as of the time when the write starts.
   *
   * @param quota - The quota; a deleted one is skipped.
   * @returns Whether the status was another one.
   * @throws {@link ApiError} 503 after too many conflicts.
   */
  write(quota: Quota): Promise<boolean> {
    const writes = this.#writes.get(quota) ?? { current: Promise.resolve(), next: undefined }
    this.#writes.set(quota, writes)
    writes.next ??= writes.current.then(() => {
      writes.next = undefined
      const current = this.#write(quota)
      // Errors are ignored here: the next write has to run regardless of this one.
      writes.current = current.catch(() => {})
      return current
    })
    return writes.next
  }

  /**
   * Writes the usage of a quota in the background. A failed write is repeated, with growing delays: nothing else may change the quota
   * once the storage is available again, and its status would stay wrong.
   *
   * @param quota - The quota.
   * @param onWritten - Called when the status was another one, and is written.
   */
  keep(quota: Quota, onWritten = () => {}): void {
    this.write(quota).then(
      (isWritten) => {
        this.#retries.get(quota)?.cancel?.()
        this.#retries.delete(quota)
        if (isWritten) onWritten()
      },
      (error) => {
        this.#sources.reportError(error)
        this.#keepLater(quota)
      },
    )
  }

  /**
   * Writes the usage of a quota in the background, if somebody else has written another status. Repeated corrections follow with growing
   * delays: planes over one storage that disagree, as their clocks differ, would overwrite each other's status without a pause.
   *
   * @param quota - The quota.
   */
  correct(quota: Quota): void {
    if (this.#isClosed || this.#due.has(quota)) return
    const { clock } = this.#sources
    const leftMs = (this.#corrections.get(quota)?.nextAt ?? 0) - clock.now()
    const write = () => {
      this.#due.delete(quota)
      this.keep(quota, () => this.#corrected(quota))
    }
    if (leftMs <= 0) write()
    else this.#due.set(quota, clock.setTimeout(write, leftMs))
  }

  #corrected(quota: Quota): void {
    const { clock, random } = this.#sources
    const known = this.#corrections.get(quota)
    const isCalm = known && clock.now() - known.nextAt > LONGEST_PAUSE_MS
    const backOff = (!isCalm && known?.backOff) || new BackOff({ random, maxMs: LONGEST_PAUSE_MS })
    this.#corrections.set(quota, { backOff, nextAt: clock.now() + backOff.nextMs() })
  }

  /** Cancels the repetitions. */
  close(): void {
    this.#isClosed = true
    for (const { cancel } of this.#retries.values()) cancel?.()
    this.#retries.clear()
    for (const cancel of this.#due.values()) cancel()
    this.#due.clear()
  }

  #keepLater(quota: Quota): void {
    const { clock, random } = this.#sources
    const retry = this.#retries.get(quota) ?? { backOff: new BackOff({ random }), cancel: undefined }
    // Every change during an outage fails: one repetition is enough for all.
    if (this.#isClosed || retry.cancel) return
    this.#retries.set(quota, retry)
    retry.cancel = clock.setTimeout(() => {
      retry.cancel = undefined
      this.keep(quota)
    }, retry.backOff.nextMs())
  }

  #ownTurn(): Promise<void> {
    this.#turn = this.#turn.then(() => new TurnShare().next())
    return this.#turn
  }

  async #write(quota: Quota): Promise<boolean> {
    const { objects } = this.#sources
    const resource = { group: '', resource: 'resourcequotas' }
    if (quota.hard.size > LARGE) await this.#ownTurn()
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const object = objects.get(resource, quota.name, quota.namespace)
      // The quota has changed meanwhile; its new version gets its own status write.
      if (!object || !quota.isOf(object)) return false
      const status = quota.statusOf(object)
      if (jsonEqual(object.status, status)) return false
      if (await objects.replace(resource, { ...object, status })) return true
    }
    throw serviceUnavailable(`the status of quota ${quota.name} is written by others all the time, please try again`, 1)
  }
}
