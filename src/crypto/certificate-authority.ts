/**
 * Certificate authorities (CA): a certificate with its key, which issues others.
 *
 * @module
 */

import { type Clock, check, positiveNumber, type Random, systemClock, systemRandom } from '../meta/index.js'
import { type Certificate, readCertificates } from './certificate.js'
import type { CertificateRequest } from './certificate-request.js'
import { issuedNames, issuedSubject } from './issued-names.js'
import { readPemBlocks } from './pem.js'
import type { CertificateAndKey } from './self-signed.js'
import { serialNumber } from './serial-number.js'
import { loadX509 } from './x509.js'

/** A bit of the extension KeyUsage (RFC 5280 §4.2.1.3). */
export type KeyUsageName =
  | 'digitalSignature'
  | 'nonRepudiation'
  | 'keyEncipherment'
  | 'dataEncipherment'
  | 'keyAgreement'
  | 'keyCertSign'
  | 'cRLSign'
  | 'encipherOnly'
  | 'decipherOnly'

/** The content of a certificate. */
export interface IssueOptions {
  /** Its subject, other names and key: those that Kubernetes copies from a request. */
  readonly request: CertificateRequest
  readonly keyUsages: readonly KeyUsageName[]
  /** Object identifiers. */
  readonly extendedUsages: readonly string[]
  /** Start of its validity, in milliseconds since 1970. */
  readonly notBeforeMs: number
  /** End of its validity, in milliseconds since 1970; limited to that of the CA. */
  readonly notAfterMs: number
  /** Source of the serial number; Web Crypto by default. */
  readonly random?: Random
}

/** A CA certificate with its key. */
export interface CertificateAuthority {
  /** The CA certificate alone, in PEM. */
  readonly certificatePem: string
  /** End of its validity, in milliseconds since 1970. */
  readonly notAfterMs: number
  /**
   * Issues a certificate that is not a CA.
   *
   * @param options - Its content.
   * @returns PEM, one block.
   */
  issue(options: IssueOptions): Promise<string>
}

const BASIC_CONSTRAINTS = '2.5.29.19'
const KEY_USAGE = '2.5.29.15'
const KEY_IDENTIFIER = '2.5.29.14'
/** Bit 5 of the key usages, as the package counts them. */
const KEY_CERT_SIGN = 32

/** Digests for ECDSA, as long as the key. */
const CURVE_HASHES: Readonly<Record<string, string>> = { 'P-256': 'SHA-256', 'P-384': 'SHA-384', 'P-521': 'SHA-512' }

const authorityFiles = /* @__PURE__ */ check.members<keyof CertificateAndKey>(
  { certificatePem: check.text, privateKeyPem: check.text },
  ['certificatePem', 'privateKeyPem'],
)

/**
 * Reads a CA.
 *
 * @param files - Its certificate, the first block of that text, and its key: one block `PRIVATE KEY` (PKCS #8), RSA, ECDSA or
 *   Ed25519.
 * @throws Error, with one line that never contains the key.
 */
export async function readCertificateAuthority(files: CertificateAndKey): Promise<CertificateAuthority> {
  check.refuse('readCertificateAuthority', authorityFiles(files, ''))
  const { certificatePem, privateKeyPem } = files
  const [certificate] = await readCertificates(certificatePem)
  if (!certificate) throw new Error('holds no certificate in PEM')
  requireAuthority(certificate)
  const key = await readKey(privateKeyPem, certificate)
  const x509 = await loadX509()
  const issuer = certificate.x509
  const keyIdentifier = issuer.getExtension(KEY_IDENTIFIER) as { readonly keyId?: string } | null
  return {
    certificatePem: `${issuer.toString('pem')}\n`,
    notAfterMs: certificate.notAfterMs,
    async issue({ request, keyUsages, extendedUsages, notBeforeMs, notAfterMs, random = systemRandom }) {
      const flags = keyUsages.reduce((all, name) => all | x509.KeyUsageFlags[name], 0)
      const subject = issuedSubject(request)
      const names = issuedNames(request)
      const issued = await x509.X509CertificateGenerator.create(
        {
          serialNumber: serialNumber(random),
          subject: new x509.Name(subject),
          issuer: issuer.subjectName,
          notBefore: new Date(notBeforeMs),
          notAfter: new Date(Math.min(notAfterMs, certificate.notAfterMs)),
          publicKey: request.x509.publicKey,
          signingKey: key.privateKey,
          signingAlgorithm: key.algorithm,
          extensions: [
            ...(flags === 0 ? [] : [new x509.KeyUsagesExtension(flags, true)]),
            ...(extendedUsages.length === 0 ? [] : [new x509.ExtendedKeyUsageExtension([...extendedUsages])]),
            new x509.BasicConstraintsExtension(false, undefined, true),
            ...(keyIdentifier?.keyId === undefined ? [] : [new x509.AuthorityKeyIdentifierExtension(keyIdentifier.keyId)]),
            // Without a subject, these names alone identify the owner (RFC 5280 §4.2.1.6).
            ...(names.length > 0 ? [new x509.SubjectAlternativeNameExtension(names, subject.length === 0)] : []),
          ],
        },
        crypto,
      )
      return `${issued.toString('pem')}\n`
    },
  }
}

