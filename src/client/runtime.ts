/**
 * The runtime of informers and controllers over a client.
 *
 * @module
 */

import type { Clock, Random } from '../meta/index.js'
import type { Activity } from './activity.js'
import type { InformerRegister } from './informer/informer-register.js'

/** Clock, random source and end of a client. */
export interface ClientRuntime {
  readonly clock: Clock
  readonly random: Random
  /** Aborted when the client or its plane is closed. */
  readonly closed: AbortSignal
  /** Background work over this client. */
  readonly activity: Activity
  /** The informers over in-process clients of a plane; absent where they are not tracked. */
  readonly informerRegister?: InformerRegister
}
