/**
 * Common parts of the plane's own control loops.
 *
 * @module
 */

import type { Activity } from '../client/index.js'
import type { Clock, Dialect } from '../meta/index.js'
import type { Registry } from '../registry/index.js'

/** The parts of a plane that its own loops use. */
export interface LoopParts {
  readonly registry: Registry
  readonly dialect: Dialect
  readonly clock: Clock
  /** Tracks background work, so that tests can wait for it. */
  readonly activity: Activity
  /** Called with failures of background work. */
  readonly reportError: (error: unknown) => void
}

/** Stops a loop. Its work in progress may still complete. */
export type StopLoop = () => void
