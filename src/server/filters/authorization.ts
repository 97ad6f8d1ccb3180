/**
 * Whether the user may do what is asked.
 *
 * Asked before anything of the request is looked at but its address: what does not exist, or cannot be read, is no
 * business of somebody who may not do it.
 *
 * @module
 */

import { type Authorizer, alwaysAllow } from '../../authz/index.js'
import { ANONYMOUS_USER, ApiError, type Attributes, forbidden, type UserInfo } from '../../meta/index.js'
import type { Filter } from '../exchange.js'
import { nameForAuthorization, type RequestInfo } from '../parse-request.js'
import { decodePercent } from '../query.js'

/**
 * Refuses with 403 what the user may not do.
 *
 * @param authorizer - Decides.
 */
export function authorization(authorizer: Authorizer): Filter {
  if (authorizer === alwaysAllow) return (exchange, next) => next(exchange)
  return async (exchange, next) => {
    const attributes = attributesOf(exchange.request, exchange.user ?? ANONYMOUS_USER)
    const { decision, reason } = await authorizer.authorize(attributes)
    if (decision !== 'allow') throw refusal(attributes, reason)
    return next(exchange)
  }
}

/**
 * What a request asks to do, as authorizers see it.
 *
 * @param request - The parsed request.
 * @param user - Who asks.
 */
export function attributesOf(request: RequestInfo, user: UserInfo): Attributes {
  return {
    user,
    verb: request.verb,
    isResourceRequest: request.isResourceRequest,
    path: decodePercent(request.rawPath),
    group: request.group,
    version: request.version,
    resource: request.resource,
    subresource: request.subresource,
    namespace: request.namespace,
    name: nameForAuthorization(request),
  }
}

function refusal(attributes: Attributes, reason: string | undefined): ApiError {
  const { user, verb, group, resource, subresource, namespace, name, path } = attributes
  const who = `User ${JSON.stringify(user.username)} cannot ${verb}`
  const because = reason ? `: ${reason}` : ''
  if (!attributes.isResourceRequest) {
    const message = `forbidden: ${who} path ${JSON.stringify(path)}${because}`
    return new ApiError({ code: 403, reason: 'Forbidden', message, details: {} })
  }
  const what = `resource "${resource}${subresource && `/${subresource}`}" in API group "${group}"`
  const where = namespace === '' ? 'at the cluster scope' : `in the namespace "${namespace}"`
  return forbidden({ group, resource }, name, `${who} ${what} ${where}${because}`)
}
