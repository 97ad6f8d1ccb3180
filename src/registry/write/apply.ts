/**
 * Steps of server-side apply: a manager says what it wants of an object, and the server merges.
 *
 * @module
 */

import {
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
  setKey,
  type UnknownRecord,
} from '../../meta/index.js'
import { fromScale, requireScaled } from '../../resources/index.js'
import type { Schema } from '../../schema/index.js'
import { apiVersionOf, groupKindOf, groupResourceOf, inTargetVersion, type Write } from '../context.js'
import type { DecodedBody, FieldValidation, Target } from '../types.js'
import { requireSameAddress } from './address.js'
import { authorizeCreate } from './authorize.js'
import { decodeObject, expectedKind } from './decode-object.js'
import { expectedRevision, requireRevision, without } from './metadata.js'
import { mergeApplied, misfitsOf } from './ownership.js'
import type { WriteState } from './state.js'

/** Step: reads the configuration. */
export function decodeConfiguration(write: WriteState): void {
  const { patch, options } = write
  if (patch) write.configuration = readConfiguration(write, patch.body, options.fieldValidation ?? 'Warn')
}

/** Step: what is not there is created, by those who may. */
export function requireCreateByApply(write: WriteState): Promise<void> | undefined {
  const { target, row } = write
  if (row) return undefined
  if (target.subresource) throw notFound(groupResourceOf(target), target.name)
  return authorizeCreate(write)
}

/** Step: a uid or a version in the configuration is a condition on the live object. */
export function requireState({ target, configuration, row }: WriteState): void {
  const { uid, resourceVersion } = configuration.metadata
  requireRevision(target, row, expectedRevision(resourceVersion))
  if (!uid || uid === row?.object.metadata.uid) return
  if (row) throw invalid(groupKindOf(target), target.name, [invalidField('metadata.uid', uid, 'field is immutable')])
  const detail = `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`
  throw conflict(groupResourceOf(target), target.name, detail)
}

/** Step: merges the configuration into the live object, and records who owns what. */
export function mergeConfiguration(write: WriteState): Promise<void> | undefined {
  const { live } = write
  const scale = write.target.subresource?.scale
  if (live && scale) requireScaled(inTargetVersion(write.target, live), scale)
  const applied = asWholeObject(write.target, write.configuration)
  return mergeApplied(write, applied, write.patch?.force ?? false)
}

/** Step: reads the merged object, as an update would read it that is sent whole. */
export function decodeMerged(write: WriteState): void {
  const { target, caller, object } = write
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
  // This reads the body as any other write does: what is wrong with it is found, and told, in the same words.
  const wrongTypes = (errors: readonly FieldError[]) => {
    const misfits = misfitsOf(target, value)
    return invalid(groupKindOf(target), target.name, misfits.length > 0 ? misfits : errors)
  }
  const { object } = decodeObject(target, caller, { value, duplicateFields: [] }, { fieldValidation, wrongTypes })
  requireSameAddress(target, object)
  if ((getKey(value.metadata, 'managedFields') ?? null) !== null) throw badRequest('metadata.managedFields must be nil')
  return value as unknown as ApiObject
}

/**
 * Step: a value of the wrong type is refused, also null where the type does not allow it and has no default to put in its place:
 * merged, it would be dropped unnoticed.
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

/** What was sent, with the defaults of its schema in the places of those nulls alone that have one. */
function withDefaultsForNulls(sent: unknown, filled: unknown): unknown {
  if (sent === filled || filled === undefined) return sent
  if (sent === null) return filled
  if (Array.isArray(sent)) return sent.map((item, i) => withDefaultsForNulls(item, (filled as unknown[])[i]))
  if (!isRecord(sent)) return sent
  const result: UnknownRecord = {}
  for (const key of Object.keys(sent)) setKey(result, key, withDefaultsForNulls(sent[key], getKey(filled, key)))
  return result
}

/** What tools expect to be told of a body that is no object. */
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

/** Keys that the text has twice, as its language reports them: YAML names the line. */
function reportDuplicates({ caller }: Write, body: DecodedBody, level: FieldValidation): void {
  const messages = body.duplicateMessages ?? body.duplicateFields.map((field) => `duplicate field "${field}"`)
  if (level === 'Ignore' || messages.length === 0) return
  if (level === 'Strict') {
    const faults = messages.map((message) => `\n  ${message}`).join('')
    throw badRequest(`error strict decoding YAML: error converting YAML to JSON: yaml: unmarshal errors:${faults}`)
  }
  for (const message of messages) caller.warn(message)
}

/** The configuration as part of the whole object: a Scale stands for the number of replicas, and conditions are no intent. */
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
