/**
 * TokenReview: authenticates a token for another service.
 *
 * @module
 */

import type { TokenReviewer } from '../../authn/index.js'
import { type ApiObject, badRequest, type Dialect } from '../../meta/index.js'
import type { ResourceDefinition } from '../definition/definition.js'
import { reviewDefinition } from '../definition/review-definition.js'
import { textAt, textsOf, valueAt, withFields } from '../fields/fields.js'
import { flag, list, listMarkers, refTo, struct, text } from '../fields/json-schema.js'
import { userFields, userSchemas } from './user-info.js'

/**
 * The TokenReview kind: a service has a received token verified. An invalid token is a normal answer, not an error.
 *
 * @param dialect - The plane's dialect.
 * @param reviewToken - Authenticates a token.
 * @see Specification, "Webhook token authentication"
 */
export function tokenReview(dialect: Dialect, reviewToken: TokenReviewer): ResourceDefinition {
  const { atomic } = listMarkers(dialect)
  return reviewDefinition(dialect, {
    group: `authentication.${dialect.groupDomain}`,
    kind: 'TokenReview',
    namespaced: false,
    schemaName: 'authentication.v1.TokenReview',
    description: 'Asks whose a token is.',
    required: ['spec'],
    properties: {
      spec: refTo('authentication.v1.TokenReviewSpec', 'The token.'),
      status: refTo('authentication.v1.TokenReviewStatus', 'Whose it is. Set by the server.'),
    },
    schemas: () => ({
      'authentication.v1.TokenReviewSpec': struct('The token to verify.', {
        audiences: list('Audiences, of which the token needs one; those of the API when empty.', { type: 'string' }, atomic),
        token: text('The token, as it stands in a header.'),
      }),
      'authentication.v1.TokenReviewStatus': struct('What is known of a token.', {
        audiences: list('Those asked for that the token is meant for.', { type: 'string' }, atomic),
        authenticated: flag('Whether the token is good.'),
        error: text('Why it is not.'),
        user: refTo('authentication.v1.UserInfo', 'Whose token it is.'),
      }),
      ...userSchemas(dialect),
    }),
    review: async (object) => withFields(object, { status: await statusOf(object, reviewToken) }),
  })
}

async function statusOf(object: ApiObject, reviewToken: TokenReviewer): Promise<Readonly<Record<string, unknown>>> {
  const token = textAt(object, 'spec', 'token')
  if (token === '') throw badRequest('token is required for TokenReview in authentication')
  const known = await reviewToken(token, textsOf(valueAt(object, 'spec', 'audiences')))
  if (!known.authenticated) return { user: {}, error: known.error }
  return { authenticated: true, user: userFields(known.user), audiences: known.audiences }
}