/** Options of a new CA. */
export interface NewAuthorityOptions {
  readonly commonName: string
  /** Validity in days. Default 3650. */
  readonly days?: number
  /** For the start of its validity: five minutes ago, as clocks differ. Default: the machine's clock. */
  readonly clock?: Clock
  /** Source of the serial number; Web Crypto by default. */
  readonly random?: Random
}

const BACKDATE_MS = 300_000
const DAY_MS = 86_400_000

const checked = check.members<keyof NewAuthorityOptions>(
  { commonName: check.text, days: positiveNumber, clock: check.clock, random: check.random },
  ['commonName'],
)

/**
 * Makes a key (ECDSA, P-256) and a self-signed CA certificate, which cannot issue other CAs.
 *
 * @param options - Its name, validity, and the clock.
 * @throws TypeError with one line for each invalid option.
 * @see RFC 5280 §4.2.1.9
 */
export async function createCertificateAuthority(options: NewAuthorityOptions): Promise<CertificateAndKey> {
  check.refuse('createCertificateAuthority', checked(options, ''))
  const { commonName, days = 3650, clock = systemClock, random = systemRandom } = options
  const x509 = await loadX509()
  const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
  const nowMs = clock.now()
  const certificate = await x509.X509CertificateGenerator.createSelfSigned(
    {
      serialNumber: serialNumber(random),
      name: [{ CN: [commonName] }],
      notBefore: new Date(nowMs - BACKDATE_MS),
      notAfter: new Date(nowMs + days * DAY_MS),
      keys,
      signingAlgorithm: { name: 'ECDSA', hash: 'SHA-256' },
      extensions: [
        new x509.BasicConstraintsExtension(true, 0, true),
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
        await x509.SubjectKeyIdentifierExtension.create(keys.publicKey, false, crypto),
      ],
    },
    crypto,
  )
  const privateKey = await crypto.subtle.exportKey('pkcs8', keys.privateKey)
  return {
    certificatePem: `${certificate.toString('pem')}\n`,
    privateKeyPem: `${x509.PemConverter.encode(privateKey, 'PRIVATE KEY')}\n`,
  }
}

function requireAuthority({ x509 }: Certificate): void {
  const constraints = x509.getExtension(BASIC_CONSTRAINTS) as { readonly ca?: boolean } | null
  const usage = x509.getExtension(KEY_USAGE) as { readonly usages?: number } | null
  const maySign = usage?.usages === undefined || (usage.usages & KEY_CERT_SIGN) !== 0
  if (!constraints?.ca || !maySign) throw new Error('its certificate is no authority: it may not sign others')
}

interface AuthorityKey {
  readonly privateKey: CryptoKey
  readonly algorithm: EcdsaParams | { readonly name: string }
}

async function readKey(pem: string, certificate: Certificate): Promise<AuthorityKey> {
  const [block, ...more] = readPemBlocks(pem)
  if (block?.label !== 'PRIVATE KEY' || more.length > 0) {
    throw new Error('expected one PEM block PRIVATE KEY (openssl pkcs8 -topk8 -nocrypt converts older forms)')
  }
  const { algorithm: imported, signing } = algorithmsOf(certificate)
  let privateKey: CryptoKey
  try {
    privateKey = await crypto.subtle.importKey('pkcs8', block.bytes as Uint8Array<ArrayBuffer>, imported, false, ['sign'])
  } catch (cause) {
    throw new Error('its key cannot be read, or is of another kind than its certificate', { cause })
  }
  const probe = new TextEncoder().encode('a key and its certificate')
  const publicKey = await certificate.x509.publicKey.export(imported, ['verify'], crypto)
  const signature = await crypto.subtle.sign(signing, privateKey, probe)
  if (!(await crypto.subtle.verify(signing, publicKey, signature, probe)))
    throw new Error('its key is not that of its certificate')
  return { privateKey, algorithm: signing }
}

function algorithmsOf({ x509 }: Certificate): {
  readonly algorithm: EcKeyImportParams | RsaHashedImportParams | { readonly name: string }
  readonly signing: AuthorityKey['algorithm']
} {
  const { name, namedCurve = '' } = x509.publicKey.algorithm as { readonly name: string; readonly namedCurve?: string }
  if (name === 'ECDSA') {
    const hash = CURVE_HASHES[namedCurve] ?? 'SHA-256'
    return { algorithm: { name, namedCurve }, signing: { name, hash } }
  }
  if (name.startsWith('RSA')) {
    return { algorithm: { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }, signing: { name: 'RSASSA-PKCS1-v1_5' } }
  }
  // Ed25519 is the only supported Edwards curve.
  return { algorithm: { name: 'Ed25519' }, signing: { name: 'Ed25519' } }
}
