/**
 * Runs long work in short slices, so that other requests are answered in between.
 *
 * @module
 */

/** Calls back in a later turn of the event loop, after pending I/O. */
export type Scheduler = (callback: () => void) => void

/** Milliseconds per turn for one piece of work. */
const SHARE_MS = 2

/** `setImmediate` if the host has it; otherwise the shortest timer. */
const nextTurn: Scheduler = (callback) => {
  const { setImmediate } = globalThis as { readonly setImmediate?: Scheduler }
  if (setImmediate) setImmediate(callback)
  else setTimeout(callback, 0)
}

let waiting: (() => void)[] = []

/** Ten large lists at once take as much of a turn as one: callbacks run in order until the share is spent. */
function runWaiting(): void {
  const callbacks = waiting
  const end = performance.now() + SHARE_MS
  let done = 0
  waiting = []
  try {
    for (const callback of callbacks) {
      done += 1
      callback()
      if (performance.now() >= end) break
    }
  } finally {
    const rest = callbacks.slice(done)
    if (rest.length > 0 && waiting.length === 0) nextTurn(runWaiting)
    waiting = [...rest, ...waiting]
  }
}

/**
 * Calls back in the next turn of the event loop, or in a later one when many wait.
 *
 * @param callback - Called once; takes a few milliseconds at most.
 */
export const afterThisTurn: Scheduler = (callback) => {
  if (waiting.length === 0) nextTurn(runWaiting)
  waiting.push(callback)
}

/** Options of a {@link TurnShare}. */
export interface TurnShareOptions {
  /** {@link afterThisTurn} by default. */
  readonly schedule?: Scheduler
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
  constructor({ schedule = afterThisTurn, now = () => performance.now(), ms = SHARE_MS }: TurnShareOptions = {}) {
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
