/**
 * Keys and certificates.
 *
 * @module
 */

export {
  type CertificateAndKey,
  createSelfSignedCertificate,
  type SelfSignedCertificateOptions,
} from '../crypto/index.js'
