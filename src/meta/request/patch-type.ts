/**
 * The patch formats, and their media types.
 *
 * @module
 * @see Specification, "Patch"
 */

/** The patch formats. */
export type PatchType = 'json' | 'merge' | 'strategic' | 'apply'

/** The media type of each patch format, in the order of refusals. */
export const PATCH_MEDIA_TYPES: Readonly<Record<PatchType, string>> = /* @__PURE__ */ Object.freeze({
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  apply: 'application/apply-patch+yaml',
})
