/**
 * What lies between two states of an object, in the form that is wanted.
 *
 * @module
 */

import { diffJson, type JsonPatchOperation } from '../../meta/index.js'
import { withoutManagedFields } from '../managed/server-fields.js'
import { changesBetween, type FieldChange } from './field-changes.js'
import { mergePatchBetween } from './merge-patch.js'

/** What lies between two states of an object. Each form is made when it is asked for. */
export interface Difference {
  /**
   * The merge patch (RFC 7396) that leads from one to the other; `{}` when there is no difference. Lists that differ are in it
   * as wholes.
   *
   * @throws ApiError 400 for what a merge patch cannot say: a field that became null, an object that became something else.
   */
  mergePatch(): Readonly<Record<string, unknown>>
  /** The JSON patch (RFC 6902) that leads from one to the other. Of lists it changes what differs. */
  jsonPatch(): readonly JsonPatchOperation[]
  /**
   * Field by field: what was, what is, and who owned and owns it. Entries of lists are identified by their keys where a manager owns
   * them so; another order of them is no change of a field.
   *
   * @throws ApiError 400 when `metadata.managedFields` cannot be read or an object is nested too deep.
   */
  changes(): readonly FieldChange[]
}

/**
 * Compares two states of an object. `metadata.managedFields` is no part of what is compared: it says who owns the rest.
 *
 * @param before - An object, or any JSON value.
 * @param after - The same later. Neither is written to; patches share values with it.
 * @returns What lies between them, as a patch or as a list.
 */
export function diff(before: unknown, after: unknown): Difference {
  const plain = () => [withoutManagedFields(before), withoutManagedFields(after)] as const
  return {
    mergePatch: () => mergePatchBetween(...plain()),
    jsonPatch: () => diffJson(...plain()),
    changes: () => changesBetween(before, after),
  }
}
