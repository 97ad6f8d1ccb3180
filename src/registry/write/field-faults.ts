/**
 * Unknown and duplicate fields of a body: refused or warned of, worded as in Kubernetes.
 *
 * @module
 * @see Specification, "Field validation"
 */

import { ApiError, formatFieldPath, isRecord, MAX_REPORTED_FIELDS } from '../../meta/index.js'
import type { BodyForm } from '../context.js'
import type { Caller, DecodedBody, FieldValidation } from '../types.js'

/** Characters of a refusal (ours): paths are long when keys are. */
const MAX_LENGTH = 1024 * 1024

/** Fields of a body to report. */
export interface FieldReport {
  /** How the body is read. */
  readonly form: BodyForm
  /** Receives the warnings. */
  readonly caller: Caller
  readonly body: DecodedBody
  /** Paths of the unknown fields, in order of the alphabet. */
  readonly unknown: readonly string[]
  /** How strict to be. */
  readonly level: FieldValidation
  /** The JSON patch that the body is the result of: faults of its operations come first. */
  readonly patch?: DecodedBody | undefined
}

/**
 * Warns of unknown and duplicate fields, or refuses them.
 *
 * @param report - See {@link FieldReport}.
 * @throws {@link ApiError} 400 (Strict), with all of them, up to 10,000 or a megabyte.
 */
export function reportFields({ form, caller, body, unknown, level, patch }: FieldReport): void {
  const { duplicateFields } = body
  if (level === 'Ignore' || (!patch && unknown.length + duplicateFields.length === 0)) return
  const faults = [...(patch ? operationFaults(patch) : []), ...faultsOf(form, body.value, unknown, duplicateFields)]
  if (faults.length === 0) return
  if (level === 'Warn') {
    for (const text of faults) caller.warn(text)
    return
  }
  const { kind, version } = form
  const message = `${kind} in version "${version}" cannot be handled as a ${kind}: strict decoding error: ${listed(faults)}`
  throw new ApiError({ code: 400, reason: 'BadRequest', message, maxMessageLength: 2 * MAX_LENGTH })
}

/** The fault of a field that a type does not have. */
export const unknownField = (path: string): string => `unknown field ${JSON.stringify(path)}`

/** The fault of a field that a body has more than once. */
export const duplicateField = (path: string): string => `duplicate field ${JSON.stringify(path)}`

/**
 * The refusal of an invalid body: 400 when it has unknown fields as well, as they may be misspelled required ones. The causes name both.
 *
 * @param error - Returned as it is, unless it is a 422 and there are unknown fields.
 * @param unknown - Paths of the unknown fields.
 * @see Specification, "Field validation", 4
 */
export function besideUnknown(error: unknown, unknown: readonly string[]): unknown {
  if (unknown.length === 0 || !(error instanceof ApiError) || error.status.code !== 422) return error
  const causes = unknown.map((field) => ({ field, reason: 'FieldValueInvalid', message: unknownField(field) }))
  const { message, details } = error.status
  return new ApiError({
    code: 400,
    reason: 'BadRequest',
    message: `${message}; ${causes.map((cause) => cause.message).join(', ')}`,
    details: { ...details, causes: [...causes, ...(details?.causes ?? [])] },
    cause: error,
  })
}

/** Members of an operation of a JSON patch (RFC 6902 §4). */
const OPERATION_MEMBERS: ReadonlySet<string> = new Set(['op', 'path', 'from', 'value'])

/** Unknown and repeated members of the operations of a JSON patch, worded as in Kubernetes. */
function operationFaults({ value: operations, duplicateFields }: DecodedBody): readonly string[] {
  const faults = new Map(duplicateFields.map((path) => [path, duplicateField(path)] as const))
  for (const [index, operation] of Array.isArray(operations) ? operations.entries() : []) {
    for (const key of isRecord(operation) ? Object.keys(operation) : []) {
      // One more than are reported, so that the report says that it is cut.
      if (faults.size > MAX_REPORTED_FIELDS) break
      if (OPERATION_MEMBERS.has(key)) continue
      const path = formatFieldPath([index, key])
      faults.set(path, unknownField(path))
    }
  }
  return faults.size === 0 ? [] : inDocumentOrder(operations, faults).map((fault) => `json patch ${fault}`)
}

/**
 * Built-in kinds are decoded field by field, so errors come in the order of the text, and the content of an unknown
 * field is skipped. Custom objects are decoded whole first.
 */
function faultsOf(
  { isTyped }: BodyForm,
  value: unknown,
  unknown: readonly string[],
  duplicate: readonly string[],
): readonly string[] {
  if (!isTyped) return [...duplicate.map(duplicateField), ...unknown.map(unknownField)]
  if (unknown.length === 0) return duplicate.map(duplicateField)
  const faults = new Map([...duplicate.map((path) => [path, duplicateField(path)] as const)])
  for (const path of unknown) faults.set(path, unknownField(path))
  return inDocumentOrder(value, faults)
}

function listed(faults: readonly string[]): string {
  let text = ''
  for (const [index, fault] of faults.entries()) {
    if (index === MAX_REPORTED_FIELDS || text.length > MAX_LENGTH) return `${text}, … and more (cut)`
    text += index === 0 ? fault : `, ${fault}`
  }
  return text
}

/** Members and items of a body that are searched for the order of errors (ours); errors in later ones come last. */
const MAX_LOOKED_AT = 100_000

/** The errors in the order of their fields in the document. The content of an unknown field is skipped. */
function inDocumentOrder(document: unknown, faults: ReadonlyMap<string, string>): readonly string[] {
  const left = new Map(faults)
  const ordered: string[] = []
  const path: (string | number)[] = []
  let room = MAX_LOOKED_AT
  const look = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const key of Array.isArray(value) ? value.keys() : Object.keys(value)) {
      if (left.size === 0 || room-- <= 0) return
      path.push(key)
      const place = formatFieldPath(path)
      const fault = left.get(place)
      if (fault !== undefined) ordered.push(fault)
      left.delete(place)
      if (fault !== unknownField(place))
        look(Array.isArray(value) ? value[key as number] : isRecord(value) ? value[key] : undefined)
      path.pop()
    }
  }
  look(document)
  const isWhole = room > 0
  for (const [place, fault] of left) if (!isWhole || fault === unknownField(place)) ordered.push(fault)
  return ordered
}
