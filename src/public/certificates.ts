/**
 * Certificates on request: signers and their authorities. The loops that put them to work are in `binnacle/controllers`.
 *
 * @module
 */

// Signers.
export {
  type Signer,
  type SigningRequest,
  createAuthoritySigner,
  type AuthoritySignerOptions,
  builtInSigners,
  type BuiltInSignerOptions,
} from '../certificates/index.js'

// Authorities.
export {
  createCertificateAuthority,
  type NewAuthorityOptions,
  readCertificateAuthority,
  type CertificateAuthority,
  type IssueOptions,
  type KeyUsageName,
} from '../crypto/index.js'

// Requests.
export {
  createCertificateRequest,
  type NewRequestOptions,
  type RequestAndKey,
  type CertificateRequest,
  type RequestedNames,
} from '../crypto/index.js'
