/**
 * Tokens that somebody else was shown: whose they are, and for whom they are meant.
 *
 * @module
 */

import type { UserInfo } from '../meta/index.js'
import { type Authenticator, INVALID_TOKEN } from './authenticator.js'

/** What is known of a token: whose it is, or why it is nobody's. */
export type ReviewedToken =
  | {
      readonly authenticated: true
      readonly user: UserInfo
      /** Those of the audiences asked for that the token is meant for, at least one. */
      readonly audiences: readonly string[]
    }
  | { readonly authenticated: false; readonly error: string }

/**
 * Finds out whose token it is.
 *
 * @param token - A bearer token, as it stands in a header.
 * @param audiences - Of whom one has to be meant; the API itself when empty.
 * @returns Whose it is, or why nobody's: not known, not good any more, or meant for others.
 */
export type TokenReviewer = (token: string, audiences: readonly string[]) => Promise<ReviewedToken>

/**
 * Makes a reviewer of tokens out of what authenticates requests, so that both take the same tokens.
 *
 * @param authenticator - Is shown the token as a request would, and nothing else.
 * @param apiAudiences - The names of the API itself: what authenticators accept that know of no audiences is meant for these.
 * @see Specification, "Webhook token authentication"
 */
export function createTokenReviewer(authenticator: Authenticator, apiAudiences: readonly string[]): TokenReviewer {
  return async (token, audiences) => {
    const wanted = audiences.length > 0 ? audiences : apiAudiences
    const result = await authenticator.authenticate({
      header: (name) => (name === 'authorization' ? [`Bearer ${token}`] : []),
      headerNames: () => ['authorization'],
      peerCertificates: [],
      audiences: wanted,
    })
    if (result.outcome !== 'authenticated') return refused(result.outcome === 'rejected' ? result.reason : INVALID_TOKEN)
    const meant = wanted.filter((audience) => (result.audiences ?? apiAudiences).includes(audience))
    return meant.length > 0 ? { authenticated: true, user: result.user, audiences: meant } : refused(INVALID_TOKEN)
  }
}

/** A reason of one authenticator stands beside the verdict of all, in brackets as the API conventions list several errors. */
const refused = (reason: string): ReviewedToken => ({
  authenticated: false,
  error: reason === INVALID_TOKEN ? INVALID_TOKEN : `[${INVALID_TOKEN}, ${reason}]`,
})
