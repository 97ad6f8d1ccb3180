/**
 * Keeps the status of quotas up to date.
 *
 * @module
 */

import { jsonEqual, serviceUnavailable, TurnShare } from '../../meta/index.js'
import type { AdmissionSources } from '../sources.js'
import type { Quota } from './quota.js'

/** Other clients write the object too; several conflicts in a row are rare. */
const MAX_ATTEMPTS = 100

/**
 * A quota with more limits is written in its own turn of the event loop: that takes some milliseconds, and several quotas may
 * count a pod.
 */
const LARGE = 1000

/** Status writes of one quota: the one in flight, and the one queued behind it. */
interface Writes {
  current: Promise<void>
  next: Promise<void> | undefined
}

/** Writes the status of quotas. Concurrent writes of one quota are merged. */
export class QuotaStatus {
  readonly #sources: AdmissionSources
  readonly #writes = new WeakMap<Quota, Writes>()
  /** The turn of the last large quota. */
  #turn: Promise<void> = Promise.resolve()

  /** @param sources - The plane. */
  constructor(sources: AdmissionSources) {
    this.#sources = sources
  }

  /**
   * Writes the usage of a quota, as of the time when the write starts.
   *
   * @param quota - The quota; a deleted one is skipped.
   * @throws {@link ApiError} 503 after too many conflicts.
   */
  write(quota: Quota): Promise<void> {
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

  #ownTurn(): Promise<void> {
    this.#turn = this.#turn.then(() => new TurnShare().next())
    return this.#turn
  }

  async #write(quota: Quota): Promise<void> {
    const { objects } = this.#sources
    const resource = { group: '', resource: 'resourcequotas' }
    if (quota.hard.size > LARGE) await this.#ownTurn()
    for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
      const object = objects.get(resource, quota.name, quota.namespace)
      // The quota has changed meanwhile; its new version gets its own status write.
      if (!object || !quota.isOf(object)) return
      const status = quota.statusOf(object)
      if (jsonEqual(object.status, status) || (await objects.replace(resource, { ...object, status }))) return
    }
    throw serviceUnavailable(`the status of quota ${quota.name} is written by others all the time, please try again`, 1)
  }
}
