/**
 * Common verbs and subresources.
 *
 * @module
 */

import type { ResourceVerb, Subresource } from '../definition/definition.js'
import { withFields } from '../fields/fields.js'
import type { ScaleSubresource } from './scale.js'
import { SCALE_KIND } from './scale.js'

/** All verbs of a stored resource. */
export const ALL_VERBS: readonly ResourceVerb[] = Object.freeze([
  'create',
  'delete',
  'deletecollection',
  'get',
  'list',
  'patch',
  'update',
  'watch',
])

/** Verbs of a subresource that is part of the object. */
export const PART_VERBS: readonly ResourceVerb[] = Object.freeze(['get', 'patch', 'update'])

/** Metadata fields that a status write may change. */
export type StatusTakes = readonly ('labels' | 'annotations' | 'finalizers' | 'ownerReferences')[]

/** Most built-in kinds accept metadata changes with a status. */
export const STATUS_TAKES: StatusTakes = Object.freeze(['labels', 'annotations', 'finalizers', 'ownerReferences'])

/**
 * `/status`, which changes the status and some of the metadata.
 *
 * @param takes - Metadata fields that it changes.
 */
export const statusPart = (takes: StatusTakes): Subresource => ({
  name: 'status',
  verbs: PART_VERBS,
  takes,
  merge(live, sent) {
    const written = withFields(live, { status: sent.status })
    if (takes.length === 0) return written
    const taken = Object.fromEntries(takes.map((member) => [member, sent.metadata[member]]))
    return { ...written, metadata: withFields(live.metadata, taken) }
  },
})

/** `/status` of kinds where it takes all but the spec. */
export const statusAndMetadata: Subresource = Object.freeze<Subresource>({
  name: 'status',
  verbs: PART_VERBS,
  merge: (live, sent) => withFields(sent, { spec: live.spec }),
})

/** `/status` of custom types, which changes only the status. */
export const statusSubresource: Subresource = Object.freeze(statusPart([]))

/**
 * `/scale`, whose body is a Scale.
 *
 * @param scale - Paths of the counts.
 */
const scaleSubresource = (scale: ScaleSubresource): Subresource => ({
  name: 'scale',
  verbs: PART_VERBS,
  kind: SCALE_KIND,
  scale,
})

/**
 * The subresources of a version.
 *
 * @param declared - Whether there is a status, and the paths of the scale's counts.
 */
export function subresourcesOf(declared: {
  readonly status?: boolean
  readonly scale?: ScaleSubresource
}): readonly Subresource[] {
  return [...(declared.status ? [statusSubresource] : []), ...(declared.scale ? [scaleSubresource(declared.scale)] : [])]
}
