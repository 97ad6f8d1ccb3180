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
 * The name that a request is about, for authorization: that of the address, or for a list or watch the one that its
 * field selector pins down.
 *
 * @param request - The request.
 */
export function nameForAuthorization(request: NamingRequest): string {
  if (request.name !== '' || (request.verb !== 'list' && request.verb !== 'watch')) return request.name
  const text = request.query.get('fieldSelector')
  if (!text?.includes('metadata.name')) return ''
  try {
    const name = parseFieldSelector(text).valueOf('metadata.name') ?? ''
    // What no address can say, such as a name with a slash in it, names nothing here either.
    return pathSegmentName(name, false).length === 0 ? name : ''
  } catch {
    return '' // a selector that cannot be read narrows nothing; the verb refuses it later
  }
}
