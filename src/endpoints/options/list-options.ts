/**
 * Options of lists, watches and collection deletes. The store decides which combinations are valid.
 *
 * @module
 */

import { parseFieldSelector, parseLabelSelector } from '../../meta/index.js'
import type { ListQuery, Selection, VersionQuery, WatchQuery } from '../../store/index.js'
import { wholeNumber } from './numbers.js'
import { isTrue, type QueryParameters } from './query-parameters.js'

/**
 * Reads how current the answer of a get has to be.
 *
 * @param query - The query.
 */
export function readVersionOptions(query: QueryParameters): VersionQuery {
  const resourceVersion = query.get('resourceVersion')
  return resourceVersion ? { resourceVersion } : {}
}

/**
 * Reads the options of a list.
 *
 * @param query - The query.
 * @throws {@link ApiError} 400 for numbers and selectors that cannot be read.
 * @see Specification, "Query parameters"
 */
export function readListOptions(query: QueryParameters): ListQuery {
  const limit = wholeNumber(query, 'limit')
  wholeNumber(query, 'timeoutSeconds') // has no meaning for a list, but is refused when it is no number
  const token = query.get('continue')
  return {
    ...readCommon(query),
    ...(limit !== undefined && { limit }),
    ...(token && { continue: token }),
  }
}

/**
 * Reads the options of a watch.
 *
 * @param query - The query.
 * @throws {@link ApiError} 400 for numbers and selectors that cannot be read.
 * @see Specification, "Query parameters"
 */
export function readWatchOptions(query: QueryParameters): WatchQuery {
  const timeoutSeconds = wholeNumber(query, 'timeoutSeconds')
  wholeNumber(query, 'limit')
  return {
    ...readCommon(query),
    ...(timeoutSeconds !== undefined && timeoutSeconds !== 0 && { timeoutSeconds }),
    allowWatchBookmarks: isTrue(query.get('allowWatchBookmarks')),
  }
}

function readCommon(query: QueryParameters): Selection & VersionQuery & { readonly sendInitialEvents?: boolean } {
  const labels = query.get('labelSelector')
  const fields = query.get('fieldSelector')
  const resourceVersion = query.get('resourceVersion')
  const resourceVersionMatch = query.get('resourceVersionMatch')
  return {
    ...(labels && { labelSelector: parseLabelSelector(labels) }),
    ...(fields && { fieldSelector: parseFieldSelector(fields) }),
    ...(resourceVersion && { resourceVersion }),
    ...(resourceVersionMatch && { resourceVersionMatch }),
    ...(query.has('sendInitialEvents') && { sendInitialEvents: isTrue(query.get('sendInitialEvents')) }),
  }
}
