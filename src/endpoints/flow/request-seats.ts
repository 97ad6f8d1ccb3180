/**
 * Weights of requests: one that goes through a large collection takes several seats.
 *
 * @module
 */

import type { ResourceDefinition, ResourceVersion } from '../../resources/index.js'
import { isTrue } from '../options/index.js'
import type { RequestInfo } from '../request-info.js'

/** Objects of a collection for which a list takes one seat more. */
const OBJECTS_PER_SEAT = 1000
/** No request takes more. */
const MOST_SEATS = 10
const HEAVY_VERBS: ReadonlySet<string> = new Set(['list', 'watch', 'deletecollection'])

/** Where {@link seatsOf} looks up counts. */
export interface SeatSources {
  readonly catalog: {
    find(
      group: string,
      version: string,
      plural: string,
    ): { readonly definition: ResourceDefinition; readonly version: ResourceVersion } | undefined
  }
  /** How many objects there are of a type. */
  count(definition: ResourceDefinition): number
}

/**
 * How many seats a request takes: one, and one more for each thousand objects that it may go through. Those of other
 * namespaces count too, as in Kubernetes, since their distribution is unknown.
 *
 * @param request - The request.
 * @param sources - What is stored.
 */
export function seatsOf(request: RequestInfo, { catalog, count }: SeatSources): number {
  if (!HEAVY_VERBS.has(request.verb) || !request.isResourceRequest || request.name !== '') return 1
  const found = catalog.find(request.group, request.version, request.resource)
  // A review has no objects.
  if (!found || found.definition.review) return 1
  if (request.verb === 'watch' && !startsWithState(request)) return 1
  return Math.min(1 + Math.floor(Math.min(count(found.definition), pageOf(request)) / OBJECTS_PER_SEAT), MOST_SEATS)
}

/** Whether a watch starts with the current state; otherwise it starts from a version. */
function startsWithState({ query }: RequestInfo): boolean {
  const version = query.get('resourceVersion') ?? ''
  return version === '' || version === '0' || isTrue(query.get('sendInitialEvents'))
}

/** How many objects a list goes through at most. A page of a selection may go through all of them. */
function pageOf({ query }: RequestInfo): number {
  const limit = Number(query.get('limit'))
  return limit > 0 && !query.has('labelSelector') && !query.has('fieldSelector') ? limit : Number.POSITIVE_INFINITY
}
