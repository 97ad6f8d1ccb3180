/**
 * The 403 of requests that are not authorized, the same in process and over HTTP.
 *
 * @module
 */

import { ApiError, type Attributes, andThen, forbidden, internalError } from '../meta/index.js'
import { type AuthorizationDecision, type Authorizer, requireDecision } from './authorizer.js'

/**
 * Throws unless a request is authorized.
 *
 * @param authorizer - Decides.
 * @param attributes - The request.
 * @param note - Called with the decision.
 * @returns The reason of the authorizer, if any.
 * @throws {@link ApiError} 403 unless the authorizer allows it; 500 when it failed.
 */
export function requireAccess(
  authorizer: Authorizer,
  attributes: Attributes,
  note?: (answer: AuthorizationDecision) => void,
): string | undefined | Promise<string | undefined> {
  return andThen(authorizer.authorize(attributes), (given) => {
    const answer = requireDecision(given)
    note?.(answer)
    if (answer.decision === 'allow') return answer.reason
    // The cause goes to the log only, as it may contain addresses.
    if (answer.evaluationError !== undefined) throw internalError(new Error(`authorization failed: ${answer.evaluationError}`))
    throw refusal(attributes, answer.reason)
  })
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
