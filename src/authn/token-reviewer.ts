/**
 * TokenReview: verifies tokens for other services, with their user and audiences.
 *
 * @module
 */

import type { UserInfo } from '../meta/index.js'
import { type Authenticator, INVALID_TOKEN } from './authenticator.js'
import { commonAudiences } from './common-audiences.js'

/** The result: the token's user, or why it is not authenticated. */
export type ReviewedToken =
  | {
      readonly authenticated: true
      readonly user: UserInfo
      /** The requested audiences that the token is issued for, at least one. */
      readonly audiences: readonly string[]
    }
  | { readonly authenticated: false; readonly error: string }

/**
 * Authenticates a token.
 *
 * @param token - A bearer token, as in a header.
 * @param audiences - The token has to be issued for one of these; the API's audiences when empty.
 * @returns The token's user, or why it is not authenticated: unknown, expired, or for other audiences.
 */
export type TokenReviewer = (token: string, audiences: readonly string[]) => Promise<ReviewedToken>

/**
 * Creates a token reviewer from the authenticator of requests, so that both accept the same tokens.
 *
 * @param authenticator - Called with a request that contains only the token.
 * @param apiAudiences - The audiences of the API. They count for tokens of authenticators that do not know audiences.
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
    const meant = commonAudiences(wanted, result.audiences ?? apiAudiences)
    return meant.length > 0 ? { authenticated: true, user: result.user, audiences: meant } : refused(INVALID_TOKEN)
  }
}

/** The reason of one authenticator in the error of all: in brackets, as Kubernetes lists several errors. */
const refused = (reason: string): ReviewedToken => ({
  authenticated: false,
  error: reason === INVALID_TOKEN ? INVALID_TOKEN : `[${INVALID_TOKEN}, ${reason}]`,
})
