/**
 * The query parameters of a client's request.
 *
 * @module
 */

import type { QueryParameters } from '../../endpoints/index.js'

const NONE: readonly string[] = Object.freeze([])

/**
 * Converts parameters to those of an address, where one may occur more than once.
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

/** Parses the query of an address. */
export function searchOf(search: string): QueryParameters {
  const query = new URLSearchParams(search)
  return { get: (name) => query.get(name) ?? undefined, getAll: (name) => query.getAll(name), has: (name) => query.has(name) }
}
