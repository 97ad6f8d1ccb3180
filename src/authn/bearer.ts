/**
 * Bearer tokens in the `Authorization` header.
 *
 * @module
 */

import { check } from '../meta/index.js'
import type { AuthenticationRequest } from './authenticator.js'

const SCHEME = 'bearer'

/**
 * Reads the bearer token of a request (RFC 6750 §2.1, as leniently as Kubernetes does).
 *
 * The scheme is case-insensitive and only the first word after it counts. Another scheme, or a scheme without a token,
 * is no credential: such a request is anonymous, not refused.
 *
 * @param credentials - Credentials of the request.
 * @returns The token, or undefined when there is none.
 */
export function bearerToken(credentials: AuthenticationRequest): string | undefined {
  if (typeof credentials?.header !== 'function')
    check.refuse('bearerToken', check.wrong('what a request shows, as an authenticator is given it', credentials, 'credentials'))
  const value = credentials.header('authorization')[0]
  if (value === undefined) return undefined
  const text = value.trim()
  if (text.charCodeAt(SCHEME.length) !== 0x20 || text.slice(0, SCHEME.length).toLowerCase() !== SCHEME) return undefined
  const start = SCHEME.length + 1
  const end = text.indexOf(' ', start)
  const token = end < 0 ? text.slice(start) : text.slice(start, end)
  return token === '' ? undefined : token
}
