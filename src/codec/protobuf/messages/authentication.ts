/**
 * Reviews of users and tokens, and tokens of service accounts.
 *
 * @module
 */

import type { GroupMessages } from './group-messages.js'

/** Messages of `authentication.platform.io/v1`. */
export const authentication: GroupMessages = {
  apiVersion: (domain) => `authentication.${domain}/v1`,
  kinds: ['authentication.TokenRequest', 'TokenReview', 'SelfSubjectReview'],
  messages: {
    'authentication.TokenRequest': `
      1 metadata ObjectMeta
      2 spec TokenRequestSpec
      3 status TokenRequestStatus`,
    TokenRequestSpec: `
      1 audiences list string
      3 boundObjectRef BoundObjectReference
      4 expirationSeconds int64?`,
    BoundObjectReference: `
      1 kind string
      2 apiVersion string
      3 name string
      4 uid string`,
    TokenRequestStatus: `
      1 token string!
      2 expirationTimestamp Time`,
    TokenReview: `
      1 metadata ObjectMeta
      2 spec TokenReviewSpec
      3 status TokenReviewStatus`,
    TokenReviewSpec: `
      1 token string
      2 audiences list string`,
    TokenReviewStatus: `
      1 authenticated bool
      2 user UserInfo
      3 error string
      4 audiences list string`,
    UserInfo: `
      1 username string
      2 uid string
      3 groups list string
      4 extra map ExtraValue`,
    ExtraValue: `
      1 items list string`,
    SelfSubjectReview: `
      1 metadata ObjectMeta
      2 status SelfSubjectReviewStatus`,
    SelfSubjectReviewStatus: `
      1 userInfo UserInfo`,
  },
}
