/**
 * What is known of the kinds of existing clusters beside what their documents say: short names, rules, defaults, columns.
 *
 * @module
 */

import type { Dialect } from '../meta/index.js'
import { appsKinds, corePodKinds } from './apps/workloads.js'
import { autoscalingKinds } from './autoscaling/horizontal-pod-autoscaler.js'
import { batchKinds } from './batch/jobs.js'
import { commonKinds } from './common-kinds.js'
import { serviceKinds } from './core/service.js'
import type { KnownKind } from './known-kind.js'

export type { KnownKind } from './known-kind.js'

/** Looks up a kind by its group, in the plane's words, and its plural name. */
export type KnownKinds = (group: string, plural: string) => KnownKind

const NOTHING: KnownKind = Object.freeze({})

/**
 * All known kinds, in a plane's words.
 *
 * @param dialect - The plane's words.
 */
export function knownKinds(dialect: Dialect): KnownKinds {
  const known = new Map<string, KnownKind>()
  const groups = [
    ...commonKinds(dialect),
    appsKinds(),
    autoscalingKinds(dialect),
    batchKinds(dialect),
    corePodKinds(),
    serviceKinds(),
  ]
  for (const { group, kinds } of groups) {
    for (const [plural, kind] of Object.entries(kinds)) known.set(`${group}/${plural}`, kind)
  }
  return (group, plural) => known.get(`${group}/${plural}`) ?? NOTHING
}
