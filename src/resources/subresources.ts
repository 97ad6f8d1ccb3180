/**
 * Verbs and subresources that many types share.
 *
 * @module
 */

import type { ApiObject } from '../meta/index.js'
import type { ResourceVerb, Subresource } from './definition.js'
import { withFields } from './fields.js'
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

/** `/status` that takes the status and nothing else, metadata neither. */
export const statusSubresource: Subresource = Object.freeze({
  name: 'status',
  verbs: PART_VERBS,
  merge: (live: ApiObject, sent: ApiObject) => withFields(live, { status: sent.status }),
})

/**
 * `/scale`, whose body is a Scale.
 *
 * @param scale - Where the counts are.
 */
export const scaleSubresource = (scale: ScaleSubresource): Subresource => ({
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
