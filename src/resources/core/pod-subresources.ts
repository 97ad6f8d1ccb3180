/**
 * The subresources of pods beside their status.
 *
 * @module
 */

import type { Dialect } from '../../meta/index.js'
import type { Subresource } from '../definition.js'
import { evictionSubresource } from '../policy/eviction.js'
import { bindingSubresource } from './binding.js'
import { type PodHandlers, podConnections } from './pod-connections.js'

/**
 * What can be asked of pods, and whom it is handed to.
 *
 * @param dialect - The plane's words.
 * @param handlers - Who answers for pods.
 */
export const podSubresources = (dialect: Dialect, handlers: PodHandlers): readonly Subresource[] => [
  bindingSubresource(dialect),
  evictionSubresource(dialect),
  ...podConnections(handlers),
]
