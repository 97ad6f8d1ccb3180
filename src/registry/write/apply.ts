/**
 * Steps of server-side apply: a manager sends its configuration of an object, and the server merges.
 *
 * @module
 */

import { UNDECLARED_FIELD } from '../../apply/index.js'
import {
  ApiError,
  type ApiObject,
  badRequest,
  conflict,
  copyWith,
  type FieldError,
  getKey,
  invalid,
  invalidField,
  isRecord,
  notFound,
  requireFewNumberNames,
  setKey,
  type UnknownRecord,
} from '../../meta/index.js'
import { apiVersionOf, fromScale, inVersion, requireScaled } from '../../resources/index.js'
import type { Schema } from '../../schema/index.js'
import { groupKindOf, groupResourceOf, type Write } from '../context.js'
import type { DecodedBody, FieldValidation, Target } from '../types.js'
import { requireSameAddress } from './address.js'
import { authorizeCreate } from './authorize.js'
import { decodeObject, expectedKind } from './decode-object.js'
import { duplicateField } from './field-faults.js'
import { expectedRevision, requireRevision, without } from './metadata.js'
import { mergeApplied, misfitsOf } from './ownership.js'
import type { WriteState } from './state.js'

/** Step: reads the configuration. */
export function decodeConfiguration(write: WriteState): void {
  const { patch, options } = write
  if (patch) write.configuration = readConfiguration(write, patch.body, options.fieldValidation ?? 'Warn')
}

/** Step: a missing object is created, if the caller may. */
export function requireCreateByApply(write: WriteState): Promise<void> | undefined {
  const { target, row } = write
  if (row) return undefined
  if (target.subresource) throw notFound(groupResourceOf(target), target.name)
  return authorizeCreate(write)
}

/** Step: a uid or a version in the configuration is a precondition on the live object. */
export function requireState({ target, configuration, row }: WriteState): void {
  const { uid, resourceVersion } = configuration.metadata
  requireRevision(target, row, expectedRevision(resourceVersion))
  if (!uid || uid === row?.object.metadata.uid) return
  if (row) throw invalid(groupKindOf(target), target.name, [invalidField('metadata.uid', uid, 'field is immutable')])
  const detail = `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`
  throw conflict(groupResourceOf(target), target.name, detail)
}

/** Step: merges the configuration into the live object, and updates field ownership. */
export function mergeConfiguration(write: WriteState): Promise<void> | undefined {
  const { live } = write
  const scale = write.target.subresource?.scale
  if (live && scale) requireScaled(inVersion(write.target, live), scale)
  const applied = asWholeObject(write.target, write.configuration)
  return mergeApplied(write, applied, write.patch?.force ?? false)
}

/** Step: reads the merged object as the body of an update is read. */
export function decodeMerged(write: WriteState): void {
  const { target, caller, object } = write
  // Several managers could add what one body cannot have.
  if (write.turn) requireFewNumberNames(object)
  const whole: Target = copyWith(target, { subresource: undefined })
  const silent = copyWith(caller, { warn: () => {} })
  write.sent = decodeObject(whole, silent, { value: object, duplicateFields: [] }, { fieldValidation: 'Ignore' })
}

/** Reads the body: an object of this kind and name, without managedFields. */
function readConfiguration(write: Write, body: DecodedBody, fieldValidation: FieldValidation): ApiObject {
  const { target, caller } = write
  const value = body.value ?? {}
  if (!isRecord(value))
    throw badRequest(`${UNREADABLE}: cannot unmarshal ${typeName(value)} into Go value of type map[string]interface {}`)
  checkKind(target, value)
  reportDuplicates(write, body, fieldValidation)
  // Reads the body as other writes do, so that errors have the same wording.
  const wrongTypes = (errors: readonly FieldError[]) => misfitError(target, value, errors)
  const { object, unknownFields } = decodeObject(target, caller, { value, duplicateFields: [] }, { fieldValidation, wrongTypes })
  // It cannot be dropped as in other writes: an applier owns what it sends, and managedFields has declared fields only.
  if (unknownFields.length > 0) throw misfitError(target, value, unknownFields.map(undeclared))
  requireSameAddress(target, object)
  if ((getKey(value.metadata, 'managedFields') ?? null) !== null) throw badRequest('metadata.managedFields must be nil')
  return value as unknown as ApiObject
}

