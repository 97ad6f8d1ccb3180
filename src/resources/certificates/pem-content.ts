/**
 * Validation of the PEM texts in certificate requests, in base64.
 *
 * @module
 */

import { decodeBase64, encodeBase64 } from '../../codec/index.js'
import { type PemBlock, readCertificate, readCertificateRequest, readPemBlocks } from '../../crypto/index.js'
import { type ApiObject, laterTurn, messageOf, TurnShare } from '../../meta/index.js'
import { textAt } from '../fields/fields.js'

/** For the library, an unsupported key algorithm is indistinguishable from a wrong signature. */
const NOT_SIGNED = 'the request is not signed with the key that it is for, or the key is none of RSA, ECDSA and Ed25519'

/** Above the length of any chain: each certificate takes time to parse. */
const MAX_CERTIFICATES = 100

/** The last check that has begun or waits. */
let last: Promise<unknown> = Promise.resolve()

/**
 * Checks one PEM text after the other, each in turns of its own: reading one takes several milliseconds, and the keys and signatures
 * of a hundred that are verified concurrently by threads would be ready in one turn.
 */
function oneByOne(check: () => Promise<string | undefined>): Promise<string | undefined> {
  const checked = last.then(() => laterTurn()).then(check)
  last = checked.catch(() => {})
  return checked
}

/**
 * Errors of the request itself: no PKCS #10 request in PEM, or not signed with its key.
 *
 * @param object - A CertificateSigningRequest.
 * @returns Undefined when it is fine.
 */
export function faultOfRequest(object: ApiObject): Promise<string | undefined> {
  return oneByOne(async () => {
    try {
      const request = await readCertificateRequest(pemAt(object, 'spec', 'request'))
      await laterTurn()
      return (await request.isSigned()) ? undefined : NOT_SIGNED
    } catch (error) {
      return messageOf(error)
    }
  })
}

/**
 * Errors of a certificate: a label other than CERTIFICATE, headers in a block, no X.509 in it.
 *
 * @param object - A CertificateSigningRequest.
 * @returns Undefined when it is fine, or there is none.
 */
export async function faultOfCertificate(object: ApiObject): Promise<string | undefined> {
  const pem = pemAt(object, 'status', 'certificate')
  return pem === '' ? undefined : oneByOne(() => faultOfBlocks(readPemBlocks(pem)))
}

/**
 * Errors of trusted certificates: those of any certificate, and duplicates.
 *
 * @param pem - The certificates, in PEM.
 * @returns Undefined when they are fine.
 */
export function faultOfBundle(pem: string): Promise<string | undefined> {
  return oneByOne(async () => {
    const blocks = readPemBlocks(pem)
    const fault = await faultOfBlocks(blocks)
    if (fault !== undefined) return fault
    const seen = new Set(blocks.map(({ bytes }) => encodeBase64(bytes)))
    return seen.size < blocks.length ? 'must contain each certificate once' : undefined
  })
}

async function faultOfBlocks(blocks: readonly PemBlock[]): Promise<string | undefined> {
  if (blocks.length > MAX_CERTIFICATES) return `must contain at most ${MAX_CERTIFICATES} PEM blocks`
  const turn = new TurnShare()
  for (const { label, hasHeaders, bytes } of blocks) {
    if (turn.isSpent) await turn.next()
    if (label !== 'CERTIFICATE') return `only CERTIFICATE PEM blocks are allowed, found "${label}"`
    if (hasHeaders) return 'no PEM block headers are permitted'
    const isCertificate = await readCertificate(bytes).then(
      () => true,
      () => false,
    )
    if (!isCertificate) return 'x509: malformed certificate'
  }
  return blocks.length > 0 ? undefined : 'must contain at least one CERTIFICATE PEM block'
}

/** The schema has validated the base64. */
const pemAt = (object: ApiObject, ...path: readonly string[]): string =>
  new TextDecoder().decode(decodeBase64(textAt(object, ...path)))
