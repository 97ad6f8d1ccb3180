/**
 * The difference between two states of an object.
 *
 * @module
 */

import { diffJson, type JsonPatchOperation, requireJson } from '../../meta/index.js'
import { withoutManagedFields } from '../managed/server-fields.js'
import { changesBetween, type FieldChange } from './field-changes.js'
import { mergePatchBetween } from './merge-patch.js'

/** The difference between two states of an object. Each form is computed on demand. */
export interface Difference {
  /**
   * The merge patch (RFC 7396) from one to the other; `{}` when there is no difference. Lists that differ are replaced
   * as wholes.
   *
   * @throws ApiError 400 for changes that a merge patch cannot express: a field that became null, an object that became another type.
   */
  mergePatch(): Readonly<Record<string, unknown>>
  /** The JSON patch (RFC 6902) from one to the other, with changes inside lists. */
  jsonPatch(): readonly JsonPatchOperation[]
  /**
   * Field by field: old and new value, old and new owners. Entries of lists are identified by their keys where a manager owns
   * them so; another order of them is no change of a field.
   *
   * @throws ApiError 400 when `metadata.managedFields` cannot be read or an object is nested too deep.
   */
  changes(): readonly FieldChange[]
}

/**
 * Compares two states of an object, ignoring `metadata.managedFields`.
 *
 * @param before - An object, or any JSON value.
 * @param after - The same later. Neither is written to; patches share values with it.
 * @returns The difference, as a patch or as a list.
 */
export function diff(before: unknown, after: unknown): Difference {
  requireJson('diff', { before, after })
  const plain = () => [withoutManagedFields(before), withoutManagedFields(after)] as const
  return {
    mergePatch: () => mergePatchBetween(...plain()),
    jsonPatch: () => diffJson(...plain()),
    changes: () => changesBetween(before, after),
  }
}
