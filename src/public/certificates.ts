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

// Types of what these give, as declarations of what a program exports name them.
export type { CertificateAndKey } from '../crypto/index.js'
