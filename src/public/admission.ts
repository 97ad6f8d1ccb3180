/**
 * Admission: what plugins that change or refuse writes are made of, and the plugins that are there already.
 *
 * @module
 */

// A plugin of your own.
export {
  type AdmissionPlugin,
  type AdmissionAttributes,
  type AdmissionOperation,
  admissionDenied,
  type AdmissionStop,
  type AdmissionSources,
  type AdmissionObjects,
  type AdmissionTypes,
  type AdmissionType,
  type ServedResourceName,
  type ObjectListener,
} from '../admission/index.js'

// Plugins with the names that they have in Kubernetes.
export {
  validatingAdmissionPolicy,
  mutatingAdmissionPolicy,
  validatingAdmissionWebhook,
  mutatingAdmissionWebhook,
  alwaysPullImages,
  defaultIngressClass,
  defaultStorageClass,
  defaultTolerationSeconds,
  type DefaultTolerationOptions,
  denyServiceExternalIPs,
  eventRateLimit,
  type EventRateLimitOptions,
  type EventLimit,
  type EventLimitType,
  extendedResourceToleration,
  limitRanger,
  namespaceAutoProvision,
  namespaceExists,
  ownerReferencesPermissionEnforcement,
  podSecurity,
  type PodSecurityOptions,
  type SecurityPolicies,
  type SecurityPolicy,
  type SecurityLevel,
  priority,
  resourceQuota,
  runtimeClass,
  serviceAccount,
  imagePolicyWebhook,
  type ImagePolicyOptions,
} from '../admission/index.js'
