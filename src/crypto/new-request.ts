/**
 * Creates certificate requests.
 *
 * @module
 */

import { check } from '../meta/index.js'
import { isAddress } from './is-address.js'
import { loadX509 } from './x509.js'

/** Options of a certificate request. */
export interface NewRequestOptions {
  /** The subject's common name: the name of the user, for a client. */
  readonly commonName: string
  /** The groups of the user, for a client; none by default. */
  readonly organizations?: readonly string[]
  /** DNS names and IP addresses of a server; none by default. */
  readonly hosts?: readonly string[]
}

/** A request and its key. */
export interface RequestAndKey {
  /** PEM, label `CERTIFICATE REQUEST`. */
  readonly requestPem: string
  /** PKCS#8 in PEM, label `PRIVATE KEY`. */
  readonly privateKeyPem: string
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

const checked = check.members<keyof NewRequestOptions>(
  { commonName: check.text, organizations: check.listOf(check.text), hosts: check.listOf(check.text) },
  ['commonName'],
)

/**
 * Makes a key (ECDSA, P-256) and a request for a certificate for it (PKCS #10).
 *
 * @param options - The subject.
 * @throws TypeError with one line for each invalid option.
 * @see RFC 2986
 */
export async function createCertificateRequest(options: NewRequestOptions): Promise<RequestAndKey> {
  check.refuse('createCertificateRequest', checked(options, ''))
  const { commonName, organizations = [], hosts = [] } = options
  const x509 = await loadX509()
  const keys = await crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])
  const names = hosts.map((host) => ({ type: isAddress(host) ? ('ip' as const) : ('dns' as const), value: host }))
  const request = await x509.Pkcs10CertificateRequestGenerator.create(
    {
      // Separate parts, so that a comma in a name does not start another part.
      name: [...organizations.map((organization) => ({ O: [organization] })), { CN: [commonName] }],
      keys,
      signingAlgorithm: ALGORITHM,
      extensions: names.length === 0 ? [] : [new x509.SubjectAlternativeNameExtension(names)],
    },
    crypto,
  )
  const privateKey = await crypto.subtle.exportKey('pkcs8', keys.privateKey)
  return {
    requestPem: `${request.toString('pem')}\n`,
    privateKeyPem: `${x509.PemConverter.encode(privateKey, 'PRIVATE KEY')}\n`,
  }
}
