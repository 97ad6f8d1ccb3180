/**
 * The registry's side of admission: when plugins are asked, and what becomes of their changes.
 *
 * @module
 */

import { withManagedFields } from '../../apply/index.js'
import { type ApiObject, copyWith, deepFreeze } from '../../meta/index.js'
import { fromScale } from '../../resources/index.js'
import { inTargetVersion } from '../context.js'
import { requireSameNamespace } from './address.js'
import { shown, WriteAttributes } from './admission-attributes.js'
import { takeOptions } from './connect.js'
import { decodeObject } from './decode-object.js'
import { complete } from './judge.js'
import type { WriteState } from './state.js'

/** Step: lets plugins change the new state. What they change is completed and judged again; who owns which field stays. */
export const mutate = (write: WriteState): Promise<void> | undefined =>
  ask(
    write,
    () => inPlace(write),
    (object) => take(write, object),
  )

/** Takes a changed object, in the version and form of the request, as the new state; and shows what that is now. */
function take(write: WriteState, changed: ApiObject): ApiObject {
  const { target, caller, live } = write
  const silent = copyWith(caller, { warn: () => {} })
  // What a plugin writes is read like what a client writes: pruned, typed, and never trusted with a key.
  const again = decodeObject(target, silent, { value: changed, duplicateFields: [] }, { fieldValidation: 'Ignore' })
  requireSameNamespace(target, again.object)
  const scale = target.subresource?.scale
  const whole = scale && live ? fromScale(inTargetVersion(target, live), again.object, scale) : again.object
  write.object = withManagedFields(complete(write, whole), write.object.metadata.managedFields)
  write.sent = copyWith(write.sent, { schemaErrors: again.schemaErrors })
  return deepFreeze(shown(write, write.object))
}

/** Step: asks plugins about a write that leaves no new state. */
export const mutateNothing = (write: WriteState): Promise<void> | undefined => ask(write, undefined, (object) => object)

/** Step: lets plugins change the options of a request that connects. */
export const mutateOptions = (write: WriteState): Promise<void> | undefined =>
  ask(
    write,
    () => write.object,
    (object) => takeOptions(write, object),
  )

/** Goes through the mutating phase with the plugins that it concerns. */
function ask(
  write: WriteState,
  newState: (() => ApiObject) | undefined,
  complete: (object: ApiObject) => ApiObject,
): Promise<void> | undefined {
  const { admission } = write.context
  if (admission.isEmpty) return undefined
  const attributes = new WriteAttributes(write, newState)
  return admission.concernsMutation(attributes)
    ? admission.mutate(attributes.plain(), complete, write.caller.tracer).then(() => {})
    : undefined
}

/** Step: asks plugins whether the write may be done. */
export function admit(write: WriteState): Promise<void> | undefined {
  const { admission } = write.context
  if (admission.isEmpty) return undefined
  const attributes = new WriteAttributes(write, write.operation === 'DELETE' ? undefined : () => atLiveVersion(write))
  return admission.concernsValidation(attributes) ? admission.validate(attributes.plain(), write.caller.tracer) : undefined
}

/** What is judged says which version it takes the place of, whether the client has said so or not. */
function atLiveVersion({ object, live }: WriteState): ApiObject {
  const { resourceVersion } = live?.metadata ?? {}
  return resourceVersion === undefined ? object : copyWith(object, { metadata: copyWith(object.metadata, { resourceVersion }) })
}

/** The namespace of a new object is that of its path, also where the body leaves it out. */
function inPlace({ target, object }: WriteState): ApiObject {
  if (!target.definition.namespaced || object.metadata.namespace === target.namespace) return object
  return copyWith(object, { metadata: copyWith(object.metadata, { namespace: target.namespace }) })
}
