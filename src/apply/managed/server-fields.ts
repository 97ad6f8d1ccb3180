/**
 * Fields without owners: those that the server sets, and those that identify the object.
 *
 * @module
 */

import { copyWith, isRecord } from '../../meta/index.js'
import { FieldSet } from '../fields/field-set.js'
import type { Members } from '../types/value.js'

const METADATA = ['name', 'namespace', 'uid', 'creationTimestamp', 'generation', 'resourceVersion', 'selfLink', 'managedFields']

/** Fields that are removed from every manager. */
export const serverFields: FieldSet = FieldSet.from([
  ['f:apiVersion'],
  ['f:kind'],
  ['f:metadata'],
  ...METADATA.map((name) => ['f:metadata', `f:${name}`]),
])

/**
 * An object without its managedFields, which are not owned themselves.
 *
 * @param object - An object, or whatever a client sent.
 * @returns The object itself when it has none.
 */
export function withoutManagedFields<T>(object: T): T {
  if (!isRecord(object) || !isRecord(object.metadata) || object.metadata.managedFields === undefined) return object
  const { managedFields: _, ...metadata } = object.metadata
  return copyWith(object, { metadata })
}

/**
 * An object with other managedFields.
 *
 * @param object - An object.
 * @param entries - The entries; none, or an empty list, leaves the field out.
 */
export function withManagedFields<T>(object: T, entries: readonly unknown[] = []): T {
  if (!isRecord(object) || entries.length === 0) return withoutManagedFields(object)
  const metadata = isRecord(object.metadata) ? object.metadata : {}
  if (metadata.managedFields === entries) return object
  return copyWith(object, { metadata: copyWith(metadata, { managedFields: entries }) })
}

/** The managedFields of an object. */
export const managedFieldsOf = (object: unknown): unknown =>
  isRecord(object) && isRecord(object.metadata) ? (object.metadata as Members).managedFields : undefined
