/**
 * The admission plugins that come with the plane.
 *
 * @module
 */

export * from './always.js'
export * from './certificates/certificate-signers.js'
export * from './certificates/certificate-subject-restriction.js'
export * from './certificates/cluster-trust-bundle-attest.js'
export * from './default-class.js'
export * from './dynamic/mutating-admission-policy.js'
export * from './dynamic/mutating-admission-webhook.js'
export * from './dynamic/validating-admission-policy.js'
export * from './dynamic/validating-admission-webhook.js'
export * from './event-rate-limit.js'
export * from './namespaces/limit-ranger.js'
export * from './namespaces/namespace-auto-provision.js'
export * from './namespaces/namespace-exists.js'
export * from './namespaces/resource-quota.js'
export * from './owner-references-permission-enforcement.js'
export * from './plugin-list.js'
export * from './pods/always-pull-images.js'
export * from './pods/default-toleration-seconds.js'
export * from './pods/extended-resource-toleration.js'
export * from './pods/image-policy-webhook.js'
export * from './pods/pod-security.js'
export * from './pods/priority.js'
export * from './pods/runtime-class.js'
export * from './pods/service-account.js'
export * from './services/deny-service-external-ips.js'
export * from './services/service-addresses.js'
export * from './storage-object-in-use-protection.js'
export * from './taint-nodes-by-condition.js'
