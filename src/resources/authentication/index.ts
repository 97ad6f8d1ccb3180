/**
 * Kinds of the group `authentication`: reviews of identities.
 *
 * @module
 */

import type { TokenReviewer } from '../../authn/index.js'
import type { Dialect } from '../../meta/index.js'
import type { ResourceDefinition } from '../definition/definition.js'
import { selfSubjectReview } from './self-subject-review.js'
import { tokenReview } from './token-review.js'

/**
 * The virtual kinds SelfSubjectReview and TokenReview.
 *
 * @param dialect - The plane's dialect.
 * @param reviewToken - Authenticates a token.
 */
export const authenticationResources = (dialect: Dialect, reviewToken: TokenReviewer): readonly ResourceDefinition[] => [
  selfSubjectReview(dialect),
  tokenReview(dialect, reviewToken),
]
