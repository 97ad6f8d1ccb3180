/**
 * Objects reduced to their metadata.
 *
 * @module
 */

import type { ApiObject, ObjectMeta } from '../meta/index.js'

/** An object of which only the metadata is told. */
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

/** A list of which only the metadata of its items is told. */
export interface PartialObjectMetadataList {
  readonly kind: 'PartialObjectMetadataList'
  readonly apiVersion: string
  readonly metadata: ListMetadata
  readonly items: readonly PartialObjectMetadata[]
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

/** What a reduced list is made from. */
export interface PartialListOptions {
  readonly objects: readonly ApiObject[]
  /** Of the reduced form, such as `meta.platform.io/v1`. */
  readonly apiVersion: string
  /** Metadata of the list. */
  readonly metadata: ListMetadata
}

/**
 * Reduces a list to the metadata of its items.
 *
 * @param options - The items, and what surrounds them.
 */
export function toPartialObjectMetadataList(options: PartialListOptions): PartialObjectMetadataList {
  const { objects, apiVersion, metadata } = options
  return {
    kind: 'PartialObjectMetadataList',
    apiVersion,
    metadata,
    items: objects.map((object) => toPartialObjectMetadata(object, apiVersion)),
  }
}
