/**
 * From a decoded body to an object of the right kind: identity checks, metadata, unknown fields.
 *
 * @module
 */

import {
  ApiError,
  type ApiObject,
  badRequest,
  copyWith,
  type FieldError,
  formatApiVersion,
  formatFieldPath,
  getKey,
  isRecord,
  mergeOwnerReferences,
  type ObjectMeta,
  parseApiVersion,
  readObjectMeta,
  setKey,
  shortened,
  type UnknownRecord,
} from '../../meta/index.js'
import { apiVersionOf } from '../../resources/index.js'
import { type BodyForm, bodyFormOf } from '../context.js'
import type { Caller, DecodedBody, FieldValidation, Target } from '../types.js'
import { type FieldReport, reportFields } from './field-faults.js'

/** An object as a client sent it, in the version that it was sent in. */
export interface DecodedObject {
  readonly object: ApiObject
  /** Fields that the type does not know; they were removed from the object. */
  readonly unknownFields: readonly string[]
  /** Violations of the schema of a built-in kind. Custom kinds are validated later, when the object is complete. */
  readonly schemaErrors: readonly FieldError[]
}

/** Options of reading a body. */
interface DecodeOptions {
  readonly fieldValidation: FieldValidation
  /** See {@link FieldReport.patch}. */
  readonly patch?: DecodedBody | undefined
  /** Makes the error for a body of another kind or of wrong types; a plain 400 by default. */
  readonly unreadable?: (message: string) => ApiError
  /** Makes the error for all wrong types of a built-in kind; by default, the first one makes the body unreadable. */
  readonly wrongTypes?: (errors: readonly FieldError[]) => ApiError
}

/**
 * Reads an object from a body.
 *
 * @param target - What the request addresses.
 * @param caller - Receives warnings about unknown and duplicate fields.
 * @param body - The decoded body.
 * @param options - How strict to be.
 * @throws {@link ApiError} 400 for a body of another kind, of wrong types, or (Strict) with unknown or duplicate fields.
 * @see Specification, "Field validation"
 */
export function decodeObject(target: Target, caller: Caller, body: DecodedBody, options: DecodeOptions): DecodedObject {
  if (!isRecord(body.value)) throw badRequest('the body of the request is not an object')
  const form = bodyFormOf(target)
  const unreadable = options.unreadable ?? badRequest
  const identity = checkKind(target, body.value, unreadable)
  const { meta, unknownFields } = readMetadata(getKey(body.value, 'metadata') ?? {}, unreadable)
  // Pruned as it is: a copy without its metadata would have unknown fields by the ten thousand.
  const pruned = pruneContent(form, body.value, unreadable)
  const { kind: _kind, apiVersion: _apiVersion, metadata: _metadata, ...content } = pruned.content
  const { kind, apiVersion } = identity
  const object: ApiObject = { kind, apiVersion, metadata: mergeOwners(meta, caller), ...content }
  const unknown = [...unknownFields, ...pruned.unknownFields].sort()
  reportFields({ form, caller, body, unknown, level: options.fieldValidation, patch: options.patch })
  // No deprecation warnings for fields that a subresource drops from the body.
  if (!target.subresource) for (const text of form.schema?.deprecations?.(content) ?? []) caller.warn(text)
  const schemaErrors = checkTypes(form, object, unreadable, options.wrongTypes)
  if (body.fractions && form.isTyped) refuseFractions(form, object, body.fractions(), unreadable)
  return { object, unknownFields: unknown, schemaErrors }
}

/**
 * Finds the unknown fields of a body, also of one that cannot be read for another reason.
 *
 * @param target - What the request addresses.
 * @param body - The body.
 */
export function unknownFieldsOf(target: Target, body: UnknownRecord): readonly string[] {
  const unknown: string[] = []
  try {
    readObjectMeta(getKey(body, 'metadata') ?? {}, 'metadata', unknown)
  } catch {
    // The unknown fields up to the one that cannot be read are there.
  }
  return [...unknown, ...(bodyFormOf(target).schema?.prune(body).unknownFields ?? [])].sort()
}

function readMetadata(raw: unknown, unreadable: (message: string) => ApiError): ReturnType<typeof readObjectMeta> {
  try {
    return readObjectMeta(raw)
  } catch (error) {
    throw error instanceof ApiError ? unreadable(error.message) : error
  }
}

/** Merges several references to one owner, and warns the client. */
function mergeOwners(meta: ObjectMeta, caller: Caller): ObjectMeta {
  const { references, warning } = mergeOwnerReferences(meta.ownerReferences ?? [])
  if (warning === undefined) return meta
  caller.warn(warning)
  return copyWith(meta, { ownerReferences: references })
}

