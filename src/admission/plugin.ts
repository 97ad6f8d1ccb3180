/**
 * The interface of admission plugins.
 *
 * @module
 */

import type { Draft } from 'immer'
import {
  ApiError,
  type ApiObject,
  check,
  type Expanded,
  forbidden,
  type HealthCheck,
  isRecord,
  type JsonPatchOperation,
  type OptionCheck,
} from '../meta/index.js'
import type { AdmissionAttributes } from './attributes.js'
import type { MutatingPhase } from './mutating-phase.js'
import type { AdmissionSources } from './sources.js'

/**
 * An admission plugin. All mutating functions run first, in the order of the plugins; then the object is validated by its schema;
 * then all `validate` functions run. A throw refuses the whole request: an {@link ApiError} is returned as it is; any other error,
 * and an ApiError from a request that the plugin itself made, as a 500 with the name of the plugin. The error itself is logged.
 *
 * @see Specification, "Admission control"
 */
export interface AdmissionPlugin {
  /** Name of the plugin in messages. */
  readonly name: string
  /**
   * Whether the plugin has side effects. Such a plugin refuses dry runs, unless it omits them
   * by itself when {@link AdmissionAttributes.dryRun} is set (`NoneOnDryRun`). Default `None`.
   */
  readonly sideEffects?: 'None' | 'NoneOnDryRun' | 'Some'
  /** The feature gate that the plugin needs; none by default. */
  readonly featureGate?: string
  /**
   * Called once, before the first write: from then on the plugin may read objects.
   *
   * @param sources - What the plane offers.
   * @returns Nothing, or a function that is called when the plane closes.
   */
  readonly start?: (sources: AdmissionSources) => AdmissionStop | Promise<AdmissionStop>
  /** Readiness checks for `/readyz`. None by default. */
  readonly readyChecks?: readonly HealthCheck[]
  /**
   * Called before an object is created in a namespace that may be missing: the plugin may create it. Not called for dry runs.
   *
   * @param namespace - Its name.
   */
  readonly provideNamespace?: (namespace: string) => void | Promise<void>
  /** Whether the plugin handles a write; every write when absent. Called for every write, so it has to be fast. */
  readonly handles?: (attributes: AdmissionAttributes) => boolean
  /**
   * Changes the new state of a CREATE or UPDATE, or the options of a CONNECT. Defaults are applied again afterwards;
   * `managedFields` are not changed. Called a second time when a webhook or a policy has changed the object afterwards, so it has
   * to be idempotent.
   *
   * @param object - A draft: change it like a plain object.
   * @param attributes - The write; its `object` is the state before the change.
   * @returns Nothing, or a JSON patch (RFC 6902) that is applied to the changed draft.
   */
  readonly mutate?: (object: Draft<ApiObject>, attributes: AdmissionAttributes) => AdmissionPatch | Promise<AdmissionPatch>
  /**
   * As `mutate`, for a plugin that works on plain objects.
   *
   * @param attributes - The write; its `object` is the state before the change.
   * @param phase - The current mutating phase.
   * @returns The new state, or the same object (by identity) without changes.
   * @internal
   */
  readonly transform?: (attributes: AdmissionAttributes, phase: MutatingPhase) => Promise<ApiObject>
  /**
   * Takes part in the mutating phase of a DELETE, which has no new state to change: it may refuse by throwing, or warn.
   *
   * @param attributes - The delete; its `oldObject` is the object to delete.
   */
  readonly beforeDelete?: (attributes: AdmissionAttributes) => void | Promise<void>
  /** Refuses a write by throwing; {@link admissionDenied} makes the error. */
  readonly validate?: (attributes: AdmissionAttributes) => void | Promise<void>
}

/** The JSON patch of a plugin that does not change the draft itself. */
// biome-ignore lint/suspicious/noConfusingVoidType: most plugins return nothing, and say so by their type.
export type AdmissionPatch = Expanded<void | readonly JsonPatchOperation[]>

/** A function to call when the plane closes. */
// biome-ignore lint/suspicious/noConfusingVoidType: most plugins return nothing, and say so by their type.
export type AdmissionStop = Expanded<void | (() => void)>

/** Checks that a value is a plugin. */
export const aPlugin: OptionCheck = (value, path) => {
  const faults = [...aNamed(value, path)]
  if (isRecord(value) && value.sideEffects !== undefined) faults.push(...aSideEffect(value.sideEffects, `${path}.sideEffects`))
  if (faults.length > 0) return faults
  // A plugin whose method is misspelt would agree to everything. One may be there for its health checks alone.
  const acts = METHODS.some((method) => check.has(value, method)) || (isRecord(value) && Array.isArray(value.readyChecks))
  return acts ? [] : check.wrong(AN_ACTING_ONE, value, path)
}
const aNamed = /* @__PURE__ */ check.named(undefined, 'an admission plugin')
const aSideEffect = /* @__PURE__ */ check.oneOf(['None', 'NoneOnDryRun', 'Some'])
const METHODS = [
  'mutate',
  'validate',
  'transform',
  'beforeDelete',
  'provideNamespace',
  'start',
] as const satisfies (keyof AdmissionPlugin)[]
const AN_ACTING_ONE = 'an admission plugin with one of mutate, validate, beforeDelete, provideNamespace, start, readyChecks'

const aWrite = /* @__PURE__ */ check.fits(
  'the write, as a plugin is shown it',
  (value) => check.isObject(value) && [value.group, value.resource, value.name].every((part) => typeof part === 'string'),
)

/**
 * The error of a plugin that denies a write: 403 Forbidden.
 *
 * @param attributes - The write.
 * @param reason - The reason, for people.
 */
export function admissionDenied(attributes: AdmissionAttributes, reason: string): ApiError {
  check.refuse('admissionDenied', aWrite(attributes, 'attributes'))
  const { group, resource } = attributes
  return forbidden({ group, resource }, deniedName(attributes), reason)
}

/**
 * The error of a write that cannot be decided because a plugin, or a service that it calls, failed: 500, with a message for
 * clients.
 *
 * @param message - What failed.
 * @param cause - The cause.
 */
export const admissionFailed = (message: string, cause?: unknown): ApiError =>
  new ApiError({
    code: 500,
    reason: 'InternalError',
    message: `Internal error occurred: ${message}`,
    details: { causes: [{ message }] },
    cause,
  })

/** The name of the object in refusals: that of the object itself if the request has none. */
export const deniedName = ({ name, object }: AdmissionAttributes): string =>
  name || object?.metadata.name || object?.metadata.generateName || 'Unknown'
