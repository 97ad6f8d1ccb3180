/**
 * Credentials of a client.
 *
 * @module
 */

import { encodeBase64Text } from '../../codec/index.js'
import { check } from '../../meta/index.js'

/** Supplies the credential of each request. */
export interface HttpCredentials {
  /**
   * The `authorization` header of the next request; undefined for none.
   *
   * @param signal - Cancels the wait for it.
   * @throws When a credential is configured but cannot be obtained.
   */
  authorization(signal: AbortSignal): Promise<string | undefined> | string | undefined
  /**
   * Called when the server refused the credential: a cached one is dropped.
   *
   * @param authorization - The header that was sent.
   * @returns Whether another attempt may give a different credential.
   */
  rejected?(authorization: string | undefined): boolean
  /** Stops credential plugins in progress, as the client is closed. */
  close?(): void
}

/** No credential: requests are anonymous, or authenticated by the certificate of their connection. */
export const noCredentials: HttpCredentials = Object.freeze({ authorization: () => undefined })

/**
 * Sends a bearer token (RFC 6750 §2.1).
 *
 * @param token - The token, or a function that returns it for each request.
 */
export function bearerCredentials(token: string | (() => string | Promise<string>)): HttpCredentials {
  if (typeof token === 'string') return { authorization: () => `Bearer ${token}` }
  return { authorization: async () => `Bearer ${await token()}`, rejected: () => true }
}

/** Sends a name and a password (RFC 7617). */
export function basicCredentials(username: string, password: string): HttpCredentials {
  const header = `Basic ${encodeBase64Text(`${username}:${password}`)}`
  return { authorization: () => header }
}

/** The user to impersonate; the authenticated user needs permission for it. */
export interface Impersonation {
  readonly username: string
  readonly groups?: readonly string[]
  readonly uid?: string
  readonly extra?: Readonly<Record<string, readonly string[]>>
}

/** Checks impersonation options. */
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

/** Percent-encodes characters that are not allowed in header names, and the percent sign itself. */
const encodeName = (name: string): string =>
  encodeURIComponent(name.toLowerCase()).replace(/[()]/g, (character) => `%${character.charCodeAt(0).toString(16)}`)
