/**
 * The metadata of a list.
 *
 * @module
 */

/** A page of a list, as its metadata needs it. */
interface ListPage {
  readonly revision: number
  readonly continue: string | undefined
  readonly remainingItemCount: number | undefined
}

/** The `metadata` of a list in the API: `continue` and `remainingItemCount` are absent on the last page. */
export const listMetadata = (page: ListPage) => ({
  resourceVersion: String(page.revision),
  ...(page.continue !== undefined && { continue: page.continue }),
  ...(page.remainingItemCount !== undefined && { remainingItemCount: page.remainingItemCount }),
})
