/**
 * Kinds of the group `authorization`: access reviews.
 *
 * @module
 */

import type { Authorizer } from '../../authz/index.js'
import { type Dialect, oncePerDialect } from '../../meta/index.js'
import type { ResourceDefinition } from '../definition/definition.js'
import { localSubjectAccessReview, selfSubjectAccessReview, subjectAccessReview } from './access-reviews.js'
import { selfSubjectRulesReview } from './self-subject-rules-review.js'

/**
 * The virtual kinds SubjectAccessReview, SelfSubjectAccessReview, LocalSubjectAccessReview and SelfSubjectRulesReview.
 *
 * @param dialect - The plane's dialect.
 * @param authorizer - The authorizer of requests. Planes with the same one share the kinds.
 */
export function authorizationResources(dialect: Dialect, authorizer: Authorizer): readonly ResourceDefinition[] {
  const known = kindsByAuthorizer(dialect)
  const kinds = known.get(authorizer) ?? [
    localSubjectAccessReview(dialect, authorizer),
    selfSubjectAccessReview(dialect, authorizer),
    selfSubjectRulesReview(dialect, authorizer),
    subjectAccessReview(dialect, authorizer),
  ]
  known.set(authorizer, kinds)
  return kinds
}

/** Planes that allow everything have one authorizer: tests start many of them. */
const kindsByAuthorizer = /* @__PURE__ */ oncePerDialect(() => new WeakMap<Authorizer, readonly ResourceDefinition[]>())
