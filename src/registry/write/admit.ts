/**
 * The registry's side of admission: when plugins are called, and how their changes are applied.
 *
 * @module
 */

import type { CompleteObject } from '../../admission/index.js'
import { withManagedFields } from '../../apply/index.js'
import { type ApiObject, copyWith, deepFreeze, TurnShare } from '../../meta/index.js'
import { fromScale, inVersion } from '../../resources/index.js'
import { requireSameNamespace } from './address.js'
import { shown, WriteAttributes } from './admission-attributes.js'
import { takeOptions } from './connect.js'
import { decodeObject } from './decode-object.js'
import { complete } from './defaults.js'
import type { WriteState } from './state.js'

/** Step: lets plugins mutate the new state. It is defaulted and judged again; field ownership does not change. */
export const mutate = (write: WriteState): Promise<void> | undefined =>
  ask(
    write,
    () => inPlace(write),
    (object) => take(write, object),
  )

/**
 * Takes an object that a plugin has changed, in the version and form of the request, as the new state; returns the new state as
 * plugins see it.
 */
async function take(write: WriteState, changed: ApiObject): Promise<ApiObject> {
  const turn = new TurnShare()
  const { target, caller, live } = write
  const silent = copyWith(caller, { warn: () => {} })
  // Read like a client's body: pruned, typed, and its keys are not trusted.
  const again = decodeObject(target, silent, { value: changed, duplicateFields: [] }, { fieldValidation: 'Ignore' })
  if (turn.isSpent) await turn.next()
  requireSameNamespace(target, again.object)
  const scale = target.subresource?.scale
  const whole = scale && live ? fromScale(inVersion(target, live), again.object, scale) : again.object
  write.object = withManagedFields(complete(write, whole), write.object.metadata.managedFields)
  write.sent = copyWith(write.sent, { schemaErrors: again.schemaErrors })
  if (turn.isSpent) await turn.next()
  return deepFreeze(shown(write, write.object))
}

/** Step: calls plugins for a write that leaves no new state. */
export const mutateNothing = (write: WriteState): Promise<void> | undefined => ask(write, undefined, (object) => object)

/** Step: lets plugins mutate the options of a connect request. */
export const mutateOptions = (write: WriteState): Promise<void> | undefined =>
  ask(
    write,
    () => write.object,
    (object) => takeOptions(write, object),
  )

/** Runs the mutating phase with the plugins that match. */
function ask(write: WriteState, newState: (() => ApiObject) | undefined, complete: CompleteObject): Promise<void> | undefined {
  const { admission } = write.context
  if (admission.isEmpty) return undefined
  const attributes = new WriteAttributes(write, newState)
  return admission.concernsMutation(attributes)
    ? admission.mutate(attributes.plain(), complete, write.caller.tracer).then(() => {})
    : undefined
}

/** Step: calls the validating plugins. */
export function admit(write: WriteState): Promise<void> | undefined {
  const { admission } = write.context
  if (admission.isEmpty) return undefined
  const attributes = new WriteAttributes(write, write.operation === 'DELETE' ? undefined : () => atLiveVersion(write))
  return admission.concernsValidation(attributes) ? admission.validate(attributes.plain(), write.caller.tracer) : undefined
}

/** Validating plugins see the version that the write replaces, whether the client has sent one or not. */
function atLiveVersion({ object, live }: WriteState): ApiObject {
  const { resourceVersion } = live?.metadata ?? {}
  return resourceVersion === undefined ? object : copyWith(object, { metadata: copyWith(object.metadata, { resourceVersion }) })
}

/** The namespace of a new object is that of its path, also where the body leaves it out. */
function inPlace({ target, object }: WriteState): ApiObject {
  if (!target.definition.namespaced || object.metadata.namespace === target.namespace) return object
  return copyWith(object, { metadata: copyWith(object.metadata, { namespace: target.namespace }) })
}
