/**
 * Parses the operations of a JSON patch.
 *
 * @module
 */

import { getKey, isRecord, tooLarge, type UnknownRecord } from '../meta/index.js'
import { patchDoesNotFit, unreadablePatch } from './errors.js'
import { parseLenientPath, parsePointer } from './pointer.js'

type Path = readonly string[]

/** Maximum reference tokens of all pointers of a patch together: a body of 3 MiB has room for a million. */
const MAX_TOKENS = 200_000

/** One parsed operation. Paths are reference tokens. */
export type Operation =
  | { readonly op: 'add' | 'replace' | 'test'; readonly path: Path; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: Path }
  | { readonly op: 'move' | 'copy'; readonly from: Path; readonly path: Path }

/**
 * Checks that a decoded body is the list of a JSON patch.
 *
 * @param body - Decoded JSON.
 * @param maxOperations - Maximum number of operations.
 * @throws ApiError 400 for any other value than a list of objects, 413 for too many operations or pointers that are too long.
 */
export function readOperationList(body: unknown, maxOperations: number): readonly UnknownRecord[] {
  if (!Array.isArray(body)) throw unreadablePatch('a JSON patch is a list of operations')
  if (body.length > maxOperations) {
    throw tooLarge(`The allowed maximum operations in a JSON patch is ${maxOperations}, got ${body.length}`)
  }
  const bad = body.findIndex((operation) => !isRecord(operation))
  if (bad !== -1) throw unreadablePatch(`operation ${bad} of the JSON patch is not an object`)
  let tokens = 0
  for (const operation of body) tokens += slashes(getKey(operation, 'path')) + slashes(getKey(operation, 'from'))
  if (tokens > MAX_TOKENS) {
    throw tooLarge(`The allowed maximum steps of all paths in a JSON patch is ${MAX_TOKENS}, got ${tokens}`)
  }
  return body as UnknownRecord[]
}

function slashes(pointer: unknown): number {
  if (typeof pointer !== 'string') return 0
  let count = 0
  for (let at = pointer.indexOf('/'); at !== -1; at = pointer.indexOf('/', at + 1)) count += 1
  return count
}

/**
 * Parses one operation. Members that an operation does not define are ignored (RFC 6902 §4).
 *
 * @param raw - An element of the list.
 * @param lenient - Whether to parse it as Kubernetes does (see `JsonPatchOptions`): a missing value is null.
 * @throws ApiError 422 for an unknown operation or a missing member: Kubernetes reports that as a patch that fails.
 */
export function readOperation(raw: UnknownRecord, lenient: boolean): Operation {
  const path = readPath(raw, 'path', lenient)
  switch (raw.op) {
    case 'add':
    case 'replace':
    case 'test':
      if (!lenient && !Object.hasOwn(raw, 'value')) throw patchDoesNotFit('a value is missing')
      return { op: raw.op, path, value: getKey(raw, 'value') ?? null }
    case 'remove':
      return { op: 'remove', path }
    case 'move':
    case 'copy':
      return { op: raw.op, from: readPath(raw, 'from', lenient), path }
    default:
      throw patchDoesNotFit('unknown operation')
  }
}

function readPath(raw: UnknownRecord, name: 'path' | 'from', lenient: boolean): Path {
  const text = getKey(raw, name)
  const tokens = typeof text === 'string' ? (lenient ? parseLenientPath : parsePointer)(text) : undefined
  if (!tokens) throw patchDoesNotFit(`${JSON.stringify(name)} is not a JSON pointer`)
  return tokens
}
