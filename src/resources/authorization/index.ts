/**
 * Kinds of the group `authorization`: access reviews.
 *
 * @module
 */

import type { Authorizer } from '../../authz/index.js'
import type { Dialect } from '../../meta/index.js'
import type { ResourceDefinition } from '../definition/definition.js'
import { localSubjectAccessReview, selfSubjectAccessReview, subjectAccessReview } from './access-reviews.js'
import { selfSubjectRulesReview } from './self-subject-rules-review.js'

/**
 * The virtual kinds SubjectAccessReview, SelfSubjectAccessReview, LocalSubjectAccessReview and SelfSubjectRulesReview.
 *
 * @param dialect - The plane's dialect.
 * @param authorizer - The authorizer of requests.
 */
export const authorizationResources = (dialect: Dialect, authorizer: Authorizer): readonly ResourceDefinition[] => [
  localSubjectAccessReview(dialect, authorizer),
  selfSubjectAccessReview(dialect, authorizer),
  selfSubjectRulesReview(dialect, authorizer),
  subjectAccessReview(dialect, authorizer),
]
