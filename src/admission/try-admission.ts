/**
 * Runs admission for one write outside of a request.
 *
 * @module
 */

import { ApiError, type ApiObject, deepFreeze, diffJson, type JsonPatchOperation, type Status } from '../meta/index.js'
import type { Admission } from './admission.js'
import type { AdmissionAttributes } from './attributes.js'
import { thrownByPlugin } from './change-draft.js'

/** One of the two phases of admission. */
export type AdmissionPhase = 'mutating' | 'validating'

/** The outcome of a write. */
export interface AdmissionOutcome {
  readonly allowed: boolean
  /** The client's error when the write is not allowed. */
  readonly status: Status | undefined
  /** The new state after the plugins; undefined for a DELETE. */
  readonly object: ApiObject | undefined
  /** The fields that they have changed. */
  readonly patch: readonly JsonPatchOperation[]
  readonly warnings: readonly string[]
  readonly auditAnnotations: Readonly<Record<string, string>>
}

/** A write, without what the plane adds to it. */
export type TriedWrite = Omit<AdmissionAttributes, 'warn' | 'annotate' | 'onEnd'>

/**
 * Calls plugins for a write. Their changes are neither defaulted nor validated by a schema.
 *
 * @param admission - The plugins, started.
 * @param write - The write.
 * @param phases - The phases to run, in order.
 * @throws What a plugin throws that is no {@link ApiError}.
 */
export async function tryAdmission(
  admission: Admission,
  write: TriedWrite,
  phases: readonly AdmissionPhase[],
): Promise<AdmissionOutcome> {
  const warnings: string[] = []
  const annotations = new Map<string, string>()
  const listeners: ((isUncertain: boolean) => void)[] = []
  const attributes: AdmissionAttributes = {
    ...write,
    object: write.object && deepFreeze(write.object),
    oldObject: write.oldObject && deepFreeze(write.oldObject),
    warn: (text) => void warnings.push(text),
    annotate: (key, value) => {
      if (!annotations.has(key)) annotations.set(key, value)
    },
    onEnd: (listener) => void listeners.push(listener),
  }
  let { object } = attributes
  let status: Status | undefined
  try {
    if (phases.includes('mutating') && admission.concernsMutation(attributes)) {
      object = await admission.mutate(attributes, deepFreeze)
    }
    const judged = { ...attributes, object }
    if (phases.includes('validating') && admission.concernsValidation(judged)) await admission.validate(judged)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const mistake = thrownByPlugin(error)
    if (mistake) throw mistake.thrown
    status = error.status
  } finally {
    for (const listener of listeners) listener(false)
  }
  return {
    allowed: status === undefined,
    status,
    object,
    patch: object === write.object ? [] : diffJson(write.object, object),
    warnings,
    auditAnnotations: Object.fromEntries(annotations),
  }
}
