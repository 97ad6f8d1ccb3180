/**
 * Properties of Kubernetes' kinds that OpenAPI documents do not contain: short names, rules, defaults, columns.
 *
 * @module
 */

import type { Dialect } from '../../meta/index.js'
import { appsKinds, replicationKinds } from '../apps/workloads.js'
import { autoscalingKinds } from '../autoscaling/horizontal-pod-autoscaler.js'
import { batchKinds } from '../batch/jobs.js'
import { coreKinds } from '../core/core-kinds.js'
import type { KindHandlers } from '../core/kind-handlers.js'
import { serviceKinds } from '../core/services/service.js'
import { discoveryKinds } from '../discovery/endpoint-slice.js'
import { flowKinds } from '../flowcontrol/flow-kinds.js'
import { networkKinds } from '../networking/network-kinds.js'
import { nodeGroupKinds } from '../node/runtime-class.js'
import { deviceKinds } from '../resource/device-kinds.js'
import { schedulingKinds } from '../scheduling/priority-class.js'
import { storageKinds } from '../storage/storage-kinds.js'
import { commonKinds } from './common-kinds.js'
import { type KnownKind, type KnownKinds, nothingKnown } from './known-kind.js'
import { plainFields } from './plain-fields.js'

/**
 * All known kinds, in a plane's dialect.
 *
 * @param dialect - The plane's dialect.
 * @param handlers - Handlers of subresources; none by default.
 */
export function knownKinds(dialect: Dialect, handlers: KindHandlers = {}): KnownKinds {
  const known = new Map<string, KnownKind>()
  const groups = [
    ...commonKinds(dialect),
    coreKinds(dialect, handlers),
    serviceKinds(dialect, handlers.services),
    replicationKinds(dialect),
    appsKinds(dialect),
    autoscalingKinds(dialect),
    batchKinds(dialect),
    discoveryKinds(dialect),
    flowKinds(dialect),
    networkKinds(dialect),
    nodeGroupKinds(dialect),
    deviceKinds(dialect),
    schedulingKinds(dialect),
    storageKinds(dialect),
  ]
  for (const { group, kinds } of groups) {
    for (const [plural, kind] of Object.entries(kinds)) known.set(`${group}/${plural}`, { ...kind, plainFields })
  }
  return (group, plural) => known.get(`${group}/${plural}`) ?? nothingKnown(group, plural)
}
