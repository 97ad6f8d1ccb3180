/**
 * Who asks.
 *
 * @module
 */

import type { AuthenticationRequest, AuthenticationResult, Authenticator } from '../../authn/index.js'
import { ANONYMOUS_USER, type UserInfo, unauthorized } from '../../meta/index.js'
import type { Filter } from '../exchange.js'
import type { ServerRequest } from '../http.js'

/** Whether requests without a credential are let in: all, none, or those for some addresses. */
export type AnonymousAccess = boolean | { readonly paths: readonly string[] }

/**
 * Finds out who asks; 401 for a bad credential, and for none where anonymous requests are off.
 *
 * @param authenticator - Knows the users.
 * @param anonymous - Whether a request without a credential is one of `system:anonymous`.
 * @see Specification, "Anonymous requests"
 */
export function authentication(authenticator: Authenticator, anonymous: AnonymousAccess): Filter {
  const letsIn = (path: string) => (typeof anonymous === 'boolean' ? anonymous : anonymous.paths.includes(path))
  return async (exchange, next) => {
    const result = await authenticator.authenticate(new RequestCredentials(exchange.request.raw))
    exchange.user = userOf(result, letsIn(exchange.request.rawPath))
    return await next(exchange)
  }
}

function userOf(result: AuthenticationResult, anonymous: boolean): UserInfo {
  if (result.outcome === 'authenticated') return result.user
  if (result.outcome === 'rejected' || !anonymous) throw unauthorized()
  return ANONYMOUS_USER
}

class RequestCredentials implements AuthenticationRequest {
  readonly #request: ServerRequest

  constructor(request: ServerRequest) {
    this.#request = request
  }

  header(name: string): readonly string[] {
    const values: string[] = []
    for (const [key, value] of this.#request.headers) if (key === name) values.push(value)
    return values
  }

  get peerCertificates(): readonly Uint8Array[] {
    return this.#request.peerCertificates
  }
}
