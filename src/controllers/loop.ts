/**
 * What control loops of the plane itself are made from.
 *
 * @module
 */

import type { Activity } from '../client/index.js'
import type { Clock, Dialect } from '../meta/index.js'
import type { Registry } from '../registry/index.js'

/** The parts of a plane that its own loops work with. */
export interface LoopParts {
  readonly registry: Registry
  readonly dialect: Dialect
  readonly clock: Clock
  /** Is told of background work, so that tests can wait for it. */
  readonly activity: Activity
  /** Takes failures of background work. */
  readonly reportError: (error: unknown) => void
}

/** Ends a loop. What it has in hand may still be done. */
export type StopLoop = () => void
