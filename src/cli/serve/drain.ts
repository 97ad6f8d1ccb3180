/**
 * Graceful shutdown, from the first signal to the end of the process.
 *
 * @module
 */

import { setTimeout as wait } from 'node:timers/promises'
import type { ControlPlane } from '../../plane/index.js'
import type { Listener } from './listeners.js'

/** The parts to stop. */
export interface DrainOptions {
  readonly plane: ControlPlane
  readonly listeners: readonly Listener[]
  /** Milliseconds between the failure of `/readyz` and the next step. */
  readonly delayMs: number
  /** Milliseconds that requests in flight may still take after that. */
  readonly graceMs: number
}

/**
 * Stops the server without interrupting a request: readiness fails first, so that load balancers use other servers; then watches
 * end, and connections close as their requests are answered.
 *
 * @returns Resolves when no connection is left and the storage is closed.
 */
export async function drain({ plane, listeners, delayMs, graceMs }: DrainOptions): Promise<void> {
  plane.startDraining()
  await wait(delayMs)
  const closed = Promise.all(listeners.map((listener) => listener.close()))
  await Promise.race([Promise.all([plane.drain(), closed]), wait(graceMs, undefined, { ref: false })])
  for (const listener of listeners) listener.destroy()
  await closed
  await plane.close()
}
