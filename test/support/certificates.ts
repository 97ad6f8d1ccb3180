/**
 * Certificate authorities and certificates for tests, including invalid ones.
 */

import * as x509 from '../../src/crypto/x509.js'

const lib = await x509.loadX509()
type Extension = InstanceType<typeof lib.Extension>

const ALGORITHM: EcKeyGenParams & { hash: string } = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const DAY_MS = 86_400_000

/** Content of a certificate; the defaults are those of a valid one. */
export interface CertificateWish {
  /** RFC 4514 text or the parts of a name; `CN=test` by default. */
  readonly subject?: ConstructorParameters<typeof lib.Name>[0]
  /** Milliseconds since 1970; a day ago and in a day by default. */
  readonly notBeforeMs?: number
  readonly notAfterMs?: number
  /** Extended key usages; none by default. */
  readonly usages?: readonly string[]
  /** DNS names and addresses of a server. */
  readonly hosts?: readonly string[]
  /** Whether it may sign others; with the longest path below it if that is a number. Default false. */
  readonly authority?: boolean | number
  /** Key usages; signing for authorities, signatures for others by default; `null` leaves the extension out. */
  readonly keyUsage?: number | null
  readonly extensions?: readonly Extension[]
  /** Kind of its key, and how it signs; ECDSA over P-256 with SHA-256 by default. */
  readonly algorithm?: EcKeyGenParams | RsaHashedKeyGenParams
}

/** A certificate with its key. It can issue others, even if it is not an authority. */
export interface Issued {
  /** PEM. */
  readonly cert: string
  /** PKCS#8 in PEM. */
  readonly key: string
  readonly der: Uint8Array
  issue(wish?: CertificateWish): Promise<Issued>
}

/** Creates a self-signed certificate: an authority by default. */
export const selfSigned = (wish: CertificateWish = {}): Promise<Issued> =>
  make({ subject: 'CN=test authority', authority: true, ...wish })

let serial = 1

async function make(wish: CertificateWish, issuer?: { name: string; key: CryptoKey; algorithm: Algorithm }): Promise<Issued> {
  const { subject = 'CN=test', usages = [], hosts = [], authority = false, extensions = [], algorithm = ALGORITHM } = wish
  const keys = await crypto.subtle.generateKey(algorithm as EcKeyGenParams, true, ['sign', 'verify'])
  const { keyCertSign, cRLSign, digitalSignature } = lib.KeyUsageFlags
  const { keyUsage = authority === false ? digitalSignature : keyCertSign | cRLSign } = wish
  const name = new lib.Name(subject)
  const certificate = await lib.X509CertificateGenerator.create({
    serialNumber: (serial++).toString(16).padStart(8, '0'),
    subject: name.toJSON(),
    issuer: issuer?.name ?? name.toJSON(),
    notBefore: new Date(wish.notBeforeMs ?? Date.now() - DAY_MS),
    notAfter: new Date(wish.notAfterMs ?? Date.now() + DAY_MS),
    publicKey: keys.publicKey,
    signingKey: issuer?.key ?? keys.privateKey,
    signingAlgorithm: (issuer?.algorithm ?? algorithm) as EcdsaParams,
    extensions: [
      ...(authority === false ? [] : [new lib.BasicConstraintsExtension(true, authority === true ? undefined : authority, true)]),
      ...(keyUsage === null ? [] : [new lib.KeyUsagesExtension(keyUsage, true)]),
      ...(usages.length > 0 ? [new lib.ExtendedKeyUsageExtension([...usages])] : []),
      ...(hosts.length > 0
        ? [
            new lib.SubjectAlternativeNameExtension(
              hosts.map((value) => ({ type: /^[\d.]+$/.test(value) ? ('ip' as const) : ('dns' as const), value })),
            ),
          ]
        : []),
      ...extensions,
    ],
  })
  const pkcs8 = await crypto.subtle.exportKey('pkcs8', keys.privateKey)
  return {
    cert: `${certificate.toString('pem')}\n`,
    key: `${lib.PemConverter.encode(pkcs8, 'PRIVATE KEY')}\n`,
    der: new Uint8Array(certificate.rawData),
    issue: (next = {}) => make(next, { name: certificate.subject, key: keys.privateKey, algorithm }),
  }
}

/** The extended key usages of client and server certificates. */
export const CLIENT_AUTH = '1.3.6.1.5.5.7.3.2'
export const SERVER_AUTH = '1.3.6.1.5.5.7.3.1'

/** The package, for extensions that only one test needs. */
export { lib as x509 }
