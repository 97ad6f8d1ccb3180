/**
 * Runs long work in short slices, so that other requests are answered in between.
 *
 * @module
 */

import { RoundRobin } from './round-robin.js'

/** Calls back in a later turn of the event loop, after pending I/O. */
export type Scheduler = (callback: () => void) => void

/** Milliseconds per turn for one piece of work. */
const SHARE_MS = 2

/** Calls back after the events of this turn, for what takes no time: `setImmediate` if the host has it; otherwise the shortest timer. */
export const nextTurn: Scheduler = (callback) => {
  const { setImmediate } = globalThis as { readonly setImmediate?: Scheduler }
  if (setImmediate) setImmediate(callback)
  else setTimeout(callback, 0)
}

/** Calls back in this turn of the event loop, once the queue of microtasks is empty. */
const afterMicrotasks: Scheduler = (callback) => {
  const { process } = globalThis as { readonly process?: { readonly nextTick?: Scheduler } }
  // A tick that is added by a microtask runs after all of these. Other hosts have turns only.
  if (process?.nextTick) queueMicrotask(() => process.nextTick?.(callback))
  else nextTurn(callback)
}

/** Work that waits for a turn of the event loop, of which it gets a share: users take turns, and the work of each is done in order. */
class TurnQueue {
  readonly #shareMs: number
  readonly #waiting = new RoundRobin<() => void>()
  #isPlanned = false

  /** @param shareMs - Milliseconds of each turn. */
  constructor(shareMs: number) {
    this.#shareMs = shareMs
  }

  /** How much work waits. */
  get size(): number {
    return this.#waiting.size
  }

  /** Calls back in the next turn, or in a later one when others wait. */
  add(user: string, callback: () => void): void {
    this.#waiting.add(user, callback)
    this.#plan()
  }

  #plan(): void {
    if (this.#isPlanned || this.size === 0) return
    this.#isPlanned = true
    nextTurn(() => this.#run(this.size, performance.now() + this.#shareMs))
  }

  /**
   * Runs those that waited when the turn began, until the share is spent: ten large lists at once take as much of a turn as one. A
   * callback often resolves a promise, so the work itself runs in microtasks, which count as well.
   */
  #run(left: number, end: number): void {
    try {
      this.#waiting.next()?.()
    } finally {
      afterMicrotasks(() => {
        if (left > 1 && this.size > 0 && performance.now() < end) return this.#run(left - 1, end)
        this.#isPlanned = false
        this.#plan()
      })
    }
  }
}

const waiting = /* @__PURE__ */ new TurnQueue(SHARE_MS)

/**
 * Calls back in the next turn of the event loop, or in a later one when many wait.
 *
 * @param callback - Called once; takes a few milliseconds at most, its microtasks included.
 * @param user - Whose work it is: those of different users run in turn, those of one user in order. By default the plane's.
 */
export const afterThisTurn = (callback: () => void, user = ''): void => waiting.add(user, callback)

/** Waits for a later turn, as {@link afterThisTurn} calls back in one. */
export const laterTurn = (user?: string): Promise<void> => new Promise((resolve) => afterThisTurn(resolve, user))

/** Milliseconds of a turn in which requests that just arrived are worked on, and as many in which those that wait are. */
const REQUESTS_MS = 25

const requests = /* @__PURE__ */ new TurnQueue(REQUESTS_MS)
/** When the requests of this turn have used their time; undefined before the first one. */
let requestsEnd: number | undefined

/**
 * Whether requests have used their time in this turn: a hundred of them may have arrived in it, each of which is heavy.
 *
 * @returns A promise for a later turn, after the requests of the same user that wait already; undefined if there is time, and none
 *   waits.
 */
export function whenThereIsTime(user: string): Promise<void> | undefined {
  if (requestsEnd === undefined) {
    requestsEnd = performance.now() + REQUESTS_MS
    nextTurn(() => {
      requestsEnd = undefined
    })
  }
  if (requests.size === 0 && performance.now() < requestsEnd) return undefined
  return new Promise((resolve) => requests.add(user, resolve))
}

/** Calls back in a later turn, in turn with the requests of users that wait, which are as many as this work has caused. */
export const amongRequests = (callback: () => void): void => requests.add('', callback)

/** Options of a {@link TurnShare}. */
export interface TurnShareOptions {
  /** {@link afterThisTurn} by default. */
  readonly schedule?: Scheduler
  /** Whose work it is; by default the plane's. */
  readonly user?: string
  /** Elapsed milliseconds; the platform's by default. It measures work, so it is no {@link Clock}. */
  readonly now?: () => number
  /** Milliseconds per turn; 2 by default. */
  readonly ms?: number
}

/** The remaining share of a turn of the event loop for one piece of work. */
export class TurnShare {
  readonly #schedule: Scheduler
  readonly #now: () => number
  readonly #ms: number
  #end: number

  /** @param options - See {@link TurnShareOptions}. The first turn begins now. */
  constructor({
    user,
    schedule = (callback) => afterThisTurn(callback, user),
    now = () => performance.now(),
    ms = SHARE_MS,
  }: TurnShareOptions = {}) {
    this.#schedule = schedule
    this.#now = now
    this.#ms = ms
    this.#end = now() + ms
  }

  /** Starts a turn, for work that others call back. */
  begin(): void {
    this.#end = this.#now() + this.#ms
  }

  /** Whether it is time to yield to other work. */
  get isSpent(): boolean {
    return this.#now() >= this.#end
  }

  /**
   * Continues in the next turn.
   *
   * @param callback - The rest of the work.
   */
  goOn(callback: () => void): void {
    this.#schedule(() => {
      this.begin()
      callback()
    })
  }

  /** Waits for the next turn. */
  next(): Promise<void> {
    return new Promise((resolve) => this.goOn(resolve))
  }
}
