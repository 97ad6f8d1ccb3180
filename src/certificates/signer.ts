/**
 * Signers: who turns a request into a certificate, and by which rules.
 *
 * @module
 */

import type { CertificateRequest } from '../crypto/index.js'

/** A request for a certificate, as signers see it. */
export interface SigningRequest {
  /** The PKCS #10 request: subject, other names, key. */
  readonly request: CertificateRequest
  /** What the certificate should be good for, by name: `client auth`. */
  readonly usages: readonly string[]
  /** Seconds that it should last; the signer decides when absent. */
  readonly expirationSeconds?: number
  /** Who asks. */
  readonly username: string
  readonly groups: readonly string[]
}

/** Signs requests of one name. */
export interface Signer {
  /** The name that requests have for it: a domain and a path, such as `example.com/my-signer`. */
  readonly signerName: string
  /**
   * Judges a request by the signer's policy.
   *
   * @param request - The request.
   * @returns Why the signer does not sign it, in one line; undefined when it does.
   */
  refuses(request: SigningRequest): string | undefined
  /**
   * Makes the certificate. Called for requests that were approved and are not refused.
   *
   * @param request - The request.
   * @returns PEM: the certificate, and those that lead to its authority if its users need them.
   */
  sign(request: SigningRequest): Promise<string>
  /**
   * Tells by which authority its certificates are known, in PEM. Absent when nobody needs to know.
   */
  authority?(): Promise<string>
}
