/**
 * What a mutation makes of an object: the configuration that it applies, or the patch.
 *
 * @module
 */

import { compileObjectType, type FieldType, merge, validate } from '../../apply/index.js'
import { type ApiObject, isRecord, type UnknownRecord } from '../../meta/index.js'
import { applyJsonPatch } from '../../patch/index.js'
import type { Schema } from '../../schema/index.js'

/** A mutation that does not fit the object; the message is shown to clients. */
export class MutationFault extends Error {}

const types = new WeakMap<Schema, FieldType>()
const untyped = compileObjectType(null)

function typeOf(schema: Schema | undefined): FieldType {
  if (!schema) return untyped
  let type = types.get(schema)
  if (!type) {
    type = compileObjectType(schema.document, { definitions: schema.components, unchecked: true })
    types.set(schema, type)
  }
  return type
}

/**
 * Merges a configuration into an object, as an apply does that takes nothing away.
 *
 * @param schema - Of the object.
 * @param object - The object.
 * @param configuration - The value of the expression.
 * @throws {@link MutationFault} when the configuration does not fit, or changes a part of what is owned as a whole.
 */
export function applyMutation(schema: Schema | undefined, object: ApiObject, configuration: unknown): ApiObject {
  const type = typeOf(schema)
  const { apiVersion, kind } = object
  const applied = { ...(configuration as UnknownRecord), apiVersion, kind }
  const [problem] = validate(type, applied)
  if (problem) throw new MutationFault(`invalid ApplyConfiguration: ${problem.text}: ${problem.message}`)
  const atomic = atomicPart(type, applied, '')
  if (atomic !== undefined) {
    throw new MutationFault(`invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: ${atomic}`)
  }
  return merge(type, object, applied) as ApiObject
}

/** The path of a part that is owned as a whole; undefined when there is none. */
function atomicPart(type: FieldType, value: unknown, path: string): string | undefined {
  if (Array.isArray(value)) {
    const { list } = type
    if (!list || list.kind === 'atomic') return path
    return firstOf(value, (item, i) => (isRecord(item) ? atomicPart(list.items, item, `${path}[${i}]`) : undefined))
  }
  if (!isRecord(value) || !type.map) return undefined
  const { map } = type
  if (map.isAtomic) return path
  return firstOf(Object.keys(value), (key) => {
    const member = map.typeOf(key)
    return member && atomicPart(member, value[key], `${path}.${key}`)
  })
}

function firstOf<T>(items: readonly T[], find: (item: T, index: number) => string | undefined): string | undefined {
  for (const [i, item] of items.entries()) {
    const found = find(item, i)
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * Applies a patch to an object.
 *
 * @param object - The object.
 * @param operations - The value of the expression.
 * @throws {@link MutationFault} when the patch does not fit.
 */
export function patchMutation(object: ApiObject, operations: unknown): ApiObject {
  let patched: unknown
  try {
    patched = applyJsonPatch(object, operations, { lenient: true })
  } catch (error) {
    throw new MutationFault(`JSON Patch: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
  if (!isRecord(patched)) throw new MutationFault('JSON Patch: what it leaves is not an object')
  return patched as ApiObject
}
