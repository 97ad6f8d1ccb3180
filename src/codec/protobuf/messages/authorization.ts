/**
 * Reviews of access.
 *
 * @module
 */

import type { GroupMessages } from './group-messages.js'

/** Messages of `authorization.platform.io/v1`. */
export const authorization: GroupMessages = {
  apiVersion: (domain) => `authorization.${domain}/v1`,
  kinds: ['SubjectAccessReview', 'SelfSubjectAccessReview', 'LocalSubjectAccessReview', 'SelfSubjectRulesReview'],
  messages: {
    SubjectAccessReview: `
      1 metadata ObjectMeta
      2 spec SubjectAccessReviewSpec
      3 status SubjectAccessReviewStatus`,
    SubjectAccessReviewSpec: `
      1 resourceAttributes ResourceAttributes
      2 nonResourceAttributes NonResourceAttributes
      3 user string
      4 groups list string
      5 extra map ExtraValue
      6 uid string`,
    ResourceAttributes: `
      1 namespace string
      2 verb string
      3 group string
      4 version string
      5 resource string
      6 subresource string
      7 name string
      8 fieldSelector FieldSelectorAttributes
      9 labelSelector LabelSelectorAttributes`,
    FieldSelectorAttributes: `
      1 rawSelector string
      2 requirements list FieldSelectorRequirement`,
    FieldSelectorRequirement: `
      1 key string!
      2 operator string!
      3 values list string`,
    LabelSelectorAttributes: `
      1 rawSelector string
      2 requirements list LabelSelectorRequirement`,
    NonResourceAttributes: `
      1 path string
      2 verb string`,
    SubjectAccessReviewStatus: `
      1 allowed bool!
      2 reason string
      3 evaluationError string
      4 denied bool`,
    SelfSubjectAccessReview: `
      1 metadata ObjectMeta
      2 spec SelfSubjectAccessReviewSpec
      3 status SubjectAccessReviewStatus`,
    SelfSubjectAccessReviewSpec: `
      1 resourceAttributes ResourceAttributes
      2 nonResourceAttributes NonResourceAttributes`,
    LocalSubjectAccessReview: `
      1 metadata ObjectMeta
      2 spec SubjectAccessReviewSpec
      3 status SubjectAccessReviewStatus`,
    SelfSubjectRulesReview: `
      1 metadata ObjectMeta
      2 spec SelfSubjectRulesReviewSpec
      3 status SubjectRulesReviewStatus`,
    SelfSubjectRulesReviewSpec: `
      1 namespace string`,
    SubjectRulesReviewStatus: `
      1 resourceRules list ResourceRule
      2 nonResourceRules list NonResourceRule
      3 incomplete bool!
      4 evaluationError string`,
    ResourceRule: `
      1 verbs list string
      2 apiGroups list string
      3 resources list string
      4 resourceNames list string`,
    NonResourceRule: `
      1 verbs list string
      2 nonResourceURLs list string`,
  },
}
