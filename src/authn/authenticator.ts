/**
 * The interface of authenticators.
 *
 * @module
 */

import type { HealthCheck, UserInfo } from '../meta/index.js'

/** The credentials of a request. */
export interface AuthenticationRequest {
  /** All values of a header, one per header line; the name in lower case. */
  header(name: string): readonly string[]
  /** The names of all headers, in lower case, each once. */
  headerNames(): readonly string[]
  /**
   * The TLS peer's certificates, in DER, leaf first. If all requests of a connection pass the same array, it is verified once.
   */
  readonly peerCertificates: readonly Uint8Array[]
  /** The same object for all requests of a connection; absent where the host does not tell connections apart. */
  readonly connection?: object | undefined
  /** The audiences that the credential is checked for; the API itself when absent. */
  readonly audiences?: readonly string[]
}

/** The result of one authenticator. The chain tries the next one unless it is `authenticated`. */
export type AuthenticationResult =
  | {
      readonly outcome: 'authenticated'
      readonly user: UserInfo
      /** The audiences of the credential; absent from authenticators that support only the API's own audience. */
      readonly audiences?: readonly string[] | undefined
      /** Set by the chain: the name of the authenticator. */
      readonly method?: string | undefined
    }
  | { readonly outcome: 'rejected'; readonly reason: string; readonly method?: string | undefined } // an invalid credential: 401 unless another authenticator accepts it
  | { readonly outcome: 'noOpinion' } // no credential of this authenticator's kind

/** The request has no credential that this authenticator reads. */
export const NO_OPINION: AuthenticationResult = Object.freeze({ outcome: 'noOpinion' })

/** An invalid credential was shown. */
export const rejected = (reason: string): AuthenticationResult => ({ outcome: 'rejected', reason })

/** Authenticates requests by one method. */
export interface Authenticator {
  /** Name of the method in metrics. */
  readonly name?: string | undefined
  authenticate(request: AuthenticationRequest): AuthenticationResult | Promise<AuthenticationResult>
  /** Whether it calls a remote service: a plane calls such authenticators last. Default false. */
  readonly isRemote?: boolean
  /** Readiness checks, shown by `/readyz` of a plane. */
  readonly readyChecks?: readonly HealthCheck[]
  /**
   * Whether it reads credentials from the header with this name (in lower case). Such headers and `authorization` are removed
   * from every request before the stages after authentication.
   */
  isCredential?(name: string): boolean
}

/** The rejection reason for unknown tokens. */
export const INVALID_TOKEN = 'invalid bearer token'

/** The result for a token that this authenticator would know if it were valid. */
export const UNKNOWN_TOKEN: AuthenticationResult = Object.freeze({ outcome: 'rejected', reason: INVALID_TOKEN })
