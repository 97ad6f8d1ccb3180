/**
 * X.509 certificates.
 *
 * @module
 */

import type { X509Certificate } from '@peculiar/x509'
import { requireWhole } from './der.js'
import { readPemBlocks } from './pem.js'
import { loadX509 } from './x509.js'

/** A parsed certificate, trusted or not. */
export interface Certificate {
  /** The certificate in DER. */
  readonly der: Uint8Array
  /**
   * The values of an attribute of its subject, in order.
   *
   * @param type - Object identifier, such as `2.5.4.3` for common names.
   */
  subjectAttribute(type: string): readonly string[]
  /** Start of its validity, in milliseconds since 1970. */
  readonly notBeforeMs: number
  /** End of its validity, in milliseconds since 1970, inclusive. */
  readonly notAfterMs: number
  /** @internal */
  readonly x509: X509Certificate
}

/** Maximum size of a certificate or a request, in bytes (ours): one from an unknown client is parsed before it is verified. */
export const MAX_DER_BYTES = 8 * 1024

/**
 * Parses a certificate.
 *
 * @param der - The certificate in DER.
 * @throws Error for invalid bytes, or more than 8 KiB.
 */
export async function readCertificate(der: Uint8Array): Promise<Certificate> {
  if (der.length > MAX_DER_BYTES) throw new Error(`a certificate of ${der.length} bytes is not taken`)
  requireWhole(der)
  const { X509Certificate } = await loadX509()
  const x509 = new X509Certificate(der as Uint8Array<ArrayBuffer>)
  // Otherwise they are parsed at their first use, where an error would be unexpected.
  void [x509.extensions, x509.publicKey, x509.subject, x509.issuer]
  return {
    der,
    subjectAttribute: (type) => x509.subjectName.getField(type),
    notBeforeMs: x509.notBefore.getTime(),
    notAfterMs: x509.notAfter.getTime(),
    x509,
  }
}

/**
 * Reads the certificates of a text in PEM (RFC 7468 §5). Other blocks are ignored.
 *
 * @param pem - The text.
 * @returns The certificates in the order of the text, at least one.
 * @throws Error with one line for text without a valid one.
 */
export async function readCertificates(pem: string): Promise<readonly Certificate[]> {
  const blocks = readPemBlocks(pem).filter(({ label }) => label === 'CERTIFICATE')
  if (blocks.length === 0) throw new Error('holds no certificate in PEM')
  return Promise.all(
    blocks.map(({ bytes }, index) =>
      readCertificate(bytes).catch((cause: unknown) => {
        throw new Error(`certificate ${index + 1} of ${blocks.length} cannot be read`, { cause })
      }),
    ),
  )
}
