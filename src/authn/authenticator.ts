/**
 * The interface of everything that can tell who a request comes from.
 *
 * @module
 */

import type { HealthCheck, UserInfo } from '../meta/index.js'

/** What a request shows of its sender. */
export interface AuthenticationRequest {
  /** All values of a header, each line one value; the name in lower case. */
  header(name: string): readonly string[]
  /** The names of all headers, in lower case, each once. */
  headerNames(): readonly string[]
  /**
   * Certificates that the TLS peer showed, in DER, leaf first. The same list for all requests of a connection lets it be
   * judged once.
   */
  readonly peerCertificates: readonly Uint8Array[]
  /** For whom the credential is looked at; the API itself when absent. */
  readonly audiences?: readonly string[]
}

/** What one authenticator concluded. The chain moves on unless it is `authenticated`. */
export type AuthenticationResult =
  | {
      readonly outcome: 'authenticated'
      readonly user: UserInfo
      /** Those that the credential is meant for; absent from authenticators that know only the API itself. */
      readonly audiences?: readonly string[] | undefined
      /** Set by the chain: the name of the authenticator. */
      readonly method?: string | undefined
    }
  | { readonly outcome: 'rejected'; readonly reason: string; readonly method?: string | undefined } // a bad credential was shown: 401 if nobody accepts it
  | { readonly outcome: 'noOpinion' } // nothing here that this authenticator reads

/** There is no credential that the authenticator reads. */
export const NO_OPINION: AuthenticationResult = Object.freeze({ outcome: 'noOpinion' })

/** Tells who a request comes from, by one method. */
export interface Authenticator {
  /** What metrics call the method. */
  readonly name?: string | undefined
  authenticate(request: AuthenticationRequest): AuthenticationResult | Promise<AuthenticationResult>
  /** Whether it asks a service: a plane asks it last. Default false. */
  readonly isRemote?: boolean
  /** What has to work before it knows anybody; `/readyz` of a plane asks. */
  readonly readyChecks?: readonly HealthCheck[]
  /**
   * Whether it reads who asks from header lines of a name, in lower case. Nobody after authentication sees these, nor `authorization`,
   * whoever the request is from.
   */
  isCredential?(name: string): boolean
}

/** The reason of those who were shown a token and do not know it at all. */
export const INVALID_TOKEN = 'invalid bearer token'

/** A token was shown that the authenticator would know if it were good. */
export const UNKNOWN_TOKEN: AuthenticationResult = Object.freeze({ outcome: 'rejected', reason: INVALID_TOKEN })
