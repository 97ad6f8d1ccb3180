/**
 * Keys and certificates.
 *
 * @module
 */

export {
  createSelfSignedCertificate,
  type CertificateAndKey,
} from '../crypto/index.js'
