/**
 * Certificate signing: signers and their authorities. The control loops that use them are in `binnacle/controllers`.
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
