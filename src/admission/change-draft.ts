/**
 * How a plugin changes an object: by writing to a draft, by a JSON patch, or by both.
 *
 * @module
 */

import type { Draft } from 'immer'
import { type ApiError, type ApiObject, check, isRecord, type JsonPatchOperation } from '../meta/index.js'
import { applyJsonPatch } from '../patch/index.js'
import { type AdmissionPatch, admissionFailed } from './plugin.js'

/**
 * Lets a plugin change an object.
 *
 * @param name - Of the plugin.
 * @param object - Frozen; it stays as it is.
 * @param change - Writes to the draft, or returns a patch that is applied to the changed draft.
 * @returns The very same object when nothing was changed.
 * @throws {@link ApiError} 500 for a patch that does not fit, and for another result; what the function throws.
 */
export async function changeDraft<T extends ApiObject>(
  name: string,
  object: T,
  change: (draft: Draft<T>) => AdmissionPatch | Promise<AdmissionPatch>,
): Promise<ApiObject> {
  // Imported on demand, as a plane without plugins does not need it.
  const { createDraft, finishDraft } = await import('immer')
  const draft = createDraft(object)
  const patch = await change(draft)
  if (patch && !Array.isArray(patch)) throw pluginFailed(name, `its mutate returned ${kindOf(patch)}: ${EXPECTED}`)
  const drafted = finishDraft(draft) as ApiObject
  return patch ? patched(name, drafted, patch) : drafted
}

const EXPECTED = 'expected it to change the draft, or to return a JSON patch'

/** What a value is, without its content: clients read the error. */
const kindOf = (value: unknown): string => (typeof value === 'string' ? 'a text' : check.shown(value))

function patched(name: string, object: ApiObject, patch: readonly JsonPatchOperation[]): ApiObject {
  let changed: unknown
  try {
    changed = applyJsonPatch(object, patch)
  } catch (error) {
    throw pluginFailed(name, 'its patch does not fit', error)
  }
  if (isRecord(changed)) return changed as ApiObject
  throw pluginFailed(name, 'what its patch leaves is not an object')
}

/** The error that the client receives when a plugin has failed. */
export const pluginFailed = (name: string, why: string, cause?: unknown): ApiError =>
  admissionFailed(`admission plugin ${JSON.stringify(name)} failed: ${why}`, cause)

const mistakes = new WeakMap<object, { readonly thrown: unknown }>()

/** The same for a thrown value that is not meant for clients: the log has it as the cause. */
export function pluginThrew(name: string, thrown: unknown): ApiError {
  const what = thrown instanceof Error ? 'an error' : `a value of type ${typeof thrown}`
  const error = pluginFailed(name, `it threw ${what}`, thrown)
  mistakes.set(error, { thrown })
  return error
}

/** What a plugin threw, of an error that {@link pluginThrew} made. */
export const thrownByPlugin = (error: ApiError): { readonly thrown: unknown } | undefined => mistakes.get(error)
