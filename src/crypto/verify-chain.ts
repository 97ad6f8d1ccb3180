/**
 * Verifies certificates: the path from a certificate to a CA.
 *
 * @module
 */

import type { PublicKey } from '@peculiar/x509'
import { sameBytes, TurnShare } from '../meta/index.js'
import { type Certificate, readCertificate } from './certificate.js'

/** Options of {@link verifyChain}. */
export interface VerifyChainOptions {
  /** The certificate to verify first, then possible intermediates, in any order. DER. */
  readonly chain: readonly Uint8Array[]
  /** The trusted CAs. */
  readonly authorities: readonly Certificate[]
  /** Object identifier of the extended usage that the whole path has to allow. */
  readonly usage: string
  /** The time of verification, in milliseconds since 1970. */
  readonly nowMs: number
}

/** A certificate with a path to a CA. */
export interface VerifiedCertificate {
  readonly outcome: 'verified'
  readonly certificate: Certificate
  /** The time in which all certificates of the path are valid, in milliseconds since 1970, both ends included. */
  readonly notBeforeMs: number
  readonly notAfterMs: number
}

/** A certificate without a path to a CA. */
export interface RefusedCertificate {
  readonly outcome: 'refused'
  /** The reason, in one line for a log. */
  readonly reason: string
}

type Path = readonly Certificate[]

/** More certificates than any valid chain has. */
const MAX_CHAIN = 16
/** Maximum verified signatures: a chain of many certificates with one name could be tried in many orders. */
const MAX_SIGNATURES = 100
/** Shorter keys can be broken; for longer ones, verifying a signature takes longer than an unauthenticated request may cost. */
const RSA_BITS = { min: 2048, max: 8192 }

const BASIC_CONSTRAINTS = '2.5.29.19'
const KEY_USAGE = '2.5.29.15'
const NAME_CONSTRAINTS = '2.5.29.30'
const ANY_EXTENDED_USAGE = '2.5.29.37.0'
/** Critical extensions that are checked here, or that do not restrict client certificates. */
const KNOWN_EXTENSIONS: readonly string[] = [
  BASIC_CONSTRAINTS,
  KEY_USAGE,
  '2.5.29.37', // extended key usages
  '2.5.29.17', // other names of the subject
  '2.5.29.32', // policies
]

/**
 * Finds a path from a certificate to a CA, and checks validity, signatures, permission to sign certificates, the length of the
 * path, usages, and unknown critical extensions. Revocation is not checked.
 *
 * A CA with name constraints is refused: constraints in use are about hosts and addresses, not about user names. To ignore them
 * would give a CA more power than its issuer intended.
 *
 * @param options - The certificates, and the required usage.
 * @see RFC 5280 §6.1
 */
export async function verifyChain(options: VerifyChainOptions): Promise<VerifiedCertificate | RefusedCertificate> {
  if (options.chain.length > MAX_CHAIN) return refused(`the chain has more than ${MAX_CHAIN} certificates`)
  const read: Certificate[] = []
  const turn = new TurnShare()
  try {
    for (const der of options.chain) {
      if (turn.isSpent) await turn.next()
      read.push(await readCertificate(der))
    }
  } catch {
    return refused('the chain holds what is no certificate')
  }
  const [leaf, ...others] = read
  if (!leaf) return refused('there is no certificate')
  return new PathSearch(options, others).run(leaf)
}

/**
 * Whether a CA is constrained to some names (RFC 5280 §4.2.1.10). Code without support for these constraints has to refuse it.
 *
 * @param certificate - The certificate.
 */
export const hasNameConstraints = (certificate: Certificate): boolean =>
  certificate.x509.extensions.some(({ type }) => type === NAME_CONSTRAINTS)

const refused = (reason: string): RefusedCertificate => ({ outcome: 'refused', reason })

class PathSearch {
  readonly #options: VerifyChainOptions
  readonly #intermediates: readonly Certificate[]
  #signatures = 0
  /** Fault of the longest path tried. */
  #reason = 'it is signed by no known authority'

  constructor(options: VerifyChainOptions, intermediates: readonly Certificate[]) {
    this.#options = options
    this.#intermediates = intermediates
  }

