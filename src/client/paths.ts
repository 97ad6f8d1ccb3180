/**
 * Paths of resources, and HTTP methods of verbs.
 *
 * @module
 */

import { requirePathSegment } from '../meta/index.js'
import type { ClientRequest } from './transport.js'

/** The method of each verb. */
export const METHODS = {
  get: 'GET',
  list: 'GET',
  watch: 'GET',
  create: 'POST',
  update: 'PUT',
  patch: 'PATCH',
  delete: 'DELETE',
  deletecollection: 'DELETE',
} as const

/**
 * The path of a request, each segment percent-encoded.
 *
 * @param request - Its target.
 * @returns Such as `/apis/apps/v1/namespaces/default/deployments/web/status`.
 * @throws {@link ApiError} 400 for names that no object can have and that a proxy may resolve, such as `..`.
 * @see Specification, "Endpoints"
 */
export function resourcePath({
  type,
  namespace,
  name,
  subresource,
}: Pick<ClientRequest, 'type' | 'namespace' | 'name' | 'subresource'>): string {
  const { group, version, resource } = type
  const root = group === '' ? `/api/${encode(version)}` : `/apis/${encode(group)}/${encode(version)}`
  requirePathSegment(namespace, 'Namespace')
  requirePathSegment(name, 'Name')
  const place = namespace === '' ? root : `${root}/namespaces/${encode(namespace)}`
  const object = name === '' ? '' : `/${encode(name)}`
  return `${place}/${encode(resource)}${object}${subresource === '' ? '' : `/${encode(subresource)}`}`
}

const encode = encodeURIComponent
