/**
 * Steps that validate the new state of a write.
 *
 * @module
 */

import { checkManagerName } from '../../apply/index.js'
import {
  errorsOf,
  exceedsBytes,
  type FieldError,
  finalizerWarnings,
  invalid,
  type ManagedFieldsEntry,
  tooLongField,
  validateObjectMeta,
  validateObjectMetaUpdate,
} from '../../meta/index.js'
import { inVersion, validateScaled } from '../../resources/index.js'
import { groupKindOf, strategyContext, type Write } from '../context.js'
import type { Target } from '../types.js'
import { hasStatusSubresource } from './metadata.js'
import type { WriteState } from './state.js'

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
 * @throws {@link ApiError} 422.
 */
export function validateKind(write: WriteState): void {
  const { target, object, live, row } = write
  const { strategy } = target.definition
  const context = strategyContext(write)
  const errors = live ? strategy.validateUpdate?.(object, live, context) : strategy.validateCreate?.(object, context)
  const faults = faultsHere(write, [...write.faults, ...(errors ?? [])])
  refuseInvalid(write, row?.name ?? object.metadata.name ?? '', newFaults(write, faults))
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

/** Bytes of the subresource in an entry of managedFields. */
const MAX_SUBRESOURCE_BYTES = 256

function validateManager({ manager, subresource = '' }: ManagedFieldsEntry, i: number): FieldError[] {
  const errors = checkManagerName(manager).map((error) => ({ ...error, field: `metadata.managedFields[${i}].manager` }))
  if (!exceedsBytes(subresource, MAX_SUBRESOURCE_BYTES)) return errors
  return [...errors, tooLongField(`metadata.managedFields[${i}].subresource`, MAX_SUBRESOURCE_BYTES)]
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
  const errors = [...metadataErrors, ...errorsOf(object.metadata.managedFields ?? [], validateManager)]
  if (definition.custom && version.schema) {
    const old = live && inVersion(target, live)
    const shown = inVersion(target, object)
    const scale = version.subresources.find((subresource) => subresource.scale)?.scale
    const schemaErrors = version.schema.validate(shown, old)
    // Refinements rely on the types of the schema.
    const refined = (schemaErrors.length === 0 && version.refine?.(shown, old)) || []
    return [...errors, ...schemaErrors, ...refined, ...(scale ? validateScaled(shown, scale) : [])]
  }
  return [...errors, ...sent.schemaErrors.filter(({ field }) => isWritten(target, field))]
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
 * @throws {@link ApiError} 422.
 */
export function refuseInvalid(write: Write, name: string, errors: readonly FieldError[]): void {
  if (errors.length === 0) return
  // An error that both the schema and the kind find is reported once, as the one that says more.
  const explained = new Set(errors.flatMap(({ field, message }) => (message.startsWith(`${MISSING}: `) ? [field] : [])))
  const told = errors.filter(({ field, message }) => message !== MISSING || !explained.has(field))
  const distinct = new Map(told.map((error) => [JSON.stringify([error.field, error.message.split(CHOICES)[0]]), error]))
  const refusedAs = write.target.definition.strategy.refusedAs ?? groupKindOf(write.target)
  throw invalid(refusedAs, name, [...distinct.values()])
}
