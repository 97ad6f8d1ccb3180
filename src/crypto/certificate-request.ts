/**
 * Certificate requests (PKCS #10, RFC 2986).
 *
 * @module
 */

import type { Pkcs10CertificateRequest } from '@peculiar/x509'
import { MAX_DER_BYTES } from './certificate.js'
import { requireWhole } from './der.js'
import { readPemBlocks } from './pem.js'
import { loadX509 } from './x509.js'

/** The requested subject alternative names (RFC 5280 §4.2.1.6). */
export interface RequestedNames {
  readonly dns: readonly string[]
  readonly ip: readonly string[]
  readonly email: readonly string[]
  readonly uri: readonly string[]
  /** How many names of other kinds there are; no certificate takes them over. */
  readonly others: number
}

/** A parsed request. */
export interface CertificateRequest {
  /**
   * The values of an attribute of the subject, in order.
   *
   * @param type - Object identifier, such as `2.5.4.3` for common names.
   */
  subjectAttribute(type: string): readonly string[]
  readonly names: RequestedNames
  /** Proof of possession: the request is signed with its key. */
  isSigned(): Promise<boolean>
  /** @internal */
  readonly x509: Pkcs10CertificateRequest
}

const LABEL = 'CERTIFICATE REQUEST'
const ALTERNATIVE_NAMES = '2.5.29.17'
/** Verifying a signature of a larger key takes longer than an unauthenticated request may cost. */
const MAX_RSA_BITS = 8192

/**
 * Reads a request in PEM. The first block is used.
 *
 * @param pem - The text.
 * @throws Error with one line for text without a valid one.
 */
export async function readCertificateRequest(pem: string): Promise<CertificateRequest> {
  const [block] = readPemBlocks(pem)
  if (block?.label !== LABEL) throw new Error(`PEM block type must be ${LABEL}`)
  if (block.bytes.length > MAX_DER_BYTES) throw new Error(`a request of ${block.bytes.length} bytes is not taken`)
  const x509 = await parse(block.bytes)
  const { modulusLength = 0 } = x509.publicKey.algorithm as { readonly modulusLength?: number }
  if (modulusLength > MAX_RSA_BITS) throw new Error(`an RSA key of ${modulusLength} bits is not taken`)
  return {
    subjectAttribute: (type) => x509.subjectName.getField(type),
    names: namesOf(x509),
    isSigned: () => x509.verify().catch(() => false),
    x509,
  }
}

async function parse(bytes: Uint8Array): Promise<Pkcs10CertificateRequest> {
  const { Pkcs10CertificateRequest } = await loadX509()
  try {
    requireWhole(bytes)
    const request = new Pkcs10CertificateRequest(bytes as Uint8Array<ArrayBuffer>)
    // Otherwise they are parsed at their first use, where an error would be unexpected.
    void [request.extensions, request.publicKey.algorithm, request.subjectName, namesOf(request)]
    return request
  } catch {
    throw new Error('asn1: the block holds no certificate request that can be read')
  }
}

function namesOf(request: Pkcs10CertificateRequest): RequestedNames {
  const found = request.getExtension(ALTERNATIVE_NAMES) as SubjectAlternativeNames | null
  const of = (kind: string) => (found?.names.items ?? []).filter(({ type }) => type === kind).map(({ value }) => value)
  const [dns, ip, email, uri] = [of('dns'), of('ip'), of('email'), of('url')]
  const others = (found?.names.asn.length ?? 0) - dns.length - ip.length - email.length - uri.length
  return { dns, ip, email, uri, others }
}

interface SubjectAlternativeNames {
  readonly names: {
    /** The names of known kinds. */
    readonly items: readonly { readonly type: string; readonly value: string }[]
    /** All names. */
    readonly asn: { readonly length: number }
  }
}
