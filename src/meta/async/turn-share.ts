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

const waiting = new RoundRobin<() => void>()
let isPlanned = false

function plan(): void {
  if (isPlanned || waiting.size === 0) return
  isPlanned = true
  nextTurn(() => runWaiting(waiting.size, performance.now() + SHARE_MS))
}

/**
 * Runs those that waited when the turn began, until the share is spent: ten large lists at once take as much of a turn as one. A
 * callback often resolves a promise, so the work itself runs in microtasks, which count as well.
 */
function runWaiting(left: number, end: number): void {
  try {
    waiting.next()?.()
  } finally {
    afterMicrotasks(() => {
      if (left > 1 && waiting.size > 0 && performance.now() < end) return runWaiting(left - 1, end)
      isPlanned = false
      plan()
    })
  }
}

/**
 * Calls back in the next turn of the event loop, or in a later one when many wait.
 *
 * @param callback - Called once; takes a few milliseconds at most, its microtasks included.
 * @param user - Whose work it is: those of different users run in turn, those of one user in order. By default the plane's.
 */
export const afterThisTurn = (callback: () => void, user = ''): void => {
  waiting.add(user, callback)
  plan()
}

/** Waits for a later turn, as {@link afterThisTurn} calls back in one. */
export const laterTurn = (user?: string): Promise<void> => new Promise((resolve) => afterThisTurn(resolve, user))

/** Milliseconds of a turn in which requests are worked on at once. */
const REQUESTS_MS = 10

/** When the requests of this turn have used their time; undefined before the first one. */
let requestsEnd: number | undefined

/**
 * Whether requests have used their time in this turn: a hundred of them may have arrived in it, each of which is heavy.
 *
 * @returns A promise for a later turn, after those of the same user that wait already; undefined if there is time.
 */
export function whenThereIsTime(user: string): Promise<void> | undefined {
  if (requestsEnd === undefined) {
    requestsEnd = performance.now() + REQUESTS_MS
    nextTurn(() => {
      requestsEnd = undefined
    })
  }
  return performance.now() < requestsEnd ? undefined : laterTurn(user)
}

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
