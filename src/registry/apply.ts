/**
 * Server-side apply: a manager says what it wants of an object, and the server merges.
 *
 * @module
 */

import { ApiError, type ApiObject, badRequest, conflict, getKey, invalid, isRecord, notFound } from '../meta/index.js'
import { fromScale } from '../resources/index.js'
import type { Row } from '../store/index.js'
import { requireSameAddress } from './address.js'
import { authorizeCreate } from './authorize.js'
import { apiVersionOf, groupKindOf, groupResourceOf, type Write } from './context.js'
import { createDecoded } from './create.js'
import { type DecodedObject, decodeObject, expectedKind } from './decode-object.js'
import { expectedRevision, requireRevision, without } from './metadata.js'
import { mergeApplied, readOwners } from './ownership.js'
import { liveRow } from './read-through.js'
import type { DecodedBody, FieldValidation, PatchRequest, Target, WriteAnswer, WriteOptions } from './types.js'
import { replace } from './update.js'
import { inLine } from './write-lines.js'

/**
 * Applies a configuration, creating the object when it does not exist.
 *
 * @param write - The place, who asks, and whether it is only tried.
 * @param request - The configuration, and whether it may take fields from others.
 * @param options - Options of the write.
 * @throws {@link ApiError} 400, 404, 409 or 422.
 * @see Specification, "Server-side apply"
 */
export async function applyConfiguration(write: Write, request: PatchRequest, options: WriteOptions): Promise<WriteAnswer> {
  const { target } = write
  const configuration = readConfiguration(write, request.body, options.fieldValidation ?? 'Warn')
  const applied = asWholeObject(target, configuration)
  return await inLine(write, async () => {
    const row = await liveRow(write)
    if (!row && target.subresource) throw notFound(groupResourceOf(target), target.name)
    if (!row) await authorizeCreate(write)
    requireState(write, configuration, row)
    const { turn } = write
    const reading = row && readOwners(write, row)
    if (reading) await reading
    if (turn.isSpent) await turn.next()
    const merged = mergeApplied(write, applied, row?.object, request.force ?? false)
    if (turn.isSpent) await turn.next()
    requireTypes(target, configuration)
    if (turn.isSpent) await turn.next()
    const decoded = mergedObject(write, merged)
    return row ? await replace(write, row, decoded) : await createUnlessTaken(write, decoded)
  })
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
  const { object } = decodeObject(target, caller, { value, duplicateFields: [] }, { fieldValidation })
  requireSameAddress(target, object)
  if ((getKey(value.metadata, 'managedFields') ?? null) !== null) throw badRequest('metadata.managedFields must be nil')
  return value as unknown as ApiObject
}

/** A value of the wrong type is refused, also null where the type does not allow it: merged, it would be dropped unnoticed. */
function requireTypes(target: Target, configuration: ApiObject): void {
  if (!target.definition.custom || target.subresource?.kind) return
  const errors = target.version.schema?.validate(configuration).filter(({ reason }) => reason === 'FieldValueTypeInvalid') ?? []
  if (errors.length > 0) throw invalid(groupKindOf(target), target.name, errors)
}

/** What the field says of a body that is no object; tools show it as it is. */
const UNREADABLE = 'error decoding YAML: error unmarshaling JSON: while decoding JSON: json'

function typeName(value: unknown): string {
  if (Array.isArray(value)) return 'array'
  return typeof value === 'boolean' ? 'bool' : typeof value
}

function checkKind(target: Target, value: Readonly<Record<string, unknown>>): void {
  const apiVersion = String(getKey(value, 'apiVersion') ?? '')
  const kind = String(getKey(value, 'kind') ?? '')
  const expected = expectedKind(target)
  if (apiVersion === expected.apiVersion && kind === expected.kind) return
  throw badRequest(`invalid object type: ${apiVersion.includes('/') ? '' : '/'}${apiVersion}, Kind=${kind}`)
}

/** Keys that the text has twice, in the words of its language: YAML names the line. */
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
  if (!scale) return { ...configuration, metadata }
  const bare: ApiObject = {
    apiVersion: apiVersionOf(target),
    kind: target.definition.names.kind,
    metadata: { name: target.name },
  }
  return fromScale(bare, { ...configuration, metadata }, scale)
}

/** A uid or a version in the configuration is a condition on the live object. */
function requireState({ target }: Write, { metadata }: ApiObject, row: Row | undefined): void {
  const { uid, resourceVersion } = metadata
  requireRevision(target, row, expectedRevision(resourceVersion))
  const live = row?.object.metadata.uid ?? ''
  if (uid && uid !== live) {
    const detail = `uid mismatch: the provided object specified uid ${uid}, and no existing object was found with it`
    throw conflict(groupResourceOf(target), target.name, detail)
  }
}

/** The merged object, ready for the steps that every write goes through. Its ownership is settled. */
function mergedObject({ target, caller }: Write, merged: unknown): DecodedObject {
  const whole: Target = { ...target, subresource: undefined }
  const silent = { ...caller, warn: () => {} }
  const decoded = decodeObject(whole, silent, { value: merged, duplicateFields: [] }, { fieldValidation: 'Ignore' })
  return { ...decoded, isOwned: true }
}

/** Undefined when somebody else has created the object meanwhile: then there is something to merge into. */
async function createUnlessTaken(write: Write, decoded: DecodedObject): Promise<WriteAnswer | undefined> {
  try {
    return await createDecoded(write, decoded)
  } catch (error) {
    if (error instanceof ApiError && error.status.reason === 'AlreadyExists') return undefined
    throw error
  }
}
