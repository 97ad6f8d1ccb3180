/**
 * Objects reduced to their metadata.
 *
 * @module
 */

import type { ApiObject, ObjectMeta } from '../meta/index.js'

/** An object reduced to its metadata. */
export interface PartialObjectMetadata {
  readonly kind: 'PartialObjectMetadata'
  readonly apiVersion: string
  readonly metadata: ObjectMeta
}

/** Metadata of a list, or of a table. */
export interface ListMetadata {
  readonly resourceVersion?: string
  readonly continue?: string
  readonly remainingItemCount?: number
}

/**
 * Reduces an object to its metadata.
 *
 * @param object - Any API object.
 * @param apiVersion - Of the reduced form, such as `meta.platform.io/v1`.
 */
export function toPartialObjectMetadata(object: ApiObject, apiVersion: string): PartialObjectMetadata {
  return { kind: 'PartialObjectMetadata', apiVersion, metadata: object.metadata }
}
