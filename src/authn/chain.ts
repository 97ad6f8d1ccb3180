/**
 * Several authenticators as one.
 *
 * @module
 */

import { AUTHENTICATED_GROUP, type UserInfo } from '../meta/index.js'
import { type AuthenticationResult, type Authenticator, INVALID_TOKEN } from './authenticator.js'

const NO_OPINION: AuthenticationResult = Object.freeze({ outcome: 'noOpinion' })

/**
 * Asks authenticators in order until one knows the user, who then also belongs to `system:authenticated`.
 *
 * A credential that one refuses may still be another's: only when nobody accepts it is the request rejected. An
 * authenticator that throws counts as a refusal, so that a broken one never lets anybody in.
 *
 * @param authenticators - Asked in this order.
 * @returns An authenticator over them all.
 * @see Specification, "Principals and attributes", 4
 */
export function authenticateChain(authenticators: readonly Authenticator[]): Authenticator {
  return {
    async authenticate(credentials) {
      let result = NO_OPINION
      for (const authenticator of authenticators) {
        const next = await ask(authenticator, credentials)
        if (next.outcome === 'authenticated') return { ...next, user: asAuthenticated(next.user) }
        if (next.outcome === 'rejected' && !isTelling(result)) result = next
      }
      return result
    },
  }
}

/** Whether a result says more than that a token is not known: of several rejections that one counts. */
const isTelling = (result: AuthenticationResult): boolean => result.outcome === 'rejected' && result.reason !== INVALID_TOKEN

async function ask(authenticator: Authenticator, credentials: Parameters<Authenticator['authenticate']>[0]) {
  try {
    return await authenticator.authenticate(credentials)
  } catch {
    return { outcome: 'rejected', reason: 'the authenticator failed' } as const
  }
}

/**
 * The user as a member of `system:authenticated`; the very same one who is that already.
 *
 * @param user - Who was authenticated.
 */
export const asAuthenticated = (user: UserInfo): UserInfo =>
  user.groups.includes(AUTHENTICATED_GROUP) ? user : { ...user, groups: [...user.groups, AUTHENTICATED_GROUP] }
