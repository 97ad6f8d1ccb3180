/**
 * Requests that are committed together.
 *
 * @module
 */

import type { CommitRequest, CommitResult } from '../storage.js'

/** Maximum requests of a batch, and bytes of their values: a single request may be larger. */
const [MAX_REQUESTS, MAX_BYTES] = [512, 4 * 1024 * 1024]

/** A request without an outcome. */
export interface Pending extends CommitRequest {
  readonly resolve: (result: CommitResult) => void
  readonly reject: (error: unknown) => void
}

/** Waiting requests. */
export class Queue {
  #waiting: Pending[] = []

  /** Number of waiting requests. */
  get length(): number {
    return this.#waiting.length
  }

  /** Adds a request at the end. */
  add(pending: Pending): void {
    this.#waiting.push(pending)
  }

  /** Takes the first requests that can be committed together: at most one per key, so that a key identifies its request. */
  take(): readonly Pending[] {
    const keys = new Set<string>()
    const batch: Pending[] = []
    const rest: Pending[] = []
    let bytes = 0
    for (const [at, pending] of this.#waiting.entries()) {
      const size = pending.value?.length ?? 0
      const isFull = batch.length === MAX_REQUESTS || (batch.length > 0 && bytes + size > MAX_BYTES)
      if (isFull) {
        for (const other of this.#waiting.slice(at)) rest.push(other)
        break
      }
      if (keys.has(pending.key)) rest.push(pending)
      else {
        keys.add(pending.key)
        batch.push(pending)
        bytes += size
      }
    }
    this.#waiting = rest
    return batch
  }

  /** Takes all requests. */
  takeAll(): readonly Pending[] {
    const all = this.#waiting
    this.#waiting = []
    return all
  }
}

/** Number of parameter slots of a statement for a number of requests: there is one statement for each power of two. */
export const placesFor = (count: number): number => 2 ** Math.ceil(Math.log2(count))
