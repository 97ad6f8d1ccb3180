/**
 * The parts of a test between clients and their plane.
 *
 * @module
 */

import type { Activity } from '../client/index.js'
import type { Clock } from '../meta/index.js'
import type { FaultRules } from './faults.js'
import type { RequestHistory } from './history.js'
import type { ShuffledDelivery } from './shuffled-delivery.js'

/** Shared by all requests. */
export interface Wire {
  readonly faults: FaultRules
  readonly history: RequestHistory
  readonly activity: Activity
  readonly clock: Clock
  /** Makes the audit id of a request that has none. */
  readonly nextAuditId: () => string
  /** Undefined for immediate delivery. */
  readonly delivery: ShuffledDelivery | undefined
}
