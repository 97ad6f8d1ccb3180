/**
 * Verification of client certificates, once for each connection.
 *
 * @module
 */

import {
  type Certificate,
  hasNameConstraints,
  type RefusedCertificate,
  readCertificates,
  type VerifiedCertificate,
  verifyChain,
} from '../crypto/index.js'
import { andThen, type Clock, systemClock } from '../meta/index.js'
import type { AuthenticationRequest } from './authenticator.js'

/** The trusted authorities of client certificates. */
export interface CertificateAuthorityOptions {
  /** CA certificates, in PEM: any of them may have signed a client certificate. None of them may have name constraints. */
  readonly authorities: string
  /** The clock for the validity of certificates; the system clock by default. */
  readonly clock?: Clock
}

/** The result of verifying the certificates of a connection. */
type Verdict = VerifiedCertificate | RefusedCertificate

/** Verifies certificates that TLS peers present. */
export interface CertificateVerifier {
  /**
   * Verifies the certificates of a request.
   *
   * @returns The result: the same object for later requests of the connection, and then synchronously. Undefined when there is no
   *   certificate.
   */
  verify(request: AuthenticationRequest): Verdict | undefined | Promise<Verdict>
  /** @see {@link ReloadableAuthorities.setAuthorities} */
  setAuthorities(pem: string): Promise<void>
}

/** Something whose trusted authorities can change at run time. */
export interface ReloadableAuthorities {
  /**
   * Replaces the trusted authorities, also for open connections.
   *
   * @param pem - Certificates of the authorities, in PEM.
   * @throws Error with one line if the text contains no certificate, an unreadable one, or one with name constraints. The
   *   previous authorities remain in use.
   */
  setAuthorities(pem: string): Promise<void>
}

/** The extended key usage required of client certificates (RFC 5280 §4.2.1.12). */
const CLIENT_AUTH = '1.3.6.1.5.5.7.3.2'

const EXPIRED: RefusedCertificate = Object.freeze({
  outcome: 'refused',
  reason: 'it has expired since the connection was opened',
})

/**
 * Creates a verifier.
 *
 * @param options - The trusted authorities.
 * @throws Error with one line when `authorities` holds no certificate, one that cannot be read, or one with name constraints.
 */
export async function createCertificateVerifier(options: CertificateAuthorityOptions): Promise<CertificateVerifier> {
  const { clock = systemClock } = options
  let authorities = await readAuthorities(options.authorities)
  // Keyed by the connection's array of certificates, so that the entry is released with the connection.
  let judged = new WeakMap<readonly Uint8Array[], Verdict | Promise<Verdict>>()
  return {
    verify({ peerCertificates: chain }) {
      if (chain.length === 0) return undefined
      const known = judged
      let judgement = known.get(chain)
      if (!judgement) {
        judgement = verifyChain({ chain, authorities, usage: CLIENT_AUTH, nowMs: clock.now() }).then((verdict) => {
          // Later requests of the connection get the result without a promise.
          known.set(chain, verdict)
          return verdict
        })
        known.set(chain, judgement)
      }
      return andThen(judgement, (verdict) =>
        verdict.outcome === 'verified' && clock.now() > verdict.notAfterMs ? EXPIRED : verdict,
      )
    },
    async setAuthorities(pem) {
      authorities = await readAuthorities(pem)
      judged = new WeakMap()
    },
  }
}

/** @throws Error with one line for a text without certificates. */
async function readAuthorities(pem: string): Promise<readonly Certificate[]> {
  const authorities = await readCertificates(pem)
  const constrained = authorities.findIndex(hasNameConstraints)
  if (constrained < 0) return authorities
  throw new Error(
    `certificate ${constrained + 1} of ${authorities.length} has name constraints, which are not supported: ` +
      'take an authority below it in its place',
  )
}
