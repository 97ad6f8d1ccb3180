/**
 * Control loops that keep a plane clean: each alone, on a plane of one's own or of others. A plane runs them by the option
 * `controllers`.
 *
 * @module
 */

export {
  type ControlLoopOptions,
  createBootstrapSigner,
  createGarbageCollector,
  createNamespaceController,
  createRootCertificatePublisher,
  createServiceAccountController,
  createTokenCleaner,
  createTokenSecretController,
  type GarbageCollectorOptions,
  type NamespaceControllerOptions,
  type RootCertificatePublisherOptions,
  type SecretToken,
  type TokenSecretControllerOptions,
  verifyClusterInfo,
} from '../controllers/library/index.js'
