/**
 * Authentication by headers of a proxy, which identifies itself by its client certificate.
 *
 * @module
 */

import { andThen, check, setKey, type UserInfo } from '../meta/index.js'
import { type AuthenticationRequest, type AuthenticationResult, type Authenticator, NO_OPINION } from './authenticator.js'
import {
  type CertificateAuthorityOptions,
  createCertificateVerifier,
  type ReloadableAuthorities,
} from './certificate-verifier.js'
import { asAuthenticated } from './chain.js'

/** Options of {@link createRequestHeaderAuthenticator}. Header names are case-insensitive. */
export interface RequestHeaderOptions extends CertificateAuthorityOptions {
  /** Common names of the proxies; with an empty list, any certificate signed by the authorities is accepted. Default empty. */
  readonly allowedNames?: readonly string[]
  /** Headers with the user name, at least one; the first with a value counts. */
  readonly usernameHeaders: readonly string[]
  /** Headers with the uid of the user; the first with a value counts. None by default. */
  readonly uidHeaders?: readonly string[]
  /** Headers with groups; all their values count. None by default. */
  readonly groupHeaders?: readonly string[]
  /** Prefixes of headers for `extra`; the rest of the header name is the percent-encoded key. None by default. */
  readonly extraHeaderPrefixes?: readonly string[]
}

const COMMON_NAME = '2.5.4.3'

const rejected = (reason: string): AuthenticationResult => ({
  outcome: 'rejected',
  reason: `the certificate of a proxy: ${reason}`,
})

const headerNames = check.listOf(check.text)
const checked = check.members<keyof RequestHeaderOptions>(
  {
    authorities: check.text,
    clock: check.clock,
    allowedNames: headerNames,
    usernameHeaders: headerNames,
    uidHeaders: headerNames,
    groupHeaders: headerNames,
    extraHeaderPrefixes: headerNames,
  },
  ['authorities', 'usernameHeaders'],
)

/**
 * Creates an authenticator for users that a proxy names. It has to be called before all others.
 *
 * No header is read until the certificate of the connection is verified and its common name allowed. Any other certificate is
 * rejected here. A proxy's request without a user header is left to the following authenticators.
 *
 * @param options - The proxies, and their headers.
 * @throws Error with one line when `authorities` contains no certificate, an unreadable one, or one with name constraints;
 *   TypeError with one line for each invalid option, and when no user name header is given.
 * @see Specification, "Authenticating proxy"
 */
export async function createRequestHeaderAuthenticator(
  options: RequestHeaderOptions,
): Promise<Authenticator & ReloadableAuthorities> {
  check.refuse('createRequestHeaderAuthenticator', checked(options, ''))
  const { allowedNames = [] } = options
  const lower = (names: readonly string[] = []) => names.map((name) => name.toLowerCase())
  const headers: ProxyHeaders = {
    username: lower(options.usernameHeaders),
    uid: lower(options.uidHeaders),
    group: lower(options.groupHeaders),
    extra: lower(options.extraHeaderPrefixes),
  }
  if (headers.username.length === 0) throw new TypeError('usernameHeaders: at least one is needed')
  for (const name of Object.values(headers).flat()) {
    if (!/^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name)) throw new TypeError(`${JSON.stringify(name)} is no name of a header`)
  }
  const names = [headers.username, headers.uid, headers.group].flat()
  const verifier = await createCertificateVerifier(options)
  return {
    name: 'request-header',
    authenticate: (request) =>
      andThen(verifier.verify(request), (verdict): AuthenticationResult => {
        if (!verdict) return NO_OPINION
        if (verdict.outcome === 'refused') return rejected(verdict.reason)
        const name = verdict.certificate.subjectAttribute(COMMON_NAME).at(-1) ?? ''
        if (allowedNames.length > 0 && !allowedNames.includes(name)) return rejected('its name is not allowed')
        const user = userOf(request, headers)
        return user ? { outcome: 'authenticated', user: asAuthenticated(user) } : NO_OPINION
      }),
    isCredential: (name) => names.includes(name) || headers.extra.some((prefix) => name.startsWith(prefix)),
    setAuthorities: verifier.setAuthorities,
  }
}

/** Header names and prefixes, in lower case. */
interface ProxyHeaders {
  readonly username: readonly string[]
  readonly uid: readonly string[]
  readonly group: readonly string[]
  readonly extra: readonly string[]
}

function userOf(request: AuthenticationRequest, names: ProxyHeaders): UserInfo | undefined {
  const firstOf = (headers: readonly string[]) => headers.map((name) => request.header(name)[0]).find((value) => value)
  const username = firstOf(names.username)
  if (username === undefined) return undefined
  const uid = firstOf(names.uid)
  const extra = extraOf(request, names.extra)
  return {
    username,
    ...(uid !== undefined && { uid }),
    groups: names.group.flatMap((name) => request.header(name)).filter((group) => group !== ''),
    ...(Object.keys(extra).length > 0 && { extra }),
  }
}

function extraOf(request: AuthenticationRequest, prefixes: readonly string[]): Readonly<Record<string, readonly string[]>> {
  const lists = new Map<string, string[]>()
  const names = request.headerNames()
  for (const prefix of prefixes) {
    for (const name of names) {
      if (!name.startsWith(prefix)) continue
      const key = decodeKey(name.slice(prefix.length))
      lists.set(key, [...(lists.get(key) ?? []), ...request.header(name)])
    }
  }
  const extra: Record<string, readonly string[]> = {}
  for (const [key, values] of lists) setKey(extra, key, values)
  return extra
}

/** A percent-decoded key; an invalid encoding is taken literally. */
function decodeKey(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
