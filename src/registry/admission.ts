/**
 * The registry's side of admission: what plugins are told of a write, and whether they allow it.
 *
 * @module
 */

import type { AdmissionAttributes, AdmissionOperation } from '../admission/index.js'
import { type ApiObject, deepFreeze } from '../meta/index.js'
import { toScale } from '../resources/index.js'
import { inTargetVersion, type Write } from './context.js'
import { expectedKind } from './decode-object.js'

/**
 * Asks plugins whether a write may be done.
 *
 * @param write - The write at hand.
 * @param operation - What it does.
 * @param object - The state to store, in the storage version; undefined for DELETE.
 * @param live - The stored object; undefined for CREATE.
 * @returns Undefined when there is nobody to ask, as waiting takes time even then.
 * @throws What a plugin throws.
 */
export function admit(
  write: Write,
  operation: AdmissionOperation,
  object?: ApiObject,
  live?: ApiObject,
): Promise<void> | undefined {
  const { admission } = write.context
  return admission.isEmpty ? undefined : admission.validate(attributesOf(write, operation, object, live))
}

/** A write, as plugins are told of it. */
export function attributesOf(
  write: Write,
  operation: AdmissionOperation,
  object: ApiObject | undefined,
  live: ApiObject | undefined,
): AdmissionAttributes {
  const { target, caller, dryRun } = write
  return {
    operation,
    group: target.definition.group,
    version: target.version.name,
    resource: target.definition.names.plural,
    kind: expectedKind(target).kind,
    subresource: target.subresource?.name ?? '',
    namespace: target.namespace,
    name: target.name || (object?.metadata.name ?? ''),
    user: caller.user,
    dryRun,
    object: object && shown(write, object),
    oldObject: live && shown(write, live),
    warn: caller.warn,
  }
}

/** An object in the version and form that the request is about, frozen to its depth. */
function shown({ target }: Write, object: ApiObject): ApiObject {
  const versioned = inTargetVersion(target, object)
  const scale = target.subresource?.scale
  return deepFreeze(scale ? toScale(versioned, scale) : versioned)
}
