/**
 * Patches of JSON documents: JSON Patch (RFC 6902) and JSON Merge Patch (RFC 7396), pure, bounded, and safe for any key.
 *
 * Knows nothing of objects, kinds or HTTP; whoever calls decides what a patched document may be.
 *
 * @module
 */

export * from './json-patch.js'
export { DEFAULT_PATCH_LIMITS, type PatchLimits } from './limits.js'
export * from './merge-patch.js'
