/**
 * A queue of keys to work on.
 *
 * @module
 */

import { type Clock, steadyClock } from '../../meta/index.js'
import type { ClientRuntime } from '../runtime.js'

/** How long a key waits after each failure. */
export interface RetryDelays {
  /** After the first failure, in milliseconds; twice as long after each further one. Default 5. */
  readonly initialMs?: number
  /** The longest wait, in milliseconds. Default 1,000,000 (about 17 minutes). */
  readonly maxMs?: number
  /** Retries per second of all keys together, beyond {@link RetryDelays.burst}; further ones wait longer. Default no limit. */
  readonly perSecond?: number
  /** How many retries may happen at once before `perSecond` applies. Default 100. */
  readonly burst?: number
}

/** Why a key is queued: a change, or a resync of all objects. Changes come first. */
export type WorkReason = 'change' | 'resync'

/** Dependencies of a queue: time, and the activity to report to. */
export type WorkQueueRuntime = Pick<ClientRuntime, 'clock' | 'activity'>

/**
 * Keys to work on, each by one worker at a time. Adding a waiting key has no effect, and a key added while a worker has it is
 * queued again after that. So the last change is never missed, however many there were.
 */
export class WorkQueue {
  readonly #activity: WorkQueueRuntime['activity']
  readonly #clock: Clock
  readonly #initialMs: number
  readonly #maxMs: number
  readonly #retries: RetryBucket | undefined
  /** Keys that changed. */
  readonly #ready = new Set<string>()
  /** Keys queued by a resync, without a change; none of them is in `#ready`. */
  readonly #resyncs = new Set<string>()
  readonly #working = new Set<string>()
  /** Keys added while a worker has them. */
  readonly #again = new Map<string, WorkReason>()
  readonly #failures = new Map<string, number>()
  readonly #delayed = new Map<string, { readonly at: number; readonly cancel: () => void }>()
  readonly #takers: ((key: string | undefined) => void)[] = []
  #idle: (() => void) | undefined
  #closed = false

  /**
   * @param runtime - Time, and the activity to report to.
   * @param delays - Waits after failures.
   */
  constructor(runtime: WorkQueueRuntime, { initialMs = 5, maxMs = 1_000_000, perSecond, burst = 100 }: RetryDelays = {}) {
    this.#activity = runtime.activity
    this.#clock = steadyClock(runtime.clock)
    this.#initialMs = initialMs
    this.#maxMs = maxMs
    this.#retries = perSecond === undefined ? undefined : new RetryBucket(this.#clock, perSecond, burst)
  }

  /** Number of keys that are ready. */
  get size(): number {
    return this.#ready.size + this.#resyncs.size
  }

  /**
   * Adds a key, to be worked on as soon as a worker is free.
   *
   * @param key - What to work on.
   * @param reason - Default `change`.
   */
  add(key: string, reason: WorkReason = 'change'): void {
    if (this.#closed) return
    this.#cancelDelay(key)
    if (!this.#working.has(key)) this.#put(key, reason)
    else if (this.#again.get(key) !== 'change') this.#again.set(key, reason)
    this.#hand()
  }

  /**
   * Adds a key after a time. The earlier of two times counts.
   *
   * @param key - What to work on.
   * @param delayMs - Milliseconds from now.
   */
  addAfter(key: string, delayMs: number): void {
    if (delayMs <= 0) this.add(key)
    if (delayMs <= 0 || this.#closed || this.#ready.has(key) || this.#resyncs.has(key)) return
    const at = this.#clock.now() + delayMs
    const known = this.#delayed.get(key)
    if (known && known.at <= at) return
    known?.cancel()
    this.#delayed.set(key, { at, cancel: this.#clock.setTimeout(() => this.add(key), delayMs) })
  }

  /** Adds a key that failed, after a time that grows with its failures in a row. */
  retry(key: string): void {
    const failures = this.#failures.get(key) ?? 0
    this.#failures.set(key, failures + 1)
    const ownMs = Math.min(this.#maxMs, this.#initialMs * 2 ** Math.min(failures, 40))
    this.addAfter(key, Math.max(ownMs, this.#retries?.reserveMs() ?? 0))
  }

  /** Forgets the failures of a key. */
  forget(key: string): void {
    this.#failures.delete(key)
  }

  /** Takes the next key, as soon as there is one; undefined when the queue is closed. Call {@link WorkQueue.done} after it. */
  take(): Promise<string | undefined> {
    if (this.#closed) return Promise.resolve(undefined)
    return new Promise((resolve) => {
      this.#takers.push(resolve)
      this.#hand()
    })
  }

  /** Marks the work on a key as finished. */
  done(key: string): void {
    this.#working.delete(key)
    const reason = this.#again.get(key)
    this.#again.delete(key)
    if (reason) this.#put(key, reason)
    this.#hand()
  }

  /** Closes the queue: waiting keys are dropped, and takers get undefined. */
  close(): void {
    this.#closed = true
    for (const { cancel } of this.#delayed.values()) cancel()
    for (const keys of [this.#delayed, this.#ready, this.#resyncs, this.#again]) keys.clear()
    for (const taker of this.#takers.splice(0)) taker(undefined)
    this.#tellBusy()
  }

  /** Queues a key once. A change moves a key of a resync forward. */
  #put(key: string, reason: WorkReason): void {
    if (reason === 'resync' && !this.#ready.has(key)) this.#resyncs.add(key)
    if (reason === 'resync') return
    this.#resyncs.delete(key)
    this.#ready.add(key)
  }

  #hand(): void {
    for (const keys of [this.#ready, this.#resyncs]) {
      for (const key of keys) {
        const taker = this.#takers.shift()
        if (!taker) break
        keys.delete(key)
        this.#working.add(key)
        taker(key)
      }
    }
    this.#tellBusy()
  }

  #tellBusy(): void {
    const busy = this.size + this.#working.size > 0
    if (busy) this.#idle ??= this.#activity.begin()
    else {
      this.#idle?.()
      this.#idle = undefined
    }
  }

  #cancelDelay(key: string): void {
    this.#delayed.get(key)?.cancel()
    this.#delayed.delete(key)
  }
}

/** Rate limit of retries of all keys together: a burst, and a rate per second. */
class RetryBucket {
  readonly #clock: Clock
  readonly #intervalMs: number
  readonly #burst: number
  /** Time at which all retries so far are within the rate. */
  #paidAt = Number.NEGATIVE_INFINITY

  constructor(clock: Clock, perSecond: number, burst: number) {
    if (!(perSecond > 0)) throw new RangeError(`retry.perSecond: ${perSecond} is not more than 0`)
    if (!(burst >= 1)) throw new RangeError(`retry.burst: ${burst} is not 1 or more`)
    this.#clock = clock
    this.#intervalMs = 1_000 / perSecond
    this.#burst = burst
  }

  /** Reserves the next slot. @returns Time to wait for it, in milliseconds. */
  reserveMs(): number {
    const now = this.#clock.now()
    this.#paidAt = Math.max(now, this.#paidAt) + this.#intervalMs
    return Math.max(0, this.#paidAt - now - this.#burst * this.#intervalMs)
  }
}
