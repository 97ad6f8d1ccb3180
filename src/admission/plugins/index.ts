/**
 * The admission plugins that come with the plane.
 *
 * @module
 */

export * from './always.js'
export * from './always-pull-images.js'
export * from './certificate-signers.js'
export * from './certificate-subject-restriction.js'
export * from './cluster-trust-bundle-attest.js'
export * from './default-class.js'
export * from './default-toleration-seconds.js'
export * from './deny-service-external-ips.js'
export * from './event-rate-limit.js'
export * from './extended-resource-toleration.js'
export * from './image-policy-webhook.js'
export * from './limit-ranger.js'
export * from './mutating-admission-policy.js'
export * from './mutating-admission-webhook.js'
export * from './namespace-auto-provision.js'
export * from './namespace-exists.js'
export * from './owner-references-permission-enforcement.js'
export * from './plugin-list.js'
export * from './pod-security.js'
export * from './priority.js'
export * from './resource-quota.js'
export * from './runtime-class.js'
export * from './service-account.js'
export * from './service-addresses.js'
export * from './storage-object-in-use-protection.js'
export * from './validating-admission-policy.js'
export * from './validating-admission-webhook.js'
