/**
 * JSON Patch: a list of operations, applied as a whole or not at all.
 *
 * @module
 */

import { ApiError, isRecord, requireJson, tooLarge } from '../meta/index.js'
import { Draft } from './draft.js'
import { failedTest, patchDoesNotFit } from './errors.js'
import { checkPatchOptions, checkResult, measure, type PatchLimits, withDefaultLimits } from './limits.js'
import { type Operation, readOperation, readOperationList } from './operations.js'

/** Maximum members that all `test` operations may compare and all insertions may move; enough for any realistic patch. */
const MAX_STEPS = 10_000_000

/** Options and limits of a JSON patch. */
export interface JsonPatchOptions extends PatchLimits {
  /**
   * Whether to be as lenient as Kubernetes, where the RFC requires an error. False by default.
   *
   * A missing member of an object reads as null (`test`, `copy`) and can be replaced; a missing `value` is null; a path begins
   * with its first slash, and a `~` that begins no escape is literal. An index may have a sign and leading zeros; a negative one
   * counts from the end. Items of lists, and all but the last step of a path, still have to exist. The whole document can only be
   * tested and replaced.
   */
  readonly lenient?: boolean
}

/**
 * Applies a JSON patch.
 *
 * @param document - A JSON document; not written to. Untouched parts of it are shared with the result.
 * @param operations - The decoded patch: a list of operations.
 * @param options - Limits, and strictness.
 * @returns The patched document; the same instance when no operation wrote.
 * @throws ApiError 400 when `operations` is no patch, 422 (Invalid, empty details) when one of them cannot be applied, 413 when a
 *   limit is exceeded.
 * @see RFC 6902; array indices and escapes: RFC 6901
 */
export function applyJsonPatch(document: unknown, operations: unknown, options: JsonPatchOptions = {}): unknown {
  checkPatchOptions('applyJsonPatch', options)
  requireJson('applyJsonPatch', { document, operations })
  return jsonPatched(document, operations, options)
}

/** As {@link applyJsonPatch}, for what is known to be JSON: decoded bodies and stored objects. */
export function jsonPatched(document: unknown, operations: unknown, options: JsonPatchOptions = {}): unknown {
  const { lenient = false, ...limits } = options
  const bounds = withDefaultLimits(limits)
  const list = readOperationList(operations, bounds.maxOperations)
  let steps = 0
  const spend = (count: number) => {
    steps += count
    if (steps > MAX_STEPS) throw tooLarge('the JSON patch asks for too much work')
  }
  const draft = new Draft(document, spend, lenient)
  let copied = 0
  const copy = (value: unknown): unknown => {
    const error = () => tooLarge(`the copies of the JSON patch have more than ${bounds.maxCopySize} characters`)
    const room = { maxSize: bounds.maxCopySize - copied, maxDepth: bounds.maxDepth, error }
    copied += measure(value, room, (container) => draft.share(container))
    return value
  }
  for (const [index, raw] of list.entries()) {
    try {
      perform(draft, readOperation(raw, lenient), { copy, spend, lenient })
    } catch (error) {
      throw atOperation(error, index, raw.op)
    }
  }
  if (draft.root !== document) checkResult(draft.root, bounds)
  return draft.root
}

interface Rules {
  /** Counts what a `copy` adds. */
  readonly copy: (value: unknown) => unknown
  readonly spend: (count: number) => void
  readonly lenient: boolean
}

function perform(draft: Draft, operation: Operation, { copy, spend, lenient }: Rules): void {
  if (lenient) requirePart(operation)
  switch (operation.op) {
    case 'add':
      draft.add(operation.path, operation.value)
      break
    case 'replace':
      draft.replace(operation.path, operation.value)
      break
    case 'remove':
      draft.remove(operation.path)
      break
    case 'copy':
      draft.add(operation.path, copy(draft.get(operation.from)))
      break
    case 'move':
      move(draft, operation.from, operation.path, lenient)
      break
    case 'test':
      if (!equal(draft.get(operation.path), operation.value, spend)) throw failedTest()
  }
}

/** Refuses the operations that Kubernetes does not apply to the whole document. */
function requirePart(operation: Operation): void {
  if (operation.op === 'test' || operation.op === 'replace') return
  const isWhole = operation.path.length === 0 || ('from' in operation && operation.from.length === 0)
  if (isWhole) throw patchDoesNotFit(`${operation.op} does not apply to the whole document`)
}

function move(draft: Draft, from: readonly string[], path: readonly string[], lenient: boolean): void {
  const prefixed = from.every((token, i) => token === path[i])
  const isSame = prefixed && from.length === path.length
  if (isSame && !lenient) {
    draft.get(from)
    return
  }
  // Even the lenient `remove` needs the value.
  if (prefixed && !isSame) throw patchDoesNotFit('a value cannot be moved into itself')
  draft.add(path, draft.remove(from))
}

/** Compares two JSON values by content without recursion, counting the members compared (RFC 6902 §4.6). */
function equal(left: unknown, right: unknown, spend: (count: number) => void): boolean {
  const pairs: [unknown, unknown][] = [[left, right]]
  for (let pair = pairs.pop(); pair; pair = pairs.pop()) {
    const [a, b] = pair
    if (a === b) continue
    if (Array.isArray(a)) {
      if (!Array.isArray(b) || a.length !== b.length) return false
      spend(a.length)
      for (let i = 0; i < a.length; i++) pairs.push([a[i], b[i]])
    } else if (isRecord(a) && isRecord(b)) {
      const [keys, others] = [Object.keys(a), Object.keys(b)]
      spend(keys.length + others.length)
      if (keys.length !== others.length) return false
      for (const key of keys) {
        if (!Object.hasOwn(b, key)) return false
        pairs.push([a[key], b[key]])
      }
    } else return false
  }
  return true
}

/** Adds the index of the failed operation, counted from 0. */
function atOperation(error: unknown, index: number, op: unknown): unknown {
  if (!(error instanceof ApiError) || error.status.code !== 422) return error
  const name = typeof op === 'string' ? ` (${op.slice(0, 20)})` : ''
  const message = `operation ${index}${name}: ${error.message}`
  return new ApiError({ code: 422, reason: 'Invalid', message, details: {}, cause: error })
}
