/**
 * What a client shows to be known.
 *
 * @module
 */

import { encodeBase64Text } from '../../codec/index.js'
import { check } from '../../meta/index.js'

/** Where the credential of each request comes from. */
export interface HttpCredentials {
  /**
   * The `authorization` header of the next request; undefined for none.
   *
   * @param signal - Gives up waiting for it.
   * @throws When there should be one and cannot be had.
   */
  authorization(signal: AbortSignal): Promise<string | undefined> | string | undefined
  /**
   * Called when the server did not accept the credential: a cached one is dropped.
   *
   * @param authorization - The header that was shown.
   * @returns Whether asking again may give another one.
   */
  rejected?(authorization: string | undefined): boolean
  /** Ends what works on giving one; the client is closed. */
  close?(): void
}

/** Shows nothing: requests are anonymous, or known by the certificate of their connection. */
export const noCredentials: HttpCredentials = Object.freeze({ authorization: () => undefined })

/**
 * Shows a bearer token (RFC 6750 §2.1).
 *
 * @param token - The token, or a function that returns it for each request.
 */
export function bearerCredentials(token: string | (() => string | Promise<string>)): HttpCredentials {
  if (typeof token === 'string') return { authorization: () => `Bearer ${token}` }
  return { authorization: async () => `Bearer ${await token()}`, rejected: () => true }
}

/** Shows a name and a password (RFC 7617). */
export function basicCredentials(username: string, password: string): HttpCredentials {
  const header = `Basic ${encodeBase64Text(`${username}:${password}`)}`
  return { authorization: () => header }
}

/** The user to impersonate; the authenticated user needs the right to. */
export interface Impersonation {
  readonly username: string
  readonly groups?: readonly string[]
  readonly uid?: string
  readonly extra?: Readonly<Record<string, readonly string[]>>
}

/** Checks whom to act as. */
export const impersonation = check.members<keyof Impersonation>(
  { username: check.text, groups: check.listOf(check.text), uid: check.text, extra: check.mapOf(check.listOf(check.text)) },
  ['username'],
)

/**
 * The impersonation headers.
 *
 * @param impersonation - The user to impersonate.
 * @see Specification, "Impersonation"
 */
export function impersonationHeaders(impersonation: Impersonation | undefined): readonly (readonly [string, string])[] {
  if (!impersonation) return []
  const { username, groups = [], uid, extra = {} } = impersonation
  return [
    ['impersonate-user', username],
    ...groups.map((group) => ['impersonate-group', group] as const),
    ...(uid === undefined ? [] : [['impersonate-uid', uid] as const]),
    ...Object.entries(extra).flatMap(([name, values]) =>
      values.map((value) => [`impersonate-extra-${encodeName(name)}`, value] as const),
    ),
  ]
}

/** Characters that no header name has are percent-encoded, and with them the percent sign. */
const encodeName = (name: string): string =>
  encodeURIComponent(name.toLowerCase()).replace(/[()]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)
