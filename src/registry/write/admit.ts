/**
 * The registry's side of admission: what plugins are told of a write, and what becomes of their changes.
 *
 * @module
 */

import type { AdmissionAttributes } from '../../admission/index.js'
import { type ApiObject, deepFreeze } from '../../meta/index.js'
import { fromScale, toScale } from '../../resources/index.js'
import { inTargetVersion } from '../context.js'
import { decodeObject, expectedKind } from './decode-object.js'
import { complete } from './judge.js'
import { withManagedFields } from './ownership.js'
import type { WriteState } from './state.js'

/** Step: lets plugins change the new state. What they change is completed and judged again; who owns which field stays. */
export function mutate(write: WriteState): Promise<void> | undefined {
  return write.context.admission.isEmpty ? undefined : mutateObject(write)
}

async function mutateObject(write: WriteState): Promise<void> {
  const { target, caller, context, live } = write
  const about = attributesOf(write, inPlace(write))
  const changed = await context.admission.mutate(about)
  if (!changed || changed === about.object) return
  const silent = { ...caller, warn: () => {} }
  // What a plugin writes is read like what a client writes: pruned, typed, and never trusted with a key.
  const again = decodeObject(target, silent, { value: changed, duplicateFields: [] }, { fieldValidation: 'Ignore' })
  const scale = target.subresource?.scale
  const whole = scale && live ? fromScale(inTargetVersion(target, live), again.object, scale) : again.object
  write.object = withManagedFields(complete(write, whole), write.object.metadata.managedFields)
  write.sent = { ...write.sent, schemaErrors: again.schemaErrors }
}

/** Step: asks plugins about a write that leaves no new state. */
export function mutateNothing(write: WriteState): Promise<void> | undefined {
  const { admission } = write.context
  return admission.isEmpty ? undefined : admission.mutate(attributesOf(write, undefined)).then(() => {})
}

/** Step: asks plugins whether the write may be done. */
export function admit(write: WriteState): Promise<void> | undefined {
  const { admission } = write.context
  if (admission.isEmpty) return undefined
  return admission.validate(attributesOf(write, write.operation === 'DELETE' ? undefined : write.object))
}

/** A write, as plugins are told of it. */
function attributesOf(write: WriteState, object: ApiObject | undefined): AdmissionAttributes {
  const { target, caller, dryRun, operation, live } = write
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
function shown({ target }: WriteState, object: ApiObject): ApiObject {
  // A question is of a type that has but one version.
  const versioned = target.subresource?.question ? object : inTargetVersion(target, object)
  const scale = target.subresource?.scale
  return deepFreeze(scale ? toScale(versioned, scale) : versioned)
}

/** The namespace of a new object is that of its path, also where the body leaves it out. */
function inPlace({ target, object }: WriteState): ApiObject {
  if (!target.definition.namespaced || object.metadata.namespace === target.namespace) return object
  return { ...object, metadata: { ...object.metadata, namespace: target.namespace } }
}
