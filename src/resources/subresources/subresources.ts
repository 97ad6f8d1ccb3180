/**
 * Verbs and subresources that many types share.
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

/** Verbs of a subresource that is a part of the object. */
export const PART_VERBS: readonly ResourceVerb[] = Object.freeze(['get', 'patch', 'update'])

/** Members of the metadata that a write of a status may change too. */
export type StatusTakes = readonly ('labels' | 'annotations' | 'finalizers' | 'ownerReferences')[]

/** Most built-in kinds take the metadata that is sent with a status. */
export const STATUS_TAKES: StatusTakes = Object.freeze(['labels', 'annotations', 'finalizers', 'ownerReferences'])

/**
 * `/status`, which takes the status and some of the metadata.
 *
 * @param takes - Members of the metadata that it takes.
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

/** `/status` of custom types, which takes the status and nothing else. */
export const statusSubresource: Subresource = Object.freeze(statusPart([]))

/**
 * `/scale`, whose body is a Scale.
 *
 * @param scale - Where the counts are.
 */
const scaleSubresource = (scale: ScaleSubresource): Subresource => ({
  name: 'scale',
  verbs: PART_VERBS,
  kind: SCALE_KIND,
  scale,
})

/**
 * The subresources that a version declares.
 *
 * @param declared - Whether there is a status, and where the scale's counts are.
 */
export function subresourcesOf(declared: {
  readonly status?: boolean
  readonly scale?: ScaleSubresource
}): readonly Subresource[] {
  return [...(declared.status ? [statusSubresource] : []), ...(declared.scale ? [scaleSubresource(declared.scale)] : [])]
}
