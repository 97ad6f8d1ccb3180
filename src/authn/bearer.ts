/**
 * Bearer tokens in the `Authorization` header.
 *
 * @module
 */

import type { AuthenticationRequest } from './authenticator.js'

const SCHEME = 'bearer'

/**
 * Reads the bearer token that a request shows (RFC 6750 §2.1, read as leniently as Kubernetes does).
 *
 * The scheme is case-insensitive and only the first word after it counts. Another scheme, or a scheme without a token,
 * shows nothing: such a request is anonymous, not refused.
 *
 * @param credentials - What the request shows.
 * @returns The token, or undefined when there is none.
 */
export function bearerToken(credentials: AuthenticationRequest): string | undefined {
  const value = credentials.header('authorization')[0]
  if (value === undefined) return undefined
  const text = value.trim()
  if (text.charCodeAt(SCHEME.length) !== 0x20 || text.slice(0, SCHEME.length).toLowerCase() !== SCHEME) return undefined
  const start = SCHEME.length + 1
  const end = text.indexOf(' ', start)
  const token = end < 0 ? text.slice(start) : text.slice(start, end)
  return token === '' ? undefined : token
}
