/**
 * Control loops for programs with a client: each can run alone, in the process of a plane or against a remote one.
 *
 * @module
 */

export {
  type BootstrapTokenInfo,
  createBootstrapToken,
  deleteBootstrapToken,
  listBootstrapTokens,
} from '../bootstrap/bootstrap-tokens.js'
export { createBootstrapSigner, verifyClusterInfo } from '../bootstrap/cluster-info.js'
export { allowJoining, readClusterInfo, requestNodeCertificate } from '../bootstrap/joining.js'
export { createTokenCleaner } from '../bootstrap/token-cleaner.js'
export { createCertificateApprover } from '../certificates/approver.js'
export { createCertificateCleaner } from '../certificates/cleaner.js'
export { ownSigners } from '../certificates/own-authority.js'
export { createCertificateSigner } from '../certificates/signing.js'
export { createTrustBundlePublisher } from '../certificates/trust-bundles.js'
export { createFinishedJobCleaner } from '../finished-jobs.js'
export { createGarbageCollector } from '../garbage/garbage-collector.js'
export { createNamespaceController } from '../namespaces/namespaces.js'
export { createPodGarbageCollector } from '../pod-garbage.js'
export { createPolicyStatusController } from '../policies/policy-status.js'
export { createRoleAggregator } from '../rbac/aggregate-roles.js'
export { createRootCertificatePublisher } from '../root-certificates.js'
export { createServiceAccountController } from '../service-accounts/default-account.js'
export { createTokenSecretController, type SecretToken } from '../service-accounts/token-secrets.js'
export { createStorageVersionMigrator, migrateStorage, type StorageMigration } from '../storage-migration.js'
export { createClaimProtection, createVolumeProtection } from '../volume-protection.js'
