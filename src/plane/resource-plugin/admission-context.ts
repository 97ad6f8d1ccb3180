/**
 * The context that a plane passes to its admission plugins.
 *
 * @module
 */

import type { AdmissionSources } from '../../admission/index.js'
import type { Client } from '../../client/index.js'

/** The context of an admission plugin in a plane. */
export interface AdmissionContext extends AdmissionSources {
  /**
   * A client with the plane's own identity. `client.informers.of(client.resource(Team))` caches the objects of a type, shared by
   * all plugins that request it.
   */
  readonly client: Client
}
