/**
 * The built-in controllers, each as a function of a client. A plane runs them by its option `controllers`.
 *
 * @module
 */

// All of them, or some, by their names.
export { createControllerManager } from '../controllers/manager/index.js'

// What goes with what.
export {
  createGarbageCollector,
  createNamespaceController,
  createFinishedJobCleaner,
} from '../controllers/library/index.js'

// What every namespace has.
export {
  createServiceAccountController,
  createRootCertificatePublisher,
} from '../controllers/library/index.js'

// Tokens that stand in Secrets.
export { createTokenSecretController } from '../controllers/library/index.js'

// Bootstrap tokens.
export {
  createTokenCleaner,
  createBootstrapSigner,
  verifyClusterInfo,
} from '../controllers/library/index.js'

// Certificates on request.
export {
  createCertificateSigner,
  createCertificateApprover,
  createCertificateCleaner,
  createTrustBundlePublisher,
} from '../controllers/library/index.js'

// What is stored, in the present versions.
export { migrateStorage, type StorageMigration, createStorageVersionMigrator } from '../controllers/library/index.js'

// Types of what these give, as declarations of what a program exports name them.
export type { Controller } from '../client/index.js'
