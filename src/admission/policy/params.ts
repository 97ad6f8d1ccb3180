/**
 * The parameters of a binding.
 *
 * @module
 */

import { type ApiObject, storedLabelSelector } from '../../meta/index.js'
import type { AdmissionSources, AdmissionType, ListedObject } from '../sources.js'
import type { ParamRef, PolicySpec } from './policy-objects.js'

/** A policy or binding cannot be used as it is; the message is shown to clients. */
export class ConfigurationFault extends Error {}

/**
 * Finds the parameter type of a policy.
 *
 * @param sources - The types of the plane.
 * @param paramKind - The `paramKind` of the policy.
 * @throws {@link ConfigurationFault} when there is none.
 */
export function paramTypeOf(sources: AdmissionSources, paramKind: NonNullable<PolicySpec['paramKind']>): AdmissionType {
  const { apiVersion, kind } = paramKind
  const type = sources.types.ofKind(apiVersion, kind)
  if (!type) throw new ConfigurationFault(`failed to find resource referenced by paramKind: '${apiVersion}, Kind=${kind}'`)
  return type
}

/** A parameter that has not been read yet. */
export interface Param {
  /** Bytes of its JSON. */
  readonly size: number
  /** Returns it in the version that the policy names. */
  read(): Promise<ApiObject>
}

/**
 * Finds the parameters of a binding. The policy is run once for each.
 *
 * @param sources - The objects of the plane.
 * @param type - The parameter type.
 * @param reference - The `paramRef` of the binding.
 * @param namespace - Namespace of the request: for an existing Namespace its own name, empty for other cluster-scoped objects.
 * @returns The parameters; they are read one by one, as together they may be larger than the memory.
 * @throws {@link ConfigurationFault} when there is none, and the binding denies that.
 */
export async function findParams(
  sources: AdmissionSources,
  type: AdmissionType,
  reference: ParamRef,
  namespace: string,
): Promise<readonly Param[]> {
  const place = namespaceFor(type, reference, namespace)
  const found = await find(sources, type, reference, place)
  if (found.length === 0 && reference.parameterNotFoundAction === 'Deny') {
    throw new ConfigurationFault('no params found for policy binding with `Deny` parameterNotFoundAction')
  }
  return found.map((listed) => ({ size: listed.size, read: () => sources.types.convert(listed.object, type) }))
}

function namespaceFor(type: AdmissionType, reference: ParamRef, namespace: string): string {
  if (!type.namespaced) {
    if (!reference.namespace) return ''
    throw new ConfigurationFault('paramRef.namespace must not be provided for a cluster-scoped `paramKind`')
  }
  const place = reference.namespace || namespace
  if (place !== '') return place
  throw new ConfigurationFault('cannot use namespaced paramRef in policy binding that matches cluster-scoped resources')
}

async function find(
  { objects }: AdmissionSources,
  type: AdmissionType,
  { name, selector }: ParamRef,
  namespace: string,
): Promise<readonly ListedObject[]> {
  if (!name) return objects.list(type, namespace, storedLabelSelector(selector ?? {}))
  const object = objects.get(type, name, namespace)
  return object ? [{ size: 0, object }] : []
}
