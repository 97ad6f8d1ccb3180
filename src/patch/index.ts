/**
 * Patches of JSON documents: JSON Patch (RFC 6902), JSON Merge Patch (RFC 7396) and strategic merge patch, pure, bounded,
 * and safe for any key.
 *
 * Knows nothing of objects, kinds or HTTP; the caller decides what a patched document may be.
 *
 * @module
 */

export { isFailedTest } from './errors.js'
export * from './json-patch.js'
export type { PatchLimits } from './limits.js'
export * from './merge-patch.js'
export * from './strategic/index.js'
