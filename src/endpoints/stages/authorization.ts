/**
 * Authorization of requests.
 *
 * Runs before anything but the path is looked at, so that an unauthorized caller cannot learn what exists or
 * is invalid.
 *
 * @module
 */

import { type AuthorizationDecision, type Authorizer, alwaysAllow, requireAccess } from '../../authz/index.js'
import {
  ANONYMOUS_USER,
  type Attributes,
  andThen,
  type Dialect,
  fieldRequirements,
  labelRequirements,
  type UserInfo,
} from '../../meta/index.js'
import type { Exchange } from '../exchange.js'
import { nameForAuthorization } from '../name-for-authorization.js'
import type { QueryParameters } from '../options/index.js'
import type { RequestInfo } from '../request-info.js'
import type { Stage } from '../stage.js'

/**
 * Refuses with 403 what the user may not do. The decision and its reason are audited.
 *
 * @param authorizer - Decides.
 * @param dialect - The plane's dialect.
 */
export function authorization(authorizer: Authorizer, dialect: Dialect): Stage {
  const [decisionKey, reasonKey] = ['decision', 'reason'].map((key) => `authorization.${dialect.groupDomain}/${key}`) as [
    string,
    string,
  ]
  const note = ({ audit }: Exchange, answer: AuthorizationDecision) => {
    if (!audit) return
    const hasFailed = 'evaluationError' in answer && answer.evaluationError !== undefined
    // An error message may contain addresses.
    if (!hasFailed) audit.annotate(decisionKey, answer.decision === 'allow' ? 'allow' : 'forbid')
    audit.annotate(reasonKey, hasFailed ? 'internal error' : (answer.reason ?? ''))
  }
  const authorize = (exchange: Exchange): void | Promise<void> => {
    const { request, user = ANONYMOUS_USER, tracer, audit } = exchange
    const noted = audit && ((answer: AuthorizationDecision) => note(exchange, answer))
    return andThen(requireAccess(authorizer, attributesOf(request, user), noted), (reason) => {
      tracer?.decided({ by: 'authorization', outcome: 'allowed', ...(reason !== undefined && { reason }) })
    })
  }
  return {
    name: 'authorization',
    handle(exchange, next) {
      if (authorizer !== alwaysAllow) return andThen(authorize(exchange as Exchange), () => next(exchange))
      note(exchange as Exchange, ALLOWED)
      return next(exchange)
    },
  }
}

const ALLOWED: AuthorizationDecision = Object.freeze({ decision: 'allow' })

/**
 * A request as authorizers see it.
 *
 * @param request - The parsed request.
 * @param user - The user.
 */
export function attributesOf(request: RequestInfo, user: UserInfo): Attributes {
  const attributes: Attributes = {
    user,
    verb: request.verb,
    isResourceRequest: request.isResourceRequest,
    path: request.decodedPath,
    group: request.group,
    version: request.version,
    resource: request.resource,
    subresource: request.subresource,
    namespace: request.namespace,
    name: nameForAuthorization(request),
  }
  return SELECTING_VERBS.has(request.verb) && request.isResourceRequest ? withSelectors(attributes, request.query) : attributes
}

const SELECTING_VERBS: ReadonlySet<string> = new Set(['list', 'watch', 'deletecollection'])

/** Selectors are parsed when an authorizer reads them, which RBAC never does. */
function withSelectors(attributes: Attributes, query: QueryParameters): Attributes {
  const fields = query.get('fieldSelector')
  const labels = query.get('labelSelector')
  if (!fields && !labels) return attributes
  return {
    ...attributes,
    get fieldSelector() {
      return fieldRequirements(fields ?? '')
    },
    get labelSelector() {
      return labelRequirements(labels ?? '')
    },
  }
}