/** The kind of body that a target takes. */
export function expectedKind(target: Target): { readonly apiVersion: string; readonly kind: string } {
  const kind = target.subresource?.kind
  if (kind) return { apiVersion: formatApiVersion(kind.group, kind.version), kind: kind.kind }
  return { apiVersion: apiVersionOf(target), kind: target.definition.names.kind }
}

function checkKind(
  target: Target,
  body: UnknownRecord,
  unreadable: (message: string) => ApiError,
): { kind: string; apiVersion: string } {
  const expected = expectedKind(target)
  const kind = getKey(body, 'kind') ?? ''
  const apiVersion = getKey(body, 'apiVersion') ?? ''
  if (typeof kind !== 'string' || typeof apiVersion !== 'string') throw badRequest('kind and apiVersion have to be strings')
  if (target.definition.custom && !target.subresource?.kind) {
    if (kind === '') throw unreadable(`Object 'Kind' is missing in the body`)
    if (apiVersion === '') throw unreadable(`Object 'apiVersion' is missing in the body`)
  }
  if (kind !== '' && kind !== expected.kind) {
    throw unreadable(`${kind} in version "${versionName(apiVersion)}" cannot be handled as a ${expected.kind}`)
  }
  const isKnown = apiVersion === expected.apiVersion || target.subresource?.otherApiVersions?.includes(apiVersion)
  if (apiVersion !== '' && !isKnown) {
    throw unreadable(
      `the API version in the data (${apiVersion}) does not match the expected API version (${expected.apiVersion})`,
    )
  }
  return { kind: expected.kind, apiVersion: expected.apiVersion }
}

const versionName = (apiVersion: string): string => parseApiVersion(apiVersion)?.version ?? apiVersion

function pruneContent(
  { schema }: BodyForm,
  body: UnknownRecord,
  unreadable: (message: string) => ApiError,
): { content: UnknownRecord; unknownFields: readonly string[] } {
  if (!schema) return { content: body, unknownFields: [] }
  const { value, unknownFields, malformed } = schema.prune(body)
  if (malformed !== undefined) throw unreadable(malformed)
  return { content: value, unknownFields }
}

/** Built-in kinds have typed fields: a wrong JSON type makes the body unreadable. */
function checkTypes(
  { kind, version, schema, isTyped }: BodyForm,
  object: ApiObject,
  unreadable: (message: string) => ApiError,
  wrongTypes: DecodeOptions['wrongTypes'],
): readonly FieldError[] {
  if (!isTyped || !schema) return []
  const errors = schema.validate(object)
  const [wrong, ...others] = errors.filter(({ reason }) => reason === 'FieldValueTypeInvalid')
  if (!wrong) return errors
  if (wrongTypes) throw wrongTypes([wrong, ...others])
  throw unreadable(`${kind} in version "${version}" cannot be handled as a ${kind}: ${wrong.field}: ${wrong.message}`)
}

/** Typed integers cannot be written with a fraction or an exponent, even one without effect, such as `1.0`. */
function refuseFractions(
  { kind, version, schema }: BodyForm,
  object: ApiObject,
  fractions: ReturnType<NonNullable<DecodedBody['fractions']>>,
  unreadable: (message: string) => ApiError,
): void {
  // The schema tells which of the places take whole numbers only.
  const copies = new Set<unknown>()
  const probe = fractions.reduce<unknown>((value, { path }) => withFraction(value, path, copies), object)
  const wrong = schema?.validate(probe).find(({ reason }) => reason === 'FieldValueTypeInvalid')
  if (!wrong) return
  const literal = fractions.find(({ path }) => formatFieldPath(path) === wrong.field)?.literal ?? ''
  const detail = `json: cannot unmarshal number ${shortened(literal)} into the integer field ${wrong.field}`
  throw unreadable(`${kind} in version "${version}" cannot be handled as a ${kind}: ${detail}`)
}

/**
 * A value with a fraction at a path; the same one when there is no number.
 *
 * @param copies - What was copied for other paths is not copied again: it may have 100,000 members.
 */
function withFraction(value: unknown, [key, ...rest]: readonly (string | number)[], copies: Set<unknown>): unknown {
  if (key === undefined) return typeof value === 'number' ? 0.5 : value
  const isList = Array.isArray(value)
  if (!(isList || isRecord(value)) || !Object.hasOwn(value, key)) return value
  const copy: object = copies.has(value) ? value : isList ? [...value] : { ...value }
  copies.add(copy)
  setKey(copy, String(key), withFraction((value as Readonly<Record<string | number, unknown>>)[key], rest, copies))
  return copy
}
