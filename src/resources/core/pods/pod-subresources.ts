/**
 * The subresources of pods besides their status.
 *
 * @module
 */

import type { Dialect } from '../../../meta/index.js'
import type { Subresource } from '../../definition/definition.js'
import { evictionSubresource } from '../../policy/eviction.js'
import { bindingSubresource } from './binding.js'
import { ephemeralContainersSubresource } from './containers/ephemeral-containers.js'
import { type PodHandlers, podConnections } from './pod-connections.js'
import { resizeSubresource } from './pod-resize.js'

/**
 * The subresources of pods, with the given handlers.
 *
 * @param dialect - The plane's dialect.
 * @param handlers - Handlers of pod subresources.
 */
export const podSubresources = (dialect: Dialect, handlers: PodHandlers): readonly Subresource[] => [
  bindingSubresource(dialect),
  ephemeralContainersSubresource,
  evictionSubresource(dialect),
  resizeSubresource,
  ...podConnections(handlers),
]
