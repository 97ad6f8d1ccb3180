/**
 * Lists that take more than one request: pages of one snapshot, and an exact version from a server that first answers with
 * another one.
 *
 * @module
 * @see Specification, "Resource versions" (client rules) and "Chunked lists"
 */

import { ApiError, type ApiObject, deepFreeze, expired } from '../meta/index.js'
import { ConnectionError, isExpired } from './errors.js'
import type { ListOptions, PagesOptions } from './options.js'
import type { ObjectList } from './types.js'

/** Reads one page, or everything without a limit. */
export type ReadPage<T extends ApiObject> = (options: ListOptions) => Promise<ObjectList<T>>

const PAGE_SIZE = 500
/** Maximum number of consecutive pages without an item. */
const MAX_EMPTY = 1_000

/**
 * Follows the tokens of a list from page to page. A token that comes again is found by Brent's algorithm: each is compared with one
 * that is remembered, which is replaced after 1, 2, 4, … pages, so that a circle of any length is noticed in it.
 */
export class TokenTrail {
  #remembered: string | undefined
  #pages = 0
  #replaceAfter = 1
  #empty = 0

  /**
   * Options of the next page.
   *
   * @param page - The page.
   * @returns Undefined at the end.
   * @throws {@link ConnectionError} for a server whose tokens never end.
   */
  next({
    items,
    continue: token,
  }: {
    readonly items: readonly unknown[]
    readonly continue?: string | undefined
  }): string | undefined {
    this.#empty = items.length > 0 ? 0 : this.#empty + 1
    if (token !== undefined && (token === this.#remembered || this.#empty > MAX_EMPTY)) {
      throw new ConnectionError('the pages of a list lead nowhere: they repeat a token, or are empty without an end')
    }
    this.#pages += 1
    if (this.#pages === this.#replaceAfter) {
      this.#remembered = token
      this.#replaceAfter *= 2
      this.#pages = 0
    }
    return token
  }
}

/**
 * Reads a list page by page.
 *
 * @param read - Reads one page.
 * @param options - Selectors, and what to do when the snapshot expires meanwhile.
 */
export async function* pagesOf<T extends ApiObject>(
  read: ReadPage<T>,
  { onExpired = 'fail', ...options }: PagesOptions,
): AsyncGenerator<ObjectList<T>, void, undefined> {
  // A token includes its version; a server refuses a page request with both.
  const { resourceVersion: _version, resourceVersionMatch: match, ...unversioned } = options
  const newest = { limit: PAGE_SIZE, ...unversioned }
  // An exact version cannot be replaced by another one.
  const goesOn = onExpired === 'continue' && match !== 'Exact'
  const readOr = async (wanted: ListOptions, instead: (error: unknown) => ListOptions | undefined): Promise<ObjectList<T>> => {
    try {
      return await read(wanted)
    } catch (error) {
      const other = goesOn && isExpired(error) ? instead(error) : undefined
      if (!other) throw error
      return read(other)
    }
  }
  const trail = new TokenTrail()
  let page = await readOr({ limit: PAGE_SIZE, ...options }, (error) => withTokenOf(error, newest) ?? newest)
  for (;;) {
    yield page
    const token = trail.next({ items: page.items, continue: page.metadata.continue })
    if (token === undefined) return
    page = await readOr({ ...newest, continue: token }, (error) => withTokenOf(error, newest))
  }
}

/** The rest of an expired list, by the token in the refusal. */
function withTokenOf(error: unknown, options: ListOptions): ListOptions | undefined {
  const token = error instanceof ApiError ? error.status.metadata?.continue : undefined
  return typeof token === 'string' && token !== '' ? { ...options, continue: token } : undefined
}

/**
 * Reads a list. The version of an exact list is verified: a server without support for exact versions answers with another one,
 * and serves the requested one only in pages.
 *
 * @param read - Reads one page.
 * @param options - Selectors and version.
 * @throws {@link ApiError} 410 when the server does not have the version at all.
 */
export async function listExactly<T extends ApiObject>(read: ReadPage<T>, options: ListOptions): Promise<ObjectList<T>> {
  const list = await read(options)
  const { resourceVersion: wanted = '', resourceVersionMatch, limit = 0, continue: token } = options
  const isPage = limit > 0 || token !== undefined
  if (resourceVersionMatch !== 'Exact' || isPage || list.metadata.resourceVersion === wanted) return list
  const items: T[] = []
  for await (const page of pagesOf(read, { ...options, limit: PAGE_SIZE })) {
    const shown = page.metadata.resourceVersion
    if (shown !== wanted) throw expired(`the list was asked for at the exact version ${wanted}, and is of version ${shown}`)
    items.push(...page.items)
  }
  return deepFreeze({ ...list, metadata: { resourceVersion: wanted }, items })
}