  async run(leaf: Certificate): Promise<VerifiedCertificate | RefusedCertificate> {
    const path = await this.#extend([leaf])
    if (!path) return refused(this.#reason)
    return {
      outcome: 'verified',
      certificate: leaf,
      notBeforeMs: Math.max(...path.map(({ notBeforeMs }) => notBeforeMs)),
      notAfterMs: Math.min(...path.map(({ notAfterMs }) => notAfterMs)),
    }
  }

  /** The path extended to a CA, or undefined. */
  async #extend(path: Path): Promise<Path | undefined> {
    const last = path[path.length - 1] as Certificate
    const { authorities } = this.#options
    if (authorities.some((authority) => sameBytes(authority.der, last.der))) return this.#judge(path) ? path : undefined
    for (const [issuers, isAuthority] of [
      [authorities, true],
      [this.#intermediates, false],
    ] as const) {
      for (const issuer of issuers) {
        if (path.includes(issuer) || issuer.x509.subject !== last.x509.issuer) continue
        if (!(await this.#isSignedBy(last, issuer))) continue
        const longer = [...path, issuer]
        const found = isAuthority ? this.#judge(longer) && longer : await this.#extend(longer)
        if (found) return found
      }
    }
    return undefined
  }

  async #isSignedBy(certificate: Certificate, issuer: Certificate): Promise<boolean> {
    this.#signatures += 1
    if (this.#signatures > MAX_SIGNATURES) return false
    const { publicKey } = issuer.x509
    const fault = faultOfKey(publicKey) ?? faultOfSignature(certificate)
    if (fault !== undefined) {
      this.#reason = fault
      return false
    }
    try {
      return await certificate.x509.verify({ publicKey, signatureOnly: true })
    } catch {
      // The platform does not support the algorithm.
      return false
    }
  }

  /** Whether a path that ends with a CA is valid. */
  #judge(path: Path): boolean {
    const fault = faultOfPath(path, this.#options)
    if (fault !== undefined) this.#reason = fault
    return fault === undefined
  }
}

function faultOfKey({ algorithm }: PublicKey): string | undefined {
  const { modulusLength } = algorithm as { readonly modulusLength?: number }
  if (modulusLength === undefined || (modulusLength >= RSA_BITS.min && modulusLength <= RSA_BITS.max)) return undefined
  return `an RSA key of ${modulusLength} bits is not taken`
}

function faultOfSignature({ x509 }: Certificate): string | undefined {
  try {
    const { hash } = x509.signatureAlgorithm as { readonly hash?: { readonly name?: string } }
    return hash?.name === 'SHA-1' ? 'signatures over SHA-1 are not taken' : undefined
  } catch {
    return 'the algorithm of a signature is not known'
  }
}

function faultOfPath(path: Path, { usage, nowMs }: VerifyChainOptions): string | undefined {
  for (const [index, certificate] of path.entries()) {
    const fault =
      faultOfTime(certificate, nowMs) ??
      faultOfExtensions(certificate) ??
      faultOfUsage(certificate, usage) ??
      (index === 0 ? undefined : faultOfIssuer(certificate, index - 1))
    if (fault !== undefined) return fault
  }
  return undefined
}

function faultOfTime({ notBeforeMs, notAfterMs }: Certificate, nowMs: number): string | undefined {
  if (nowMs < notBeforeMs) return `it is not valid before ${new Date(notBeforeMs).toISOString()}`
  if (nowMs > notAfterMs) return `it was valid until ${new Date(notAfterMs).toISOString()}`
  return undefined
}

function faultOfExtensions(certificate: Certificate): string | undefined {
  const { x509 } = certificate
  const types = x509.extensions.map(({ type }) => type)
  if (new Set(types).size !== types.length) return 'an extension is there twice'
  if (hasNameConstraints(certificate)) return 'an authority with name constraints cannot vouch for users'
  const unknown = x509.extensions.find(({ type, critical }) => critical && !KNOWN_EXTENSIONS.includes(type))
  return unknown && `the critical extension ${unknown.type} is not known`
}

function faultOfUsage({ x509 }: Certificate, usage: string): string | undefined {
  const { usages } = (x509.getExtension('2.5.29.37') ?? {}) as { readonly usages?: readonly string[] }
  if (!usages || usages.includes(usage) || usages.includes(ANY_EXTENDED_USAGE)) return undefined
  return `its extended key usages do not have ${usage}`
}

/** Why a certificate may not sign others, with this number of certificates between it and the first. */
function faultOfIssuer({ x509 }: Certificate, between: number): string | undefined {
  const constraints = x509.getExtension(BASIC_CONSTRAINTS) as { readonly ca?: boolean; readonly pathLength?: number } | null
  if (!constraints?.ca) return 'a certificate that is no authority signed another one'
  if (constraints.pathLength !== undefined && between > constraints.pathLength)
    return 'the chain is longer than an authority allows'
  const usage = x509.getExtension(KEY_USAGE) as { readonly usages?: number } | null
  if (usage?.usages !== undefined && (usage.usages & KEY_CERT_SIGN) === 0) return 'an authority may not sign certificates'
  return undefined
}

/** Bit 5 of the key usages, as the package counts them. */
const KEY_CERT_SIGN = 32
