/**
 * The steps that make a sent object complete and judge it, shared by create and update.
 *
 * @module
 */

import { checkManagerName } from '../apply/index.js'
import {
  type ApiError,
  type ApiObject,
  badRequest,
  errorsOf,
  type FieldError,
  invalid,
  validateObjectMeta,
} from '../meta/index.js'
import { type StrategyContext, validateScaled } from '../resources/index.js'
import { groupKindOf, inStorageVersion, inTargetVersion, type Write } from './context.js'
import type { DecodedObject } from './decode-object.js'

/** What a strategy may ask about a write. */
export const strategyContext = ({ context, caller, target }: Write): StrategyContext => ({
  user: caller.user,
  nowMs: context.clock.now(),
  random: context.random,
  subresource: target.subresource?.name ?? '',
  warn: caller.warn,
})

/** Fills in the defaults of the schema and of the kind, and turns the object into the storage version. */
export function defaulted({ target, context }: Write, object: ApiObject): ApiObject {
  const filled = target.version.schema ? target.version.schema.applyDefaults(object, context.maxObjectBytes) : object
  const stored = inStorageVersion(target, filled)
  return target.definition.strategy.defaults?.(stored) ?? stored
}

/**
 * Judges metadata, and the whole of a custom object against the schema of the version that it was sent in. What has not changed
 * since `live` may stay, whatever is wrong with it.
 */
export function validateCommon({ target }: Write, object: ApiObject, decoded: DecodedObject, live?: ApiObject): FieldError[] {
  const { definition, version } = target
  const metadataErrors = validateObjectMeta(object.metadata, {
    namespaced: definition.namespaced,
    plainFinalizers: definition.strategy.plainFinalizers ?? definition.custom,
    ...(definition.strategy.validateName && { nameRule: definition.strategy.validateName }),
  })
  const badManagers = errorsOf(object.metadata.managedFields ?? [], ({ manager }, i) =>
    checkManagerName(manager).map((error) => ({ ...error, field: `metadata.managedFields[${i}].manager` })),
  )
  const errors = [...metadataErrors, ...badManagers]
  if (definition.custom && version.schema) {
    const old = live && inTargetVersion(target, live)
    const shown = inTargetVersion(target, object)
    const scale = version.subresources.find((subresource) => subresource.scale)?.scale
    return [...errors, ...version.schema.validate(shown, old), ...(scale ? validateScaled(shown, scale) : [])]
  }
  return [...errors, ...decoded.schemaErrors]
}

/**
 * Refuses an object that breaks rules.
 *
 * An unknown field makes it a 400, whatever else is wrong: what was meant by it may have been what is missing.
 *
 * @throws {@link ApiError} 422, or 400 when there were unknown fields.
 * @see Specification, "Field validation", 4
 */
export function refuseInvalid(write: Write, name: string, errors: readonly FieldError[], decoded: DecodedObject): void {
  if (errors.length === 0) return
  const refusal: ApiError = invalid(groupKindOf(write.target), name, errors)
  if (decoded.unknownFields.length === 0) throw refusal
  const unknown = decoded.unknownFields.map((field) => `unknown field "${field}"`).join(', ')
  throw badRequest(`${refusal.message}; ${unknown}`)
}
