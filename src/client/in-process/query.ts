/**
 * The query parameters of a client's request.
 *
 * @module
 */

import type { QueryParameters } from '../../endpoints/index.js'

const NONE: readonly string[] = Object.freeze([])

/**
 * Shows parameters as those of an address, where one may come more than once.
 *
 * @param query - Each parameter with its value.
 */
export const queryOf = (query: ReadonlyMap<string, string>): QueryParameters => ({
  get: (name) => query.get(name),
  getAll: (name) => {
    const value = query.get(name)
    return value === undefined ? NONE : [value]
  },
  has: (name) => query.has(name),
})

/** Shows the query of an address as its parameters. */
export function searchOf(search: string): QueryParameters {
  const query = new URLSearchParams(search)
  return { get: (name) => query.get(name) ?? undefined, getAll: (name) => query.getAll(name), has: (name) => query.has(name) }
}
