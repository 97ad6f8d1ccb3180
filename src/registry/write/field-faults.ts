/**
 * Fields that a body has and its type does not know, or that it has twice: refused, or warned of, worded as in Kubernetes.
 *
 * @module
 * @see Specification, "Field validation"
 */

import { ApiError, formatFieldPath, isRecord, MAX_REPORTED_FIELDS } from '../../meta/index.js'
import { bodyTypeOf } from '../context.js'
import type { Caller, DecodedBody, FieldValidation, Target } from '../types.js'

/** Characters of a refusal (ours): paths are long when keys are. */
const MAX_LENGTH = 1024 * 1024

/**
 * Warns of fields that are unknown or written twice, or refuses them.
 *
 * @param target - What the request addresses.
 * @param caller - Is warned.
 * @param body - The decoded body.
 * @param unknown - Paths of the unknown fields, in order of the alphabet.
 * @param level - How strict to be.
 * @throws {@link ApiError} 400 (Strict), with all of them, up to 10,000 or a megabyte.
 */
export function reportFields(
  target: Target,
  caller: Caller,
  body: DecodedBody,
  unknown: readonly string[],
  level: FieldValidation,
): void {
  const { duplicateFields } = body
  if (level === 'Ignore' || unknown.length + duplicateFields.length === 0) return
  const faults = faultsOf(target, body.value, unknown, duplicateFields)
  if (level === 'Warn') {
    for (const text of faults) caller.warn(text)
    return
  }
  const { definition, version } = bodyTypeOf(target)
  const { kind } = definition.names
  const message = `${kind} in version "${version.name}" cannot be handled as a ${kind}: strict decoding error: ${listed(faults)}`
  throw new ApiError({ code: 400, reason: 'BadRequest', message, maxMessageLength: 2 * MAX_LENGTH })
}

const unknownField = (path: string): string => `unknown field "${path}"`
const duplicateField = (path: string): string => `duplicate field "${path}"`

/**
 * Built-in kinds are read field by field, so that faults come as they stand in the text and nothing is said of what an unknown
 * field holds. Custom objects are read whole first.
 */
function faultsOf(
  { definition }: Target,
  value: unknown,
  unknown: readonly string[],
  duplicate: readonly string[],
): readonly string[] {
  if (definition.custom) return [...duplicate.map(duplicateField), ...unknown.map(unknownField)]
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

/** Members and items of a body that are looked at for the order of faults (ours); faults of those behind them come last. */
const MAX_LOOKED_AT = 100_000

/** The faults by the places of their fields in a document. What an unknown field holds is passed by, with its faults. */
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
