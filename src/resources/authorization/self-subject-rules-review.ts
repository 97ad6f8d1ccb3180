/**
 * SelfSubjectRulesReview: the rules of the caller.
 *
 * @module
 */

import { type Authorizer, rulesFor } from '../../authz/index.js'
import { badRequest, type Dialect } from '../../meta/index.js'
import type { ResourceDefinition } from '../definition/definition.js'
import { reviewDefinition } from '../definition/review-definition.js'
import { textAt } from '../fields/fields.js'
import { flag, list, listMarkers, type Properties, refTo, struct, text } from '../fields/json-schema.js'

/**
 * The SelfSubjectRulesReview kind: what the caller may do in a namespace, as far as it can be listed. It is for display only:
 * decisions need an access review.
 *
 * @param dialect - The plane's dialect.
 * @param authorizer - Lists its rules, if it can.
 */
export const selfSubjectRulesReview = (dialect: Dialect, authorizer: Authorizer): ResourceDefinition =>
  reviewDefinition(dialect, {
    group: `authorization.${dialect.groupDomain}`,
    kind: 'SelfSubjectRulesReview',
    namespaced: false,
    schemaName: 'authorization.v1.SelfSubjectRulesReview',
    description: 'Asks what the caller may do in a namespace.',
    required: ['spec'],
    properties: {
      spec: refTo('authorization.v1.SelfSubjectRulesReviewSpec', 'The question.'),
      status: refTo('authorization.v1.SubjectRulesReviewStatus', 'The answer. Set by the server.'),
    },
    schemas: () => schemasOf(dialect),
    async review({ apiVersion, kind, spec }, { user }) {
      const namespace = textAt(spec, 'namespace')
      if (namespace === '') throw badRequest('no namespace on request')
      const rules = await rulesFor(authorizer, user, namespace)
      return { kind, apiVersion, metadata: {}, spec: {}, status: { ...rules } }
    },
  })

function schemasOf(dialect: Dialect): Properties {
  const { atomic } = listMarkers(dialect)
  const texts = (description: string) => list(description, { type: 'string' }, atomic)
  return {
    'authorization.v1.SelfSubjectRulesReviewSpec': struct('Where the caller would do something.', {
      namespace: text('The namespace. Has to be there.'),
    }),
    'authorization.v1.SubjectRulesReviewStatus': struct(
      'What the caller may do.',
      {
        evaluationError: text('Why the lists are incomplete.'),
        incomplete: flag('Whether the caller may be allowed more than is listed.'),
        nonResourceRules: list('Paths that are no resources.', refTo('authorization.v1.NonResourceRule'), atomic),
        resourceRules: list('Resources.', refTo('authorization.v1.ResourceRule'), atomic),
      },
      ['resourceRules', 'nonResourceRules', 'incomplete'],
    ),
    'authorization.v1.ResourceRule': struct(
      'What may be done with resources.',
      {
        apiGroups: texts('API groups of the resources; * for all.'),
        resourceNames: texts('The only objects that are meant; any when empty.'),
        resources: texts('Plural names; * for all, */NAME for a subresource of all.'),
        verbs: texts('What may be done; * for everything.'),
      },
      ['verbs'],
    ),
    'authorization.v1.NonResourceRule': struct(
      'What may be done with paths that are no resources.',
      {
        nonResourceURLs: texts('Paths; * at the end stands for everything that follows.'),
        verbs: texts('HTTP methods, in lower case; * for all.'),
      },
      ['verbs'],
    ),
  }
}
