/**
 * Certificates on request: signers and their authorities. The loops that put them to work are in `binnacle/controllers`.
 *
 * @module
 */

export {
  type Signer,
  createAuthoritySigner,
  builtInSigners,
} from '../certificates/index.js'

export {
  createCertificateAuthority,
  readCertificateAuthority,
  type CertificateAuthority,
  createCertificateRequest,
  type RequestAndKey,
} from '../crypto/index.js'
