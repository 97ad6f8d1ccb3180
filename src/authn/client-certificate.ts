/**
 * Authentication by TLS client certificate.
 *
 * @module
 */

import type { Certificate, VerifiedCertificate } from '../crypto/index.js'
import {
  aDialect,
  andThen,
  check,
  type Dialect,
  type DialectOption,
  deepFreeze,
  dialectOf,
  type UserInfo,
} from '../meta/index.js'
import { type AuthenticationResult, type Authenticator, NO_OPINION } from './authenticator.js'
import {
  type CertificateAuthorityOptions,
  createCertificateVerifier,
  type ReloadableAuthorities,
} from './certificate-verifier.js'
import { asAuthenticated } from './chain.js'

/** Options of {@link createClientCertificateAuthenticator}. */
export interface ClientCertificateOptions extends CertificateAuthorityOptions {
  /** Defines the `extra` key of the credential id; the platform's by default. */
  readonly dialect?: DialectOption
}

/** Attributes of subjects (RFC 4519 §2.3, §2.19), and Kubernetes' own attribute for uids. */
const COMMON_NAME = '2.5.4.3'
const ORGANIZATION = '2.5.4.10'
const UID = '1.3.6.1.4.1.57683.2'

const rejected = (reason: string): AuthenticationResult => ({ outcome: 'rejected', reason: `the client certificate: ${reason}` })

const checked = check.members<keyof ClientCertificateOptions>(
  { authorities: check.text, clock: check.clock, dialect: aDialect },
  ['authorities'],
)

/**
 * Creates an authenticator of client certificates: the last common name is the user, each organization a group.
 *
 * A certificate that no authority signed is an invalid credential, on every path. One without a common name identifies no user.
 * The HTTP server has to request certificates without rejecting any: in Node `requestCert: true` with `rejectUnauthorized:
 * false`.
 *
 * @param options - The trusted authorities.
 * @throws TypeError with one line for each invalid option, Error when `authorities` contains no certificate, an unreadable one,
 *   or one with name constraints.
 * @see Specification, "Client certificates"
 */
export async function createClientCertificateAuthenticator(
  options: ClientCertificateOptions,
): Promise<Authenticator & ReloadableAuthorities> {
  check.refuse('createClientCertificateAuthenticator', checked(options, ''))
  const dialect = dialectOf(options.dialect)
  const verifier = await createCertificateVerifier(options)
  const known = new WeakMap<VerifiedCertificate, AuthenticationResult>()
  const resultFor = async (verdict: VerifiedCertificate): Promise<AuthenticationResult> => {
    const result = deepFreeze(await resultOf(verdict.certificate, dialect))
    known.set(verdict, result)
    return result
  }
  return {
    name: 'x509',
    authenticate: (request) =>
      andThen(verifier.verify(request), (verdict): AuthenticationResult | Promise<AuthenticationResult> => {
        if (!verdict) return NO_OPINION
        if (verdict.outcome === 'refused') return rejected(verdict.reason)
        return known.get(verdict) ?? resultFor(verdict)
      }),
    setAuthorities: verifier.setAuthorities,
  }
}

async function resultOf(certificate: Certificate, dialect: Dialect): Promise<AuthenticationResult> {
  const username = certificate.subjectAttribute(COMMON_NAME).at(-1) ?? ''
  if (username === '') return NO_OPINION
  const [uid, second] = certificate.subjectAttribute(UID)
  if (second !== undefined) return rejected('its subject has more than one uid')
  const user: UserInfo = {
    username,
    ...(uid !== undefined && { uid }),
    groups: certificate.subjectAttribute(ORGANIZATION),
    extra: { [`authentication.${dialect.labelDomain}/credential-id`]: [`X509SHA256=${await sha256(certificate.der)}`] },
  }
  return { outcome: 'authenticated', user: asAuthenticated(user) }
}

async function sha256(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
