/**
 * What certificates take over from the names in a request. A requester must not choose what a certificate says beyond that, such as
 * the attribute that authentication reads as uid.
 *
 * @module
 */

import type { JsonAttributeAndObjectValue, JsonGeneralNames } from '@peculiar/x509'
import type { CertificateRequest } from './certificate-request.js'

/** The attributes of a subject that Kubernetes copies, in its order, and whether only the last value counts. */
const ATTRIBUTES: readonly (readonly [type: string, lastOnly?: boolean])[] = [
  // Country, organization, unit, locality, province, street, postal code, common name, serial number.
  ['2.5.4.6'],
  ['2.5.4.10'],
  ['2.5.4.11'],
  ['2.5.4.7'],
  ['2.5.4.8'],
  ['2.5.4.9'],
  ['2.5.4.17'],
  ['2.5.4.3', true],
  ['2.5.4.5', true],
]

/** Characters of a PrintableString. */
const PRINTABLE = /^[A-Za-z0-9 '()+,./:=?-]*$/

/**
 * The subject of the certificate for a request. Other attributes are left out.
 *
 * @param request - The request.
 */
export const issuedSubject = (request: CertificateRequest): JsonAttributeAndObjectValue[] =>
  ATTRIBUTES.flatMap(([type, lastOnly]) => {
    const values = request.subjectAttribute(type).filter((value) => value !== '')
    return (lastOnly ? values.slice(-1) : values).map((value) => ({
      // An object, as the package reads a text such as `#0500` as DER.
      [type]: [PRINTABLE.test(value) ? { printableString: value } : { utf8String: value }],
    }))
  })

/**
 * The subject alternative names of the certificate for a request. Names of other kinds are left out.
 *
 * @param request - The request.
 */
export function issuedNames({ names: { dns, email, ip, uri } }: CertificateRequest): JsonGeneralNames {
  const of = (type: 'dns' | 'email' | 'ip' | 'url', values: readonly string[]) => values.map((value) => ({ type, value }))
  return [...of('dns', dns), ...of('email', email), ...of('ip', ip), ...of('url', uri)]
}
