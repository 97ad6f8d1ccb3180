/**
 * The three access reviews: for any user, for the caller, and within a namespace.
 *
 * @module
 */

import type { Authorizer } from '../../authz/index.js'
import type { ApiObject, Dialect, UserInfo } from '../../meta/index.js'
import type { ResourceDefinition } from '../definition/definition.js'
import { type ReviewKind, reviewDefinition } from '../definition/review-definition.js'
import type { StrategyContext } from '../definition/strategy.js'
import { withFields } from '../fields/fields.js'
import { refTo, struct } from '../fields/json-schema.js'
import { attributesOf, subjectOf, unreadSelectors } from './access-attributes.js'
import { accessSchemas, SUBJECT_SPEC, subjectSpec, TARGET_FIELDS } from './access-schemas.js'
import { validateLocalReview, validateSelfReview, validateSubjectReview } from './validate-access-review.js'

/**
 * The SubjectAccessReview kind: whether a user may perform an action.
 *
 * @param dialect - The plane's dialect.
 * @param authorizer - Answers.
 * @see Specification, "Subject access and other virtual endpoints"
 */
export const subjectAccessReview = (dialect: Dialect, authorizer: Authorizer): ResourceDefinition =>
  accessReview(dialect, authorizer, {
    kind: 'SubjectAccessReview',
    description: 'Asks whether a user may do something.',
    namespaced: false,
    spec: SUBJECT_SPEC,
    schemas: () => subjectSpec(dialect),
    validate: validateSubjectReview,
    subject: subjectOf,
  })

/**
 * The SelfSubjectAccessReview kind: whether the caller may perform an action.
 *
 * @param dialect - The plane's dialect.
 * @param authorizer - Answers.
 */
export const selfSubjectAccessReview = (dialect: Dialect, authorizer: Authorizer): ResourceDefinition =>
  accessReview(dialect, authorizer, {
    kind: 'SelfSubjectAccessReview',
    description: 'Asks whether the caller may do something.',
    namespaced: false,
    spec: 'authorization.v1.SelfSubjectAccessReviewSpec',
    schemas: () => ({
      'authorization.v1.SelfSubjectAccessReviewSpec': struct('What the caller would do. Exactly one of the two.', TARGET_FIELDS),
    }),
    validate: validateSelfReview,
    subject: (_object, { user }) => user,
  })

/**
 * The LocalSubjectAccessReview kind: whether a user may perform an action in this namespace. The right to create it can be
 * granted for the namespace alone.
 *
 * @param dialect - The plane's dialect.
 * @param authorizer - Answers.
 */
export const localSubjectAccessReview = (dialect: Dialect, authorizer: Authorizer): ResourceDefinition =>
  accessReview(dialect, authorizer, {
    kind: 'LocalSubjectAccessReview',
    description: 'Asks whether a user may do something in one namespace.',
    namespaced: true,
    spec: SUBJECT_SPEC,
    schemas: () => subjectSpec(dialect),
    validate: validateLocalReview,
    subject: subjectOf,
  })

interface AccessReviewKind extends Pick<ReviewKind, 'kind' | 'description' | 'validate'> {
  readonly namespaced: boolean
  /** Name of the schema of the spec. */
  readonly spec: string
  readonly schemas: NonNullable<ReviewKind['schemas']>
  /** The user concerned. */
  readonly subject: (object: ApiObject, context: StrategyContext) => UserInfo
}

function accessReview(dialect: Dialect, authorizer: Authorizer, given: AccessReviewKind): ResourceDefinition {
  const { spec, schemas, subject, ...kind } = given
  return reviewDefinition(dialect, {
    ...kind,
    group: `authorization.${dialect.groupDomain}`,
    schemaName: `authorization.v1.${kind.kind}`,
    required: ['spec'],
    properties: {
      spec: refTo(spec, 'The question.'),
      status: refTo('authorization.v1.SubjectAccessReviewStatus', 'The answer. Set by the server.'),
    },
    schemas: () => ({ ...accessSchemas(dialect), ...schemas() }),
    async review(object, context) {
      const answer = await authorizer.authorize(attributesOf(object, subject(object, context)))
      const { decision, reason } = answer
      const faults = [...(answer.decision !== 'allow' && answer.evaluationError ? [answer.evaluationError] : [])]
      const evaluationError = [...faults, ...unreadSelectors(object)].join('; ')
      const status = {
        allowed: decision === 'allow',
        // Unlike for `noOpinion`, no later authorizer can allow it.
        ...(decision === 'deny' && { denied: true }),
        ...(reason && { reason }),
        ...(evaluationError !== '' && { evaluationError }),
      }
      return withFields(object, { status })
    },
  })
}
