/**
 * Control loops for whoever has a client: each alone, on a plane of one's own or of others.
 *
 * @module
 */

export { createBootstrapSigner, verifyClusterInfo } from '../bootstrap/cluster-info.js'
export { createTokenCleaner } from '../bootstrap/token-cleaner.js'
export { createCertificateApprover } from '../certificates/approver.js'
export { createCertificateCleaner } from '../certificates/cleaner.js'
export { ownSigners } from '../certificates/own-authority.js'
export { type CertificateSignerOptions, createCertificateSigner } from '../certificates/signing.js'
export type { ControlLoopOptions } from '../client-loop.js'
export { createGarbageCollector, type GarbageCollectorOptions } from '../garbage/garbage-collector.js'
export { createNamespaceController, type NamespaceControllerOptions } from '../namespaces/namespaces.js'
export { createRootCertificatePublisher, type RootCertificatePublisherOptions } from '../root-certificates.js'
export { createServiceAccountController } from '../service-accounts/default-account.js'
export {
  createTokenSecretController,
  type SecretToken,
  type TokenSecretControllerOptions,
} from '../service-accounts/token-secrets.js'
