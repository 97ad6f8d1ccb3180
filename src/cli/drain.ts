/**
 * The way out: what happens between the first signal and the end of the process.
 *
 * @module
 */

import type { Listener } from './listeners.js'

/** What has to be brought to an end. */
export interface DrainOptions {
  /** Makes `/readyz` fail, so that load balancers look elsewhere; nothing else changes yet. */
  readonly announce: () => void
  /** Ends the watches, so that clients go on at another replica. */
  readonly endWatches: () => void
  readonly listeners: readonly Listener[]
  /** Milliseconds between `announce` and the rest. */
  readonly delayMs: number
  /** Milliseconds that requests in flight may still take. */
  readonly patienceMs: number
  /** Resolves after so many milliseconds. */
  readonly wait: (ms: number) => Promise<void>
}

/**
 * Ends a service without breaking a request off: readiness fails first, then watches end, then connections close as
 * their requests are answered.
 *
 * @returns Resolves when no connection is left.
 */
export async function drain({ announce, endWatches, listeners, delayMs, patienceMs, wait }: DrainOptions): Promise<void> {
  announce()
  if (delayMs > 0) await wait(delayMs)
  const closed = Promise.all(listeners.map((listener) => listener.close()))
  endWatches()
  await Promise.race([closed, wait(patienceMs)])
  for (const listener of listeners) listener.destroy()
  await closed
}
