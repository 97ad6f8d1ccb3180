/**
 * The certificates of connections, judged once for each connection.
 *
 * @module
 */

import {
  type Certificate,
  type RefusedCertificate,
  readCertificates,
  type VerifiedCertificate,
  verifyChain,
} from '../crypto/index.js'
import { type Clock, systemClock } from '../meta/index.js'
import type { AuthenticationRequest } from './authenticator.js'

/** What certificates of clients are signed by. */
export interface CertificateAuthorityOptions {
  /** Certificates of authorities, in PEM: any of them may have signed. */
  readonly authorities: string
  /** Says whether certificates are valid now; the machine's clock by default. */
  readonly clock?: Clock
}

/** Judges certificates that TLS peers show. */
export interface CertificateVerifier {
  /**
   * Judges the certificates of a request.
   *
   * @returns The judgement; the very same one for the next request of the connection. Undefined when there is no certificate.
   */
  verify(request: AuthenticationRequest): Promise<VerifiedCertificate | RefusedCertificate | undefined>
  /** @see {@link ReloadableAuthorities.setAuthorities} */
  setAuthorities(pem: string): Promise<void>
}

/** Something that trusts authorities which may change while it runs. */
export interface ReloadableAuthorities {
  /**
   * Goes by other authorities from now on, also for connections that are open.
   *
   * @param pem - Certificates of the authorities, in PEM.
   * @throws Error with one line when there is none in the text, or one that cannot be read. Those before go on to count.
   */
  setAuthorities(pem: string): Promise<void>
}

/** The extended usage of certificates that clients show (RFC 5280 §4.2.1.12). */
const CLIENT_AUTH = '1.3.6.1.5.5.7.3.2'

const EXPIRED: RefusedCertificate = Object.freeze({
  outcome: 'refused',
  reason: 'it has expired since the connection was opened',
})

/**
 * Makes a verifier.
 *
 * @param options - Whom to trust.
 * @throws Error with one line when `authorities` holds no certificate, or one that cannot be read.
 */
export async function createCertificateVerifier(options: CertificateAuthorityOptions): Promise<CertificateVerifier> {
  const { clock = systemClock } = options
  let authorities: readonly Certificate[] = await readCertificates(options.authorities)
  type Judgement = Promise<VerifiedCertificate | RefusedCertificate>
  // The list of a connection is one object, so it can be forgotten with the connection.
  let judged = new WeakMap<readonly Uint8Array[], Judgement>()
  return {
    async verify({ peerCertificates: chain }) {
      if (chain.length === 0) return undefined
      let judgement = judged.get(chain)
      if (!judgement) {
        judgement = verifyChain({ chain, authorities, usage: CLIENT_AUTH, nowMs: clock.now() })
        judged.set(chain, judgement)
      }
      const verdict = await judgement
      if (verdict.outcome === 'refused') return verdict
      return clock.now() > verdict.notAfterMs ? EXPIRED : verdict
    },
    async setAuthorities(pem) {
      authorities = await readCertificates(pem)
      judged = new WeakMap()
    },
  }
}
