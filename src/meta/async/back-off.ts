/**
 * Exponential back-off with jitter.
 *
 * @module
 */

import type { Clock } from '../clock.js'
import * as check from '../options/option-checks.js'
import type { Random } from '../random.js'

/** Lengths of the delays. */
export interface BackOffOptions {
  /** The first delay, in milliseconds. Default 500. */
  readonly initialMs?: number
  /** The longest delay, in milliseconds. Default 30,000. */
  readonly maxMs?: number
  readonly random: Random
}

/** Delays that double up to a limit, each reduced at random by up to a half. */
export class BackOff {
  readonly #initialMs: number
  readonly #maxMs: number
  readonly #random: Random
  #failures = 0

  /** @param options - Lengths of the delays. */
  constructor({ initialMs = 500, maxMs = 30_000, random }: BackOffOptions) {
    this.#initialMs = initialMs
    this.#maxMs = maxMs
    this.#random = random
  }

  /** The next delay in milliseconds; the one after it is twice as long. */
  nextMs(): number {
    const whole = Math.min(this.#maxMs, this.#initialMs * 2 ** Math.min(this.#failures, 30))
    this.#failures += 1
    return Math.round(whole * (0.5 + fraction(this.#random) / 2))
  }

  /** Resets the next delay to the first one after a success. */
  reset(): void {
    this.#failures = 0
  }
}

/**
 * A random number from 0 to below 1.
 *
 * @param random - The source.
 */
export function fraction(random: Random): number {
  const [a = 0, b = 0, c = 0] = random.bytes(3)
  return ((a << 16) | (b << 8) | c) / 2 ** 24
}

const pauses = new WeakSet<() => void>()

/**
 * Whether a timer is that of a {@link pause}: somebody waits for it, and a clock that stands still keeps them waiting.
 *
 * @param callback - Of the timer.
 */
export const isPause = (callback: () => void): boolean => pauses.has(callback)

/**
 * Waits.
 *
 * @param clock - For the timer.
 * @param delayMs - Duration in milliseconds.
 * @param signal - Ends the wait early, without an error: the caller checks the signal anyway.
 */
export function pause(clock: Clock, delayMs: number, signal?: AbortSignal): Promise<void> {
  if (typeof clock?.setTimeout !== 'function') check.refuse('pause', check.wrong('a clock', clock, 'clock'))
  if (typeof delayMs !== 'number') check.refuse('pause', check.wrong('milliseconds', delayMs, 'delayMs'))
  if (signal && typeof signal.addEventListener !== 'function')
    check.refuse('pause', check.wrong('an AbortSignal', signal, 'signal'))
  if (signal?.aborted) return Promise.resolve()
  return new Promise((resolve) => {
    const done = () => {
      cancel()
      signal?.removeEventListener('abort', done)
      resolve()
    }
    pauses.add(done)
    const cancel = clock.setTimeout(done, delayMs)
    signal?.addEventListener('abort', done)
  })
}
