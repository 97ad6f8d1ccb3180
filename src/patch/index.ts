/**
 * Patches of JSON documents: JSON Patch (RFC 6902), JSON Merge Patch (RFC 7396) and strategic merge patch, pure, bounded,
 * and safe for any key.
 *
 * Independent of objects, kinds and HTTP; the caller decides which patched documents are valid.
 *
 * @module
 */

export { isFailedTest } from './errors.js'
export * from './json-patch.js'
export type { PatchLimits } from './limits.js'
export * from './merge-patch.js'
export * from './strategic/index.js'
