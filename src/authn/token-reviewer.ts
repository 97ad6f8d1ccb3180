/**
 * Tokens that somebody else was shown: whose they are, and for whom they are meant.
 *
 * @module
 */

import type { UserInfo } from '../meta/index.js'
import type { Authenticator } from './authenticator.js'

/** A token that is good. */
export interface ReviewedToken {
  readonly user: UserInfo
  /** Those of the audiences asked for that the token is meant for, at least one. */
  readonly audiences: readonly string[]
}

/**
 * Finds out whose token it is.
 *
 * @param token - A bearer token, as it stands in a header.
 * @param audiences - Of whom one has to be meant; the API itself when empty.
 * @returns Whose it is, or undefined when nobody knows it or it is meant for others.
 */
export type TokenReviewer = (token: string, audiences: readonly string[]) => Promise<ReviewedToken | undefined>

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
    if (result.outcome !== 'authenticated') return undefined
    const meant = (result.audiences ?? apiAudiences).filter((audience) => wanted.includes(audience))
    return meant.length > 0 ? { user: result.user, audiences: meant } : undefined
  }
}
