/**
 * The patch languages, and their media types.
 *
 * @module
 * @see Specification, "Patch"
 */

/** The patch languages. */
export type PatchType = 'json' | 'merge' | 'strategic' | 'apply'

/** The media type of each patch language, in the order that refusals list them. */
export const PATCH_MEDIA_TYPES: Readonly<Record<PatchType, string>> = Object.freeze({
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  apply: 'application/apply-patch+yaml',
})
