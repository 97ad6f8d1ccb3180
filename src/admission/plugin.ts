/**
 * The interface of everything that has a say in writes.
 *
 * @module
 */

import type { Draft } from 'immer'
import { ApiError, type ApiObject, forbidden, type HealthCheck, type JsonPatchOperation } from '../meta/index.js'
import type { AdmissionAttributes } from './attributes.js'
import type { MutatingPhase } from './mutating-phase.js'
import type { AdmissionSources } from './sources.js'

/**
 * Has a say in writes. All that changes runs first, in the order of the plugins; then the object is judged by its schema;
 * then all `validate` functions run. Who throws refuses the whole request: an {@link ApiError} as it is, anything else as a
 * 500 that tells the client nothing. The answer that a client of the plugin has got is about another request: it is a 500 with the
 * name of the plugin.
 *
 * @see Specification, "Admission control"
 */
export interface AdmissionPlugin {
  /** Names the plugin in messages. */
  readonly name: string
  /**
   * Whether a write makes the plugin do something beyond its answer. Such a plugin refuses dry runs, unless it leaves that
   * out by itself when {@link AdmissionAttributes.dryRun} says so (`NoneOnDryRun`). Default `None`.
   */
  readonly sideEffects?: 'None' | 'NoneOnDryRun' | 'Some'
  /** The feature gate that has to be on in a plane for the plugin to be there; none by default. */
  readonly featureGate?: string
  /**
   * Called once, before the first write that the plugin is asked about: it may look things up from then on.
   *
   * @param sources - What the plane offers.
   * @returns Nothing, or a function that is called when the plane closes.
   */
  readonly start?: (sources: AdmissionSources) => AdmissionStop | Promise<AdmissionStop>
  /** Checks of `/readyz`: whether the plugin can do its work. None by default. */
  readonly readyChecks?: readonly HealthCheck[]
  /**
   * Called before something is made in a namespace, which may be missing: the plugin may make it. Nobody is asked for dry runs.
   *
   * @param namespace - Its name.
   */
  readonly provideNamespace?: (namespace: string) => void | Promise<void>
  /** Whether the plugin looks at a write at all; it looks at every one when absent. Asked for every write, so it has to be quick. */
  readonly handles?: (attributes: AdmissionAttributes) => boolean
  /**
   * Changes the new state of a CREATE or UPDATE, or the options of a CONNECT. Defaults are filled in again afterwards; `managedFields` stay as they are.
   * Called a second time when a webhook or a policy has changed the object after it: doing twice what it does has to be the
   * same as doing it once.
   *
   * @param object - A draft: change it as if it were a plain object.
   * @param attributes - The write; its `object` is the state before the change.
   * @returns Nothing, or a JSON patch (RFC 6902) that is applied to what the draft has become.
   */
  readonly mutate?: (object: Draft<ApiObject>, attributes: AdmissionAttributes) => AdmissionPatch | Promise<AdmissionPatch>
  /**
   * As `mutate`, for a plugin that works on plain objects.
   *
   * @param attributes - The write; its `object` is the state before the change.
   * @param phase - The phase that this is part of.
   * @returns The new state, or the very same object when nothing is to change.
   * @internal
   */
  readonly transform?: (attributes: AdmissionAttributes, phase: MutatingPhase) => Promise<ApiObject>
  /**
   * Takes part in the mutating phase of a DELETE, which has no new state to change: it may refuse by throwing, or warn.
   *
   * @param attributes - The delete; its `oldObject` is what is to go.
   */
  readonly beforeDelete?: (attributes: AdmissionAttributes) => void | Promise<void>
  /** Refuses a write by throwing; {@link admissionDenied} makes the error. */
  readonly validate?: (attributes: AdmissionAttributes) => void | Promise<void>
}

/** The JSON patch of a plugin that does not change the draft itself. */
// biome-ignore lint/suspicious/noConfusingVoidType: most plugins return nothing, and say so by their type.
export type AdmissionPatch = void | readonly JsonPatchOperation[]

/** What a plugin may want to have called when the plane closes. */
// biome-ignore lint/suspicious/noConfusingVoidType: most plugins return nothing, and say so by their type.
export type AdmissionStop = void | (() => void)

/**
 * The error of a plugin that refuses a write: 403 Forbidden.
 *
 * @param attributes - The write.
 * @param reason - Why, for people.
 */
export function admissionDenied(attributes: AdmissionAttributes, reason: string): ApiError {
  const { group, resource } = attributes
  return forbidden({ group, resource }, deniedName(attributes), reason)
}

/**
 * The error of a write that cannot be decided, as a plugin, or somebody that it has asked, has failed: 500, with a text for clients.
 *
 * @param message - What failed.
 * @param cause - Why.
 */
export const admissionFailed = (message: string, cause?: unknown): ApiError =>
  new ApiError({
    code: 500,
    reason: 'InternalError',
    message: `Internal error occurred: ${message}`,
    details: { causes: [{ message }] },
    cause,
  })

/** The name that refusals give an object: its own, where the request has none. */
export const deniedName = ({ name, object }: AdmissionAttributes): string => name || object?.metadata.name || 'Unknown'
