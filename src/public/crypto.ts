/**
 * Keys and certificates.
 *
 * @module
 */

export {
  createSelfSignedCertificate,
  type SelfSignedCertificateOptions,
  type CertificateAndKey,
} from '../crypto/index.js'
