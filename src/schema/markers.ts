/**
 * Vendor extensions of schemas (`x-VENDOR-list-type` and similar ones), read and written independently of the vendor.
 *
 * Documents come from custom resource definitions and from other clusters, so their prefix may differ from that of our dialect.
 * Only the part after the prefix has a meaning.
 *
 * @module
 */

import { getKey, type JsonObject } from '../meta/index.js'

const MARKERS = [
  'embedded-resource',
  'group-version-kind',
  'int-or-string',
  'list-map-keys',
  'list-type',
  'map-type',
  'patch-merge-key',
  'patch-strategy',
  'preserve-unknown-fields',
  'validations',
] as const

/** The supported extensions. */
export type Marker = (typeof MARKERS)[number]

/**
 * Tells which marker a key of a schema is.
 *
 * @param key - Such as `x-platform-list-type`.
 * @returns The marker, or undefined when the key is something else.
 */
export function markerOf(key: string): Marker | undefined {
  if (!key.startsWith('x-')) return undefined
  return MARKERS.find((marker) => key.endsWith(`-${marker}`) && /^x-[a-z0-9]+$/.test(key.slice(0, -marker.length - 1)))
}

/**
 * Reads a marker of a schema, whatever vendor's prefix it is written with.
 *
 * @param document - A schema.
 * @param marker - The words after the prefix.
 */
export function readMarker(document: JsonObject, marker: Marker): unknown {
  const key = Object.keys(document).find((candidate) => markerOf(candidate) === marker)
  return key === undefined ? undefined : getKey(document, key)
}
