/**
 * Handlers of subresources that connect to parts which a plane does not have: running pods, nodes, the service network.
 *
 * @module
 */

import type { PodHandlers } from './pods/pod-connections.js'
import type { ProxyHandler } from './proxies.js'

/** Handlers by type. */
export interface KindHandlers {
  /**
   * Handlers for `log`, `exec`, `attach`, `portforward` and `proxy` of pods, as there are no nodes to run them: a subresource
   * without a handler is 501.
   */
  readonly pods?: PodHandlers
  /** Handler for `proxy` of services; 501 without it. */
  readonly services?: ProxyHandler
  /** Handler for `proxy` of nodes; 501 without it. */
  readonly nodes?: ProxyHandler
}
