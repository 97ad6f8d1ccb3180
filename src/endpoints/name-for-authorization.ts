/**
 * Which object a request is about, as authorizers see it.
 *
 * @module
 */

import { parseFieldSelector, pathSegmentName } from '../meta/index.js'
import type { QueryParameters } from './options/index.js'

/** What {@link nameForAuthorization} looks at. */
export interface NamingRequest {
  readonly verb: string
  readonly name: string
  readonly query: QueryParameters
}

/**
 * The name that a request is about, for authorization: that of the address, or for a list or watch the one that
 * its field selector requires.
 *
 * @param request - The request.
 */
export function nameForAuthorization(request: NamingRequest): string {
  if (request.name !== '' || (request.verb !== 'list' && request.verb !== 'watch')) return request.name
  const text = request.query.get('fieldSelector')
  if (!text?.includes('metadata.name')) return ''
  try {
    const name = parseFieldSelector(text).valueOf('metadata.name') ?? ''
    // A name that no address can have, such as one with a slash, names nothing here either.
    return pathSegmentName(name).length === 0 ? name : ''
  } catch {
    return '' // an unreadable selector selects no name here; the verb refuses it later
  }
}
