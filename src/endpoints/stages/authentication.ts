/**
 * Authentication of requests.
 *
 * @module
 */

import type { AuthenticationResult, Authenticator } from '../../authn/index.js'
import { ANONYMOUS_USER, andThen, type UserInfo, unauthorized } from '../../meta/index.js'
import type { RequestInfo } from '../request-info.js'
import type { Stage } from '../stage.js'

/** Whether requests without a credential are let in: all, none, or those for some addresses. */
export type AnonymousAccess = boolean | { readonly paths: readonly string[] }

/**
 * Authenticates; 401 for a bad credential, and for none where anonymous requests are off. Later stages see no credentials.
 *
 * @param authenticator - Authenticates.
 * @param anonymous - Whether a request without a credential is one of `system:anonymous`.
 * @see Specification, "Anonymous requests"
 */
export function authentication(authenticator: Authenticator, anonymous: AnonymousAccess): Stage {
  const letsIn = (request: RequestInfo) =>
    typeof anonymous === 'boolean' ? anonymous : anonymous.paths.includes(request.decodedPath)
  const isCredential = (name: string) => name === 'authorization' || authenticator.isCredential?.(name) === true
  return {
    name: 'authentication',
    handle(exchange, next) {
      const { door, request } = exchange
      if (door.user) {
        exchange.user = door.user
        return next(exchange)
      }
      return andThen(authenticator.authenticate(door.credentials), (result) => {
        exchange.user = userOf(result, letsIn(request))
        request.hideCredentials?.(isCredential)
        return next(exchange)
      })
    },
  }
}

function userOf(result: AuthenticationResult, anonymous: boolean): UserInfo {
  if (result.outcome === 'authenticated') return result.user
  if (result.outcome === 'rejected' || !anonymous) throw unauthorized()
  return ANONYMOUS_USER
}
