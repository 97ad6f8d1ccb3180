/**
 * Limits of a patch. A few bytes of patch can double a document repeatedly (`copy` into itself) or traverse a huge one ten
 * thousand times, so size, depth and work are limited.
 *
 * @module
 */

import { type ApiError, check, givenMembers, isRecord, tooLarge } from '../meta/index.js'

/** Limits of one patch. Sizes are approximate characters of JSON text. */
export interface PatchLimits {
  /** Operations of a JSON patch. Default 10,000. */
  readonly maxOperations?: number
  /** Characters that all `copy` operations together may copy. Default 3 Mi. */
  readonly maxCopySize?: number
  /** Characters of the patched document. Default 3 Mi, as of a request body. */
  readonly maxResultSize?: number
  /** Levels of nesting in the patched document. Default 10,000, as of a request body. */
  readonly maxDepth?: number
}

const DEFAULT_PATCH_LIMITS: Required<PatchLimits> = Object.freeze({
  maxOperations: 10_000,
  maxCopySize: 3 * 1024 * 1024,
  maxResultSize: 3 * 1024 * 1024,
  maxDepth: 10_000,
})

const { amount } = check
const BOUNDS = { maxOperations: amount, maxCopySize: amount, maxResultSize: amount, maxDepth: amount }
const patchOptions = /* @__PURE__ */ check.members<string>({ ...BOUNDS, lenient: check.truth })
const patchLimits = /* @__PURE__ */ check.members<string>(BOUNDS)

/** Refuses unknown options of a JSON patch. */
export const checkPatchOptions = (callee: string, options: unknown): void =>
  check.refuse(callee, patchOptions(options, 'options'))

/** Refuses unknown limits. */
export const checkPatchLimits = (callee: string, limits: unknown): void => check.refuse(callee, patchLimits(limits, 'limits'))

/** Fills in missing limits. */
export const withDefaultLimits = (limits: PatchLimits | undefined): Required<PatchLimits> => ({
  ...DEFAULT_PATCH_LIMITS,
  ...givenMembers(limits),
})

/**
 * Counts the characters of a JSON value, visiting every container once, without recursion.
 *
 * @param value - A JSON value.
 * @param limits - The maximum size and depth, and the error beyond them.
 * @param onContainer - Called with each array and object.
 * @returns Approximate characters of its JSON text.
 */
export function measure(
  value: unknown,
  limits: { readonly maxSize: number; readonly maxDepth: number; readonly error: () => ApiError },
  onContainer?: (container: object) => void,
): number {
  let size = 0
  let level: unknown[] = [value]
  // Level by level, so that the depth is known without storing it for each value.
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > limits.maxDepth) throw limits.error()
    const next: unknown[] = []
    for (const item of level) {
      if (typeof item === 'string') size += item.length + 3
      else if (Array.isArray(item)) {
        onContainer?.(item)
        size += 3
        for (const member of item) next.push(member)
      } else if (isRecord(item)) {
        onContainer?.(item)
        size += 3
        for (const key of Object.keys(item)) {
          size += key.length + 3
          next.push(item[key])
        }
      } else size += 5
      if (size > limits.maxSize) throw limits.error()
    }
    level = next
  }
  return size
}

/**
 * Refuses a patched document that is larger or deeper than a body may be.
 *
 * @param result - The patched document.
 * @param limits - The limits.
 * @throws ApiError 413
 */
export function checkResult(result: unknown, limits: Required<PatchLimits>): void {
  const error = () =>
    tooLarge(`the patched document has more than ${limits.maxResultSize} characters or ${limits.maxDepth} levels`)
  measure(result, { maxSize: limits.maxResultSize, maxDepth: limits.maxDepth, error })
}
