/**
 * What a plane offers to the admission plugins that it is made with.
 *
 * @module
 */

import type { AdmissionSources } from '../../admission/index.js'
import type { Client } from '../../client/index.js'

/** What a plane offers to its admission plugins. */
export interface AdmissionContext extends AdmissionSources {
  /**
   * Asks the plane, as the plane itself. `client.informers.of(client.resource(Team))` keeps the objects of a type at hand, for all
   * plugins that ask for it.
   */
  readonly client: Client
}
