/**
 * Steps that default and validate a state, shared by all writes that leave one.
 *
 * @module
 */

import { checkManagerName } from '../../apply/index.js'
import {
  ApiError,
  type ApiObject,
  copyWith,
  errorsOf,
  type FieldError,
  finalizerWarnings,
  invalid,
  validateObjectMeta,
  validateObjectMetaUpdate,
} from '../../meta/index.js'
import { type StrategyContext, validateScaled } from '../../resources/index.js'
import { bodyTypeOf, groupKindOf, inStorageVersion, inTargetVersion, type Write } from '../context.js'
import type { Target } from '../types.js'
import type { DecodedObject } from './decode-object.js'
import { hasStatusSubresource } from './metadata.js'
import type { WriteState } from './state.js'

/** Context of a write for strategies. */
export const strategyContext = ({ context, caller, target }: Write): StrategyContext => ({
  user: caller.user,
  nowMs: context.clock.now(),
  random: context.random,
  subresource: target.subresource?.name ?? '',
  warn: caller.warn,
  ...(caller.annotate && { annotate: caller.annotate }),
})

/** An object in the version of the request with the defaults of its schema and its kind, in the working version. */
export const complete = (write: Write, object: ApiObject): ApiObject => completeByKind(write, completeBySchema(write, object))

function completeBySchema({ target, context }: Write, object: ApiObject): ApiObject {
  const { schema } = bodyTypeOf(target).version
  return schema ? schema.applyDefaults(object, context.maxObjectBytes) : object
}

function completeByKind({ target }: Write, filled: ApiObject): ApiObject {
  const { definition, version } = bodyTypeOf(target)
  // Where a webhook converts, the working version is the one that was sent.
  const working = definition.conversion ? filled : inStorageVersion(copyWith(target, { definition }), filled)
  const known = version.judgedBy ? version.judgedBy.prune(working).value : working
  return definition.strategy.defaults?.(known) ?? known
}

/** The body with its defaults, in the version that it was sent in. */
export function completeAsSent(write: WriteState): ApiObject {
  const whole = complete(write, write.sent.object)
  return write.target.subresource?.kind ? whole : inTargetVersion(write.target, whole)
}

/** Step: loads the schemas and validators of the type. */
export function loadSchema({ target }: WriteState): Promise<void> | undefined {
  const { schema, judgedBy } = bodyTypeOf(target).version
  return (schema ?? judgedBy)?.prepare?.()
}

/** Step: applies the defaults of the schema. The object is in the version of the request. */
export function defaultBySchema(write: WriteState): void {
  write.object = completeBySchema(write, write.sent.object)
}

/** Step: applies the defaults of the kind. From here on the object is in the working version. */
export function defaultByKind(write: WriteState): void {
  write.object = completeByKind(write, write.object)
}

/** Step: loads the validators of the object, and runs the slow ones. */
export const prepareToValidate = ({ target, object, live }: WriteState): Promise<void> | undefined =>
  target.definition.strategy.prepareToValidate?.(object, live)

const MISSING = 'Required value'
/** What follows an unsupported value: the choices, of which a kind may allow fewer than its schema. */
const CHOICES = ': supported values: '

/** Step: finds errors of metadata and schema. */
export function validateSchema(write: WriteState): void {
  const { object, live } = write
  const errors = validateCommon(write)
  write.faults = live ? [...validateObjectMetaUpdate(object.metadata, live.metadata), ...errors] : errors
}

/**
 * Step: finds errors of the kind, and refuses an invalid object.
 *
 * @throws {@link ApiError} 422, or 400 when there were unknown fields.
 */
export function validateKind(write: WriteState): void {
  const { target, object, live, row, sent } = write
  const { strategy } = target.definition
  const context = strategyContext(write)
  const errors = live ? strategy.validateUpdate?.(object, live, context) : strategy.validateCreate?.(object, context)
  const faults = faultsHere(write, [...write.faults, ...(errors ?? [])])
  refuseInvalid(write, row?.name ?? object.metadata.name ?? '', newFaults(write, faults), sent)
}

