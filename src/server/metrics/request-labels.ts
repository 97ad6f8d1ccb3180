/**
 * Labels of requests, whose values come from the served types, never from what a client makes up.
 *
 * @module
 */

import type { RequestInfo } from '../../endpoints/index.js'
import type { ResourceDefinition, ResourceVersion } from '../../resources/index.js'
import type { Labels } from './series.js'

/** Finds what a request addresses, as the resource catalog does. */
export type FindResource = (
  group: string,
  version: string,
  plural: string,
) => { readonly definition: ResourceDefinition; readonly version: ResourceVersion } | undefined

/** The verb label by the verb of a resource request. */
const RESOURCE_VERBS: Readonly<Record<string, string>> = {
  get: 'GET',
  list: 'LIST',
  watch: 'WATCH',
  create: 'POST',
  update: 'PUT',
  patch: 'PATCH',
  delete: 'DELETE',
  deletecollection: 'DELETECOLLECTION',
}
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Label of requests of subresources that connect, whatever their method. */
const CONNECT = 'CONNECT'

/** Labels of a request. */
export interface RequestLabels extends Labels {
  readonly verb: string
  readonly group: string
  readonly version: string
  readonly resource: string
  readonly subresource: string
  readonly scope: string
}

/**
 * Reads the labels of a request.
 *
 * @param request - Any request; of addresses that nothing serves only the method is counted.
 * @param served - The version of the type that it addresses; undefined when there is none.
 */
export function requestLabels(request: RequestInfo, served: ResourceVersion | undefined): RequestLabels {
  if (!served) {
    const verb = METHODS.has(request.method) ? request.method : 'OTHER'
    return { verb, group: '', version: '', resource: '', subresource: '', scope: '' }
  }
  const { group, version, resource } = request
  const part = request.subresource === '' ? undefined : served.subresources.find(({ name }) => name === request.subresource)
  const verb = part?.connect ? CONNECT : verbOf(request)
  const scope = request.name !== '' ? 'resource' : request.namespace !== '' ? 'namespace' : 'cluster'
  return { verb, group, version, resource, subresource: part?.name ?? '', scope }
}

/** Whether the answer lasts as long as its client likes. */
export const isLongRunning = ({ verb }: RequestLabels): boolean => verb === CONNECT || verb === RESOURCE_VERBS.watch

function verbOf(request: RequestInfo): string {
  if (request.verb === 'patch' && request.header('content-type')?.startsWith('application/apply-patch+')) return 'APPLY'
  return (Object.hasOwn(RESOURCE_VERBS, request.verb) && RESOURCE_VERBS[request.verb]) || 'OTHER'
}
