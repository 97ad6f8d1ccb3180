/**
 * Names of signers: a domain and a path.
 *
 * @module
 */

import {
  DNS_SUBDOMAIN_MAX,
  type FieldError,
  invalidField,
  requiredField,
  tooLongField,
  validateDnsLabel,
  validateDnsSubdomain,
} from '../../meta/index.js'

/** A domain, a slash, a label, a dot and a subdomain. */
const MAX_LENGTH = DNS_SUBDOMAIN_MAX + 1 + 63 + 1 + DNS_SUBDOMAIN_MAX

/**
 * Validates the name of a signer.
 *
 * @param name - Such as `example.com/my-signer`.
 * @param field - Its field path.
 */
export function validateSignerName(name: string, field: string): readonly FieldError[] {
  if (name === '') return [requiredField(field)]
  // Ours: a longer name is not looked at any further.
  if (name.length > MAX_LENGTH) return [tooLongField(field, MAX_LENGTH)]
  const [domain = '', path = '', ...more] = name.split('/')
  if (!name.includes('/') || more.length > 0) {
    return [invalidField(field, name, "must be a fully qualified domain and path of the form 'example.com/signer-name'")]
  }
  const labels = domain.split('.')
  const faultsOf = (part: string, pieces: readonly string[], judge: (piece: string) => readonly string[]) =>
    pieces.flatMap((piece) =>
      judge(piece).map((message) => invalidField(field, part, `validating label ${JSON.stringify(piece)}: ${message}`)),
    )
  return [
    ...(domain.length > DNS_SUBDOMAIN_MAX ? [tooLongField(field, DNS_SUBDOMAIN_MAX)] : []),
    ...faultsOf(domain, labels, validateDnsLabel),
    ...(labels.length < 2
      ? [invalidField(field, domain, 'should be a domain with at least two segments separated by dots')]
      : []),
    ...faultsOf(path, path.split('.'), validateDnsSubdomain),
  ]
}
