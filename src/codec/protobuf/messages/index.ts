/**
 * The messages of the built-in kinds.
 *
 * @module
 * @see CLIENTS.md, "Protobuf"
 */

import { admissionregistration } from './admissionregistration.js'
import { apiDiscovery } from './api-discovery.js'
import { apiextensions } from './apiextensions.js'
import { apps } from './apps.js'
import { authentication } from './authentication.js'
import { authorization } from './authorization.js'
import { autoscalingV1 } from './autoscaling-v1.js'
import { autoscalingV2 } from './autoscaling-v2.js'
import { batch } from './batch.js'
import { certificates } from './certificates.js'
import { containers } from './containers.js'
import { coordination } from './coordination.js'
import { core } from './core.js'
import { discovery } from './discovery.js'
import { events } from './events.js'
import type { GroupMessages } from './group-messages.js'
import { common, meta, metaV1beta1 } from './meta.js'
import { networking } from './networking.js'
import { node } from './node.js'
import { nodes } from './nodes.js'
import { persistentVolumes } from './persistent-volumes.js'
import { pods } from './pods.js'
import { policy } from './policy.js'
import { rbac } from './rbac.js'
import { scheduling } from './scheduling.js'
import { services } from './services.js'
import { storage } from './storage.js'
import { volumes } from './volumes.js'

export type { GroupMessages } from './group-messages.js'

/** Every group's messages. */
export const groupMessages: readonly GroupMessages[] = [
  common,
  apiDiscovery,
  core,
  pods,
  services,
  apps,
  batch,
  rbac,
  coordination,
  events,
  admissionregistration,
  apiextensions,
  authentication,
  authorization,
  autoscalingV1,
  autoscalingV2,
  certificates,
  containers,
  discovery,
  meta,
  metaV1beta1,
  networking,
  node,
  nodes,
  persistentVolumes,
  policy,
  scheduling,
  storage,
  volumes,
]
