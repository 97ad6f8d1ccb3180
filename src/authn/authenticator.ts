/**
 * The interface of authenticators.
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
   * The TLS peer's certificates, in DER, leaf first. Passing the same list for all requests of a connection lets it be
   * verified once.
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
      /** The audiences of the credential; absent from authenticators that only know the API's own. */
      readonly audiences?: readonly string[] | undefined
      /** Set by the chain: the name of the authenticator. */
      readonly method?: string | undefined
    }
  | { readonly outcome: 'rejected'; readonly reason: string; readonly method?: string | undefined } // an invalid credential: 401 unless another authenticator accepts it
  | { readonly outcome: 'noOpinion' } // no credential of this authenticator's kind

/** There is no credential that the authenticator reads. */
export const NO_OPINION: AuthenticationResult = Object.freeze({ outcome: 'noOpinion' })

/** Authenticates requests by one method. */
export interface Authenticator {
  /** What metrics call the method. */
  readonly name?: string | undefined
  authenticate(request: AuthenticationRequest): AuthenticationResult | Promise<AuthenticationResult>
  /** Whether it asks a service: a plane asks it last. Default false. */
  readonly isRemote?: boolean
  /** Conditions for it to work; shown by `/readyz` of a plane. */
  readonly readyChecks?: readonly HealthCheck[]
  /**
   * Whether it reads credentials from a header, by its name in lower case. Stages after authentication see neither these nor
   * `authorization`, on any request.
   */
  isCredential?(name: string): boolean
}

/** The reason of authenticators that do not know a token. */
export const INVALID_TOKEN = 'invalid bearer token'

/** A token was shown that the authenticator would know if it were good. */
export const UNKNOWN_TOKEN: AuthenticationResult = Object.freeze({ outcome: 'rejected', reason: INVALID_TOKEN })
