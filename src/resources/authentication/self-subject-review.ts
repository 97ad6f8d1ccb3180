/**
 * SelfSubjectReview: the attributes of the caller.
 *
 * @module
 */

import { type Dialect, formatTime, oncePerDialect } from '../../meta/index.js'
import type { ResourceDefinition } from '../definition/definition.js'
import { reviewDefinition } from '../definition/review-definition.js'
import { refTo, struct } from '../fields/json-schema.js'
import { userFields, userSchemas } from './user-info.js'

/**
 * The SelfSubjectReview kind. It has no input; the answer is the caller after authentication and impersonation.
 *
 * @param dialect - The plane's dialect.
 * @see Specification, "Subject access and other virtual endpoints"
 */
export const selfSubjectReview: (dialect: Dialect) => ResourceDefinition = /* @__PURE__ */ oncePerDialect((dialect) =>
  reviewDefinition(dialect, {
    group: `authentication.${dialect.groupDomain}`,
    kind: 'SelfSubjectReview',
    namespaced: false,
    otherVersions: ['v1beta1', 'v1alpha1'],
    schemaName: 'authentication.v1.SelfSubjectReview',
    description: 'Asks who the caller is. There is nothing to fill in.',
    properties: { status: refTo('authentication.v1.SelfSubjectReviewStatus', 'Who the caller is. Set by the server.') },
    schemas: () => ({
      'authentication.v1.SelfSubjectReviewStatus': struct('Who the caller is.', {
        userInfo: refTo('authentication.v1.UserInfo', 'The caller, as authorization and admission know them.'),
      }),
      ...userSchemas(dialect),
    }),
    review: ({ apiVersion, kind }, { user, nowMs }) => ({
      kind,
      apiVersion,
      metadata: { creationTimestamp: formatTime(nowMs) },
      status: { userInfo: userFields(user) },
    }),
  }),
)
