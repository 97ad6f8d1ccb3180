/**
 * How a request is counted: labels whose values come from what is served, never from what a client makes up.
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

/** A request as it is counted. */
export interface CountedRequest {
  /** The same for the same labels. */
  readonly key: string
  readonly labels: () => Labels
  /** Whether the answer lasts as long as its client likes. */
  readonly isLongRunning: boolean
}

/**
 * Reads the labels of a request.
 *
 * @param request - Any request; of addresses that nothing serves only the method is counted.
 * @param find - Finds the type that it addresses.
 */
export function countedRequest(request: RequestInfo, find: FindResource): CountedRequest {
  const found = request.isResourceRequest ? find(request.group, request.version, request.resource) : undefined
  if (!found) {
    const verb = METHODS.has(request.method) ? request.method : 'OTHER'
    const labels = { verb, group: '', version: '', resource: '', subresource: '', scope: '' }
    return { key: verb, labels: () => labels, isLongRunning: false }
  }
  const { group, version, resource } = request
  const part = found.version.subresources.find(({ name }) => name === request.subresource)
  const subresource = part?.name ?? ''
  const verb = part?.connect ? CONNECT : verbOf(request)
  const scope = request.name !== '' ? 'resource' : request.namespace !== '' ? 'namespace' : 'cluster'
  return {
    key: `${verb} ${group}/${version}/${resource}/${subresource} ${scope}`,
    labels: () => ({ verb, group, version, resource, subresource, scope }),
    isLongRunning: verb === CONNECT || request.verb === 'watch',
  }
}

function verbOf(request: RequestInfo): string {
  if (request.verb === 'patch' && request.header('content-type')?.startsWith('application/apply-patch+')) return 'APPLY'
  return (Object.hasOwn(RESOURCE_VERBS, request.verb) && RESOURCE_VERBS[request.verb]) || 'OTHER'
}
