/**
 * Admission: the interfaces of plugins that mutate or validate writes, and the built-in plugins.
 *
 * @module
 */

// A plugin of your own.
export {
  type AdmissionPlugin,
  type AdmissionAttributes,
  admissionDenied,
  type AdmissionSources,
} from '../admission/index.js'
export { resourcePlugin } from '../plane/resource-plugin/index.js'

// The same plugin as a webhook, for a plane elsewhere.
export { admissionWebhook } from '../adapters/admission-webhook/index.js'

// Plugins with the names that they have in Kubernetes.
export {
  validatingAdmissionPolicy,
  mutatingAdmissionPolicy,
  validatingAdmissionWebhook,
  mutatingAdmissionWebhook,
  alwaysPullImages,
  certificateApproval,
  certificateSigning,
  certificateSubjectRestriction,
  clusterTrustBundleAttest,
  defaultIngressClass,
  defaultStorageClass,
  defaultTolerationSeconds,
  denyServiceExternalIPs,
  eventRateLimit,
  extendedResourceToleration,
  limitRanger,
  namespaceAutoProvision,
  namespaceExists,
  ownerReferencesPermissionEnforcement,
  podSecurity,
  priority,
  resourceQuota,
  runtimeClass,
  serviceAccount,
  imagePolicyWebhook,
} from '../admission/index.js'

// Types of what these give, as declarations of what a program exports name them.
export type { ApiError } from '../meta/index.js'
export type {
  RequestHandler,
  ServerResponse,
} from '../server/index.js'
