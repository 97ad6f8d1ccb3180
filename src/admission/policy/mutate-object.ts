/**
 * Applies the result of a mutation to an object: an apply configuration, or a JSON patch.
 *
 * @module
 */

import { type FieldType, merge, typeOfSchema, validate } from '../../apply/index.js'
import { type ApiObject, isLongJson, isRecord, messageOf, type UnknownRecord } from '../../meta/index.js'
import { applyJsonPatch, isFailedTest } from '../../patch/index.js'
import type { Schema } from '../../schema/index.js'
import { requireSameKind } from '../same-kind.js'

/** A mutation that does not fit the object; the message is shown to clients. */
export class MutationFault extends Error {}

/** Maximum characters of a mutated object, as of a patched one: several mutations may each add much. */
const MAX_LENGTH = 3 * 1024 * 1024

/**
 * Merges a configuration into an object, like an apply that removes nothing.
 *
 * @param schema - Schema of the object.
 * @param object - The object.
 * @param configuration - The value of the expression.
 * @throws {@link MutationFault} when the configuration does not fit, or changes a part of an atomic value.
 */
export function applyMutation(schema: Schema | undefined, object: ApiObject, configuration: unknown): ApiObject {
  const type = typeOfSchema(schema)
  const { apiVersion, kind } = object
  const applied = { ...(configuration as UnknownRecord), apiVersion, kind }
  const [problem] = validate(type, applied)
  if (problem) throw unfit(`${problem.text}: ${problem.message}`)
  const atomic = atomicParts(type, applied, '')
  if (atomic.length > 0) throw unfit(`may not mutate atomic arrays, maps or structs: ${atomic.join(', ')}`)
  const merged = merge(type, object, applied) as ApiObject
  if (isLongJson(merged, MAX_LENGTH)) throw new MutationFault(`the mutated object has more than ${MAX_LENGTH} characters`)
  return merged
}

const unfit = (what: string): MutationFault => new MutationFault(`error applying patch: invalid ApplyConfiguration: ${what}`)

/** The paths of the atomic values. */
function atomicParts(type: FieldType, value: unknown, path: string): readonly string[] {
  if (Array.isArray(value)) {
    const { list } = type
    if (!list || list.kind === 'atomic') return [path]
    return value.flatMap((item, i) => (isRecord(item) ? atomicParts(list.items, item, `${path}[${i}]`) : []))
  }
  if (!isRecord(value) || !type.map) return []
  const { map } = type
  if (map.isAtomic) return [path]
  return Object.keys(value).flatMap((key) => {
    const member = map.typeOf(key)
    return member ? atomicParts(member, value[key], `${path}.${key}`) : []
  })
}

/**
 * Applies a patch to an object. A failed `test` skips the patch: policies use it when there is nothing to change.
 *
 * @param object - The object.
 * @param operations - The value of the expression.
 * @throws {@link MutationFault} when the patch does not fit.
 */
export function patchMutation(object: ApiObject, operations: unknown): ApiObject {
  try {
    const patched = applyJsonPatch(object, operations, { lenient: true })
    requireSameKind(patched, object, 'what it leaves')
    return patched
  } catch (error) {
    if (isFailedTest(error)) return object
    throw new MutationFault(`JSONPath: ${messageOf(error)}`, { cause: error })
  }
}
