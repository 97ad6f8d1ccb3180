/**
 * A signer with a CA.
 *
 * @module
 */

import type { CertificateAuthority } from '../crypto/index.js'
import { type Clock, check, positiveNumber, type Random, systemClock, systemRandom } from '../meta/index.js'
import { keyUsageOf } from './key-usages.js'
import type { Signer, SigningRequest } from './signer.js'

/** Options of a signer with a CA. */
export interface AuthoritySignerOptions {
  /** A domain and a path, such as `example.com/my-signer`. */
  readonly signerName: string
  /** Returns the CA, for each certificate: it may be rotated. */
  readonly authority: () => CertificateAuthority | Promise<CertificateAuthority>
  /** Why a request is not signed; undefined for a valid one. Default: every approved request is signed. */
  readonly refuses?: Signer['refuses']
  /** The longest and the default lifetime of a certificate in seconds. Default a year. */
  readonly durationSeconds?: number
  readonly clock?: Clock
  readonly random?: Random
}

const signerOptions = /* @__PURE__ */ check.members<keyof AuthoritySignerOptions>(
  {
    signerName: check.text,
    authority: check.callable,
    refuses: check.callable,
    durationSeconds: positiveNumber,
    clock: check.clock,
    random: check.random,
  },
  ['signerName', 'authority'],
)

/** Seconds in a year of 365 days. */
const YEAR_S = 31_536_000
/** A shorter lifetime would be useless, as clocks may differ by half of that. */
const MIN_S = 600
/** Certificates begin a little earlier, as clocks differ. */
const BACKDATE_S = 300
/** Shorter lifetimes are not reduced by the backdating. */
const SHORT_S = 8 * 3600

/**
 * Makes a signer that copies subject, other names and key of a request, sets the requested usages, and signs the certificate with
 * a CA. No certificate outlives the CA's.
 *
 * @param options - Name, CA, policy, lifetime.
 */
export function createAuthoritySigner(options: AuthoritySignerOptions): Signer {
  check.refuse('createAuthoritySigner', signerOptions(options, ''))
  const { signerName, authority, refuses = () => undefined } = options
  const { durationSeconds = YEAR_S, clock = systemClock, random = systemRandom } = options
  return {
    signerName,
    refuses,
    authority: async () => (await authority()).certificatePem,
    async sign(request) {
      const issuer = await authority()
      const nowMs = clock.now()
      if (nowMs > issuer.notAfterMs) {
        throw new Error(`the authority of ${signerName} was valid until ${new Date(issuer.notAfterMs).toISOString()}`)
      }
      const seconds = lifetime(request.expirationSeconds, durationSeconds)
      const notBeforeMs = nowMs - BACKDATE_S * 1000
      const notAfterMs = (seconds < SHORT_S ? nowMs : notBeforeMs) + seconds * 1000
      return issuer.issue({ request: request.request, ...usagesOf(request), notBeforeMs, notAfterMs, random })
    },
  }
}

const lifetime = (asked: number | undefined, longest: number): number =>
  asked === undefined ? longest : Math.min(longest, Math.max(asked, MIN_S))

function usagesOf({ usages }: SigningRequest) {
  const known = usages.flatMap((name) => keyUsageOf(name) ?? [])
  return {
    keyUsages: known.flatMap((usage) => ('keyUsage' in usage ? [usage.keyUsage] : [])),
    extendedUsages: [...new Set(known.flatMap((usage) => ('extended' in usage ? [usage.extended] : [])))],
  }
}
