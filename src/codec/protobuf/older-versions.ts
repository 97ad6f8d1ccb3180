/**
 * Kinds of older versions with the fields, and the field numbers, of the present ones.
 *
 * @module
 */

import type { GroupMessages } from './messages/group-messages.js'

const older = (apiVersion: GroupMessages['apiVersion'], ...kinds: readonly string[]): GroupMessages => ({
  apiVersion,
  kinds,
  messages: {},
})

const POLICIES = ['ValidatingAdmissionPolicy', 'ValidatingAdmissionPolicyBinding'] as const
const WEBHOOKS = ['MutatingWebhookConfiguration', 'ValidatingWebhookConfiguration'] as const

/** The older versions. Kinds with fields of other names or numbers are left out, as are those of groups without messages. */
export const olderVersions: readonly GroupMessages[] = [
  older((domain) => `admissionregistration.${domain}/v1alpha1`, ...POLICIES),
  older((domain) => `admissionregistration.${domain}/v1beta1`, ...POLICIES, ...WEBHOOKS),
  older(() => 'apps/v1beta1', 'ReplicaSet', 'StatefulSet'),
  older(() => 'apps/v1beta2', 'DaemonSet', 'Deployment', 'ReplicaSet', 'StatefulSet'),
  older((domain) => `authentication.${domain}/v1beta1`, 'TokenReview'),
  older((domain) => `authorization.${domain}/v1beta1`, 'SelfSubjectAccessReview', 'SelfSubjectRulesReview'),
  older(() => 'autoscaling/v2beta2', 'autoscaling.v2.HorizontalPodAutoscaler'),
  older(() => 'batch/v1beta1', 'CronJob'),
  older((domain) => `certificates.${domain}/v1beta1`, 'CertificateSigningRequest'),
  older((domain) => `coordination.${domain}/v1beta1`, 'Lease'),
  older((domain) => `events.${domain}/v1beta1`, 'events.Event'),
  older(() => 'extensions/v1beta1', 'NetworkPolicy', 'ReplicaSet'),
  older((domain) => `networking.${domain}/v1beta1`, 'IngressClass'),
  older((domain) => `node.${domain}/v1beta1`, 'RuntimeClass'),
  older(() => 'policy/v1beta1', 'PodDisruptionBudget'),
  older((domain) => `rbac.authorization.${domain}/v1beta1`, 'ClusterRole', 'ClusterRoleBinding', 'Role', 'RoleBinding'),
  older((domain) => `scheduling.${domain}/v1beta1`, 'PriorityClass'),
  older(
    (domain) => `storage.${domain}/v1beta1`,
    ...['CSIDriver', 'CSINode', 'CSIStorageCapacity', 'StorageClass', 'VolumeAttachment'],
  ),
]
