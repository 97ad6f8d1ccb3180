/**
 * Self-signed certificates, for a server without a configured one.
 *
 * @module
 */

import { type Clock, check, positiveNumber, type Random, systemClock, systemRandom } from '../meta/index.js'
import { isAddress } from './is-address.js'
import { serialNumber } from './serial-number.js'
import { loadX509 } from './x509.js'

/** Options of a self-signed certificate. */
export interface SelfSignedCertificateOptions {
  /** DNS names and IP addresses of the server, at least one. The first is its common name. */
  readonly hosts: readonly string[]
  /** Validity in days. Default 365. */
  readonly days?: number
  /** For the start of its validity: an hour ago, as clocks differ. Default: the machine's clock. */
  readonly clock?: Clock
  /** Source of the serial number. The key always comes from Web Crypto. Default: Web Crypto. */
  readonly random?: Random
}

/** A certificate and its key, in the form for TLS servers. */
export interface CertificateAndKey {
  /** PEM, label `CERTIFICATE`. */
  readonly certificatePem: string
  /** PKCS#8 in PEM, label `PRIVATE KEY`. */
  readonly privateKeyPem: string
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const KEY_ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' }

const checked = check.members<keyof SelfSignedCertificateOptions>(
  { hosts: check.listOf(check.text), days: positiveNumber, clock: check.clock, random: check.random },
  ['hosts'],
)

/**
 * Makes a key (ECDSA, P-256) and a server certificate for it that is signed with the same key.
 *
 * @param options - The hosts, the validity, and the clock.
 * @returns Certificate and key in PEM.
 * @throws TypeError with one line for each invalid option, and when `hosts` is empty.
 * @see RFC 5280 §4.2.1.6 (subject alternative names), §4.1.2.2 (serial numbers)
 */
export async function createSelfSignedCertificate(options: SelfSignedCertificateOptions): Promise<CertificateAndKey> {
  check.refuse('createSelfSignedCertificate', checked(options, ''))
  const { hosts, days = 365, clock = systemClock, random = systemRandom } = options
  const [commonName] = hosts
  if (commonName === undefined) throw new TypeError('a certificate needs at least one host')
  const x509 = await loadX509()
  const keys = await crypto.subtle.generateKey(KEY_ALGORITHM, true, ['sign', 'verify'])
  const nowMs = clock.now()
  const certificate = await x509.X509CertificateGenerator.createSelfSigned(
    {
      serialNumber: serialNumber(random),
      name: [{ CN: [commonName] }],
      notBefore: new Date(nowMs - HOUR_MS),
      notAfter: new Date(nowMs + days * DAY_MS),
      keys,
      signingAlgorithm: { name: 'ECDSA', hash: 'SHA-256' },
      extensions: [
        // Its own CA, so that it can be added to a trust store as it is.
        new x509.BasicConstraintsExtension(true, 0, true),
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature | x509.KeyUsageFlags.keyCertSign, true),
        new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
        new x509.SubjectAlternativeNameExtension(
          hosts.map((host) => ({ type: isAddress(host) ? ('ip' as const) : ('dns' as const), value: host })),
        ),
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