/** Step: sends the warnings of a valid object. Those of a subresource are about the rest of the object. */
export function warnOfObject({ target, object, live, caller }: WriteState): void {
  const { definition, subresource } = target
  if (subresource) return
  const { finalizers } = object.metadata
  if (finalizers && definition.custom) {
    for (const text of finalizerWarnings(finalizers, live?.metadata.finalizers)) caller.warn(text)
  }
  for (const text of definition.strategy.warnings?.(object, live) ?? []) caller.warn(text)
}

/** Errors that count in the version of the request: an older version allows what later ones refuse. */
const faultsHere = ({ target: { version } }: Write, faults: readonly FieldError[]): readonly FieldError[] =>
  version.allows ? faults.filter((fault) => !version.allows?.(fault)) : faults

/** Errors that an older version has let pass may stay, so that its objects can be changed through later ones. */
function newFaults(write: WriteState, faults: readonly FieldError[]): readonly FieldError[] {
  const { strategy, hasAllowed } = write.target.definition
  const { live } = write
  if (faults.length === 0 || !hasAllowed || !live) return faults
  const before = strategy.validateUpdate?.(live, live, strategyContext(write)) ?? []
  const isOld = (fault: FieldError) => before.some(({ field, message }) => field === fault.field && message === fault.message)
  return faults.filter((fault) => !(hasAllowed(fault) && isOld(fault)))
}

/**
 * Validates metadata, and custom objects as a whole against the schema of the version that was sent. Unchanged parts of the live
 * object may stay invalid (ratcheting).
 */
function validateCommon({ target, object, live, sent }: WriteState): FieldError[] {
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
    const schemaErrors = version.schema.validate(shown, old)
    // Refinements rely on the types of the schema.
    const refined = (schemaErrors.length === 0 && version.refine?.(shown)) || []
    return [...errors, ...schemaErrors, ...refined, ...(scale ? validateScaled(shown, scale) : [])]
  }
  return [
    ...errors,
    ...sent.schemaErrors.filter(({ field }) => isWritten(target, field)),
    ...(version.judgedBy?.validate(object, live) ?? []),
  ]
}

/** Whether a write changes a field: the status is kept by the object's own path, and all else by the path of the status. */
function isWritten(target: Target, field: string): boolean {
  const isOfStatus = field === 'status' || field.startsWith('status.')
  if (target.subresource) return target.subresource.name !== 'status' || isOfStatus
  return !isOfStatus || !hasStatusSubresource(target) || target.definition.strategy.createsStatus === true
}

/**
 * Refuses an invalid object.
 *
 * Unknown fields make it a 400, as they may be misspelled required ones. The causes name both.
 *
 * @throws {@link ApiError} 422, or 400 when there were unknown fields.
 * @see Specification, "Field validation", 4
 */
export function refuseInvalid(write: Write, name: string, errors: readonly FieldError[], decoded: DecodedObject): void {
  if (errors.length === 0) return
  // An error that both the schema and the kind find is reported once, as the one that says more.
  const explained = new Set(errors.flatMap(({ field, message }) => (message.startsWith(`${MISSING}: `) ? [field] : [])))
  const told = errors.filter(({ field, message }) => message !== MISSING || !explained.has(field))
  const distinct = new Map(told.map((error) => [JSON.stringify([error.field, error.message.split(CHOICES)[0]]), error]))
  const refusedAs = write.target.definition.strategy.refusedAs ?? groupKindOf(write.target)
  const refusal: ApiError = invalid(refusedAs, name, [...distinct.values()])
  if (decoded.unknownFields.length === 0) throw refusal
  const unknown = decoded.unknownFields.map((field) => ({
    field,
    reason: 'FieldValueInvalid',
    message: `unknown field "${field}"`,
  }))
  const { details } = refusal.status
  throw new ApiError({
    code: 400,
    reason: 'BadRequest',
    message: `${refusal.message}; ${unknown.map(({ message }) => message).join(', ')}`,
    details: { ...details, causes: [...unknown, ...(details?.causes ?? [])] },
  })
}
