/**
 * What becomes of the changes that admission plugins make.
 *
 * @module
 */

import type { AdmissionOperation } from '../admission/index.js'
import type { ApiObject } from '../meta/index.js'
import { fromScale } from '../resources/index.js'
import { attributesOf } from './admission.js'
import { defaulted } from './complete.js'
import { inTargetVersion, type Write } from './context.js'
import { type DecodedObject, decodeObject } from './decode-object.js'
import { withManagedFields } from './ownership.js'

/**
 * Lets plugins change the new state of a write.
 *
 * @param write - The write at hand.
 * @param operation - Whether the object is new.
 * @param decoded - The new state in the storage version, its ownership settled.
 * @param live - The stored object; undefined when there is none.
 * @returns The state as the plugins left it, in the storage version, with defaults and judged again where they changed it; no
 *   promise of it when there are none.
 * @throws What a plugin throws.
 */
export function mutated(
  write: Write,
  operation: AdmissionOperation,
  decoded: DecodedObject,
  live?: ApiObject,
): DecodedObject | Promise<DecodedObject> {
  return write.context.admission.isEmpty ? decoded : mutate(write, operation, decoded, live)
}

async function mutate(
  write: Write,
  operation: AdmissionOperation,
  decoded: DecodedObject,
  live: ApiObject | undefined,
): Promise<DecodedObject> {
  const { target, caller, context } = write
  const about = attributesOf(write, operation, inPlace(write, decoded.object), live)
  const changed = await context.admission.mutate(about)
  if (!changed || changed === about.object) return decoded
  const silent = { ...caller, warn: () => {} }
  // What a plugin writes is read like what a client writes: pruned, typed, and never trusted with a key.
  const again = decodeObject(target, silent, { value: changed, duplicateFields: [] }, { fieldValidation: 'Ignore' })
  const scale = target.subresource?.scale
  const whole = scale && live ? fromScale(inTargetVersion(target, live), again.object, scale) : again.object
  const object = withManagedFields(defaulted(write, whole), decoded.object.metadata.managedFields)
  return { ...decoded, object, schemaErrors: again.schemaErrors }
}

/** The namespace of a new object is that of its path, also where the body leaves it out. */
function inPlace({ target }: Write, object: ApiObject): ApiObject {
  if (!target.definition.namespaced || object.metadata.namespace === target.namespace) return object
  return { ...object, metadata: { ...object.metadata, namespace: target.namespace } }
}
