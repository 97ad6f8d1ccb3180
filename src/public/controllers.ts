/**
 * Control loops that keep a plane clean: each alone, on a plane of one's own or of others. A plane runs them by its option
 * `controllers`.
 *
 * @module
 */

// What goes with what.
export {
  createGarbageCollector,
  type GarbageCollectorOptions,
  createNamespaceController,
  type NamespaceControllerOptions,
  type ControlLoopOptions,
} from '../controllers/library/index.js'

// What every namespace has.
export {
  createServiceAccountController,
  createRootCertificatePublisher,
  type RootCertificatePublisherOptions,
} from '../controllers/library/index.js'

// Tokens that stand in Secrets.
export {
  createTokenSecretController,
  type TokenSecretControllerOptions,
  type SecretToken,
} from '../controllers/library/index.js'

// Bootstrap tokens.
export {
  createTokenCleaner,
  createBootstrapSigner,
  verifyClusterInfo,
} from '../controllers/library/index.js'

// Certificates on request.
export {
  createCertificateSigner,
  type CertificateSignerOptions,
  createCertificateApprover,
  createCertificateCleaner,
} from '../controllers/library/index.js'
