/**
 * Steps that load the schema of a type and apply defaults: those of the schema, then those of the kind.
 *
 * @module
 */

import type { ApiObject } from '../../meta/index.js'
import { inStorageVersion, inVersion } from '../../resources/index.js'
import { bodyTypeOf, type Write } from '../context.js'
import type { WriteState } from './state.js'

/** Step: loads the schemas and validators of the type. */
export const loadSchema = ({ target }: WriteState): Promise<void> | undefined => bodyTypeOf(target).version.schema?.prepare?.()

/** Step: applies the defaults of the schema. The object is in the version of the request. */
export function defaultBySchema(write: WriteState): void {
  write.object = completeBySchema(write, write.sent.object)
}

/** Step: applies the defaults of the kind. From here on the object is in the working version. */
export function defaultByKind(write: WriteState): void {
  write.object = completeByKind(write, write.object)
}

/** An object in the version of the request with the defaults of its schema and its kind, in the working version. */
export const complete = (write: Write, object: ApiObject): ApiObject => completeByKind(write, completeBySchema(write, object))

function completeBySchema({ target, context }: Write, object: ApiObject): ApiObject {
  const { schema } = bodyTypeOf(target).version
  return schema ? schema.applyDefaults(object, context.maxObjectBytes) : object
}

function completeByKind({ target }: Write, filled: ApiObject): ApiObject {
  const { definition } = bodyTypeOf(target)
  // Where a webhook converts, the working version is the one that was sent.
  const working = definition.conversion ? filled : inStorageVersion(definition, filled)
  return definition.strategy.defaults?.(working) ?? working
}

/** The body with its defaults, in the version that it was sent in. */
export function completeAsSent(write: WriteState): ApiObject {
  const whole = complete(write, write.sent.object)
  return write.target.subresource?.kind ? whole : inVersion(write.target, whole)
}