/**
 * The refusal of a configuration that does not fit its type: 422, or 400 when it has unknown fields.
 *
 * @param target - What is applied to.
 * @param value - The configuration.
 * @param otherwise - What is wrong if the type for field ownership has no objection.
 * @see Specification, "Field validation", 4
 */
function misfitError(target: Target, value: UnknownRecord, otherwise: readonly FieldError[]): ApiError {
  const misfits = misfitsOf(target, value)
  const errors = misfits.length > 0 ? misfits : otherwise
  const refusal = invalid(target.subresource?.kind ?? groupKindOf(target), target.name, errors)
  // The misfits are cut at a number, so that the unknown field may not be among them.
  if (![...otherwise, ...errors].some(({ message }) => message === UNDECLARED_FIELD)) return refusal
  const { details } = refusal.status
  return new ApiError({ code: 400, reason: 'BadRequest', message: refusal.message, ...(details && { details }) })
}

const undeclared = (field: string): FieldError => ({ reason: 'FieldValueInvalid', field, message: UNDECLARED_FIELD })

/**
 * Step: refuses values of wrong types, also a null where the type neither allows it nor has a default to replace it:
 * the merge would drop it silently.
 */
export function requireTypes({ target, configuration }: WriteState): void {
  const { schema } = target.version
  if (!schema || !target.definition.custom || target.subresource?.kind) return
  if (wrongTypes(schema, configuration).length === 0) return
  const errors = wrongTypes(schema, withDefaultsForNulls(configuration, schema.applyDefaults(configuration)))
  if (errors.length > 0) throw invalid(groupKindOf(target), target.name, errors)
}

const wrongTypes = (schema: Schema, value: unknown): readonly FieldError[] =>
  schema.validate(value).filter(({ reason }) => reason === 'FieldValueTypeInvalid')

/** The configuration, in which defaults replace only those nulls. */
function withDefaultsForNulls(sent: unknown, filled: unknown): unknown {
  if (sent === filled || filled === undefined) return sent
  if (sent === null) return filled
  if (Array.isArray(sent)) return sent.map((item, i) => withDefaultsForNulls(item, (filled as unknown[])[i]))
  if (!isRecord(sent)) return sent
  const result: UnknownRecord = {}
  for (const key of Object.keys(sent)) setKey(result, key, withDefaultsForNulls(sent[key], getKey(filled, key)))
  return result
}

/** The message that tools expect for a body that is no object. */
const UNREADABLE = 'error decoding YAML: error unmarshaling JSON: while decoding JSON: json'

function typeName(value: unknown): string {
  if (Array.isArray(value)) return 'array'
  return typeof value === 'boolean' ? 'bool' : typeof value
}

function checkKind(target: Target, value: Readonly<Record<string, unknown>>): void {
  // Not String(value): an object may bring a `toString` of its own.
  const [apiVersion = '', kind = ''] = ['apiVersion', 'kind'].map((key) => {
    const text = getKey(value, key)
    return typeof text === 'string' ? text : ''
  })
  const expected = expectedKind(target)
  if (apiVersion === expected.apiVersion && kind === expected.kind) return
  throw badRequest(`invalid object type: ${apiVersion.includes('/') ? '' : '/'}${apiVersion}, Kind=${kind}`)
}

/** Duplicate keys of the text, as its language reports them: YAML has the line. */
function reportDuplicates({ caller }: Write, body: DecodedBody, level: FieldValidation): void {
  const messages = body.duplicateMessages ?? body.duplicateFields.map(duplicateField)
  if (level === 'Ignore' || messages.length === 0) return
  if (level === 'Strict') {
    const faults = messages.map((message) => `\n  ${message}`).join('')
    throw badRequest(`error strict decoding YAML: error converting YAML to JSON: yaml: unmarshal errors:${faults}`)
  }
  for (const message of messages) caller.warn(message)
}

/** The configuration as part of the whole object: a Scale only sets the number of replicas, and conditions are not applied. */
function asWholeObject(target: Target, configuration: ApiObject): ApiObject {
  const scale = target.subresource?.scale
  const metadata = without(configuration.metadata, 'uid', 'resourceVersion', 'managedFields')
  const content = copyWith(configuration, { metadata })
  if (!scale) return content
  const bare: ApiObject = {
    apiVersion: apiVersionOf(target),
    kind: target.definition.names.kind,
    metadata: { name: target.name },
  }
  return fromScale(bare, content, scale)
}
