/**
 * What informers and controllers over a client go by.
 *
 * @module
 */

import type { Clock, Random } from '../meta/index.js'
import type { Activity } from './activity.js'

/** Time, chance and the end of a client. */
export interface ClientRuntime {
  readonly clock: Clock
  readonly random: Random
  /** Aborted when the client or its plane is closed. */
  readonly closed: AbortSignal
  /** What is going on by itself over this client. */
  readonly activity: Activity
}
