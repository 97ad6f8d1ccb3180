/**
 * Signers of certificates, and their policies.
 *
 * @module
 */

import type { CertificateRequest } from '../crypto/index.js'
import { check } from '../meta/index.js'

/** A certificate request for a signer. */
export interface SigningRequest {
  /** The PKCS #10 request: subject, other names, key. */
  readonly request: CertificateRequest
  /** The requested usages, by name: `client auth`. */
  readonly usages: readonly string[]
  /** Requested lifetime in seconds; the signer decides when absent. */
  readonly expirationSeconds?: number
  /** The requesting user. */
  readonly username: string
  readonly groups: readonly string[]
}

/** Signs requests of one name. */
export interface Signer {
  /** Its name in requests: a domain and a path, such as `example.com/my-signer`. */
  readonly signerName: string
  /**
   * Validates a request by the signer's policy.
   *
   * @param request - The request.
   * @returns Why the signer refuses it, in one line; undefined for a valid one.
   */
  refuses(request: SigningRequest): string | undefined
  /**
   * Issues the certificate. Called for approved requests that the policy allows.
   *
   * @param request - The request.
   * @returns PEM: the certificate, and its intermediates if clients need them.
   */
  sign(request: SigningRequest): Promise<string>
  /**
   * The certificate of its CA, in PEM. Absent when it is not published.
   */
  authority?(): Promise<string>
}

/** Checks signers, for programs without types. */
export const signerList = /* @__PURE__ */ check.listOf(
  /* @__PURE__ */ check.fits('a signer, with a signerName, refuses and sign', (value) => {
    return (
      check.isObject(value) && typeof value.signerName === 'string' && check.has(value, 'refuses') && check.has(value, 'sign')
    )
  }),
)
