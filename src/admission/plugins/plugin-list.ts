/**
 * The plugins that can be enabled by name, in the order in which they are called.
 *
 * @module
 */

import type { AdmissionPlugin } from '../plugin.js'
import type { WebhookPluginOptions } from '../webhooks/webhook-set.js'
import { alwaysAdmit, alwaysDeny } from './always.js'
import { certificateApproval, certificateSigning } from './certificates/certificate-signers.js'
import { certificateSubjectRestriction } from './certificates/certificate-subject-restriction.js'
import { clusterTrustBundleAttest } from './certificates/cluster-trust-bundle-attest.js'
import { defaultIngressClass, defaultStorageClass } from './default-class.js'
import { mutatingAdmissionPolicy } from './dynamic/mutating-admission-policy.js'
import { mutatingAdmissionWebhook } from './dynamic/mutating-admission-webhook.js'
import { validatingAdmissionPolicy } from './dynamic/validating-admission-policy.js'
import { validatingAdmissionWebhook } from './dynamic/validating-admission-webhook.js'
import { type EventRateLimitOptions, eventRateLimit } from './event-rate-limit.js'
import { limitRanger } from './namespaces/limit-ranger.js'
import { namespaceAutoProvision } from './namespaces/namespace-auto-provision.js'
import { namespaceExists } from './namespaces/namespace-exists.js'
import { type ResourceQuotaOptions, resourceQuota } from './namespaces/resource-quota.js'
import { ownerReferencesPermissionEnforcement } from './owner-references-permission-enforcement.js'
import { alwaysPullImages } from './pods/always-pull-images.js'
import { type DefaultTolerationOptions, defaultTolerationSeconds } from './pods/default-toleration-seconds.js'
import { extendedResourceToleration } from './pods/extended-resource-toleration.js'
import { type ImagePolicyOptions, imagePolicyWebhook } from './pods/image-policy-webhook.js'
import { type PodSecurityOptions, podSecurity } from './pods/pod-security.js'
import { priority } from './pods/priority.js'
import { runtimeClass } from './pods/runtime-class.js'
import { serviceAccount } from './pods/service-account.js'
import { denyServiceExternalIPs } from './services/deny-service-external-ips.js'
import { storageObjectInUseProtection } from './storage-object-in-use-protection.js'
import { taintNodesByCondition } from './taint-nodes-by-condition.js'

/** Settings of plugins that are created by name. */
export interface PluginSettings {
  readonly tolerations?: DefaultTolerationOptions
  /** Required by EventRateLimit. */
  readonly eventRateLimit?: EventRateLimitOptions
  /** Required by ImagePolicyWebhook. */
  readonly imagePolicy?: ImagePolicyOptions
  readonly podSecurity?: PodSecurityOptions
  readonly resourceQuota?: ResourceQuotaOptions
  readonly mutatingWebhooks?: WebhookPluginOptions
  readonly validatingWebhooks?: WebhookPluginOptions
}

/** A plugin that can be enabled by name. */
export interface NamedPlugin {
  readonly name: string
  /** Whether it is enabled by default. */
  readonly isDefault?: true
  /** For a deprecated plugin: what to use instead. */
  readonly deprecated?: string
  /** @returns Undefined when required settings are missing. */
  readonly create: (settings: PluginSettings) => AdmissionPlugin | undefined
}

/**
 * The plugins by their names in Kubernetes, in the order that Kubernetes recommends: policies and webhooks come after the others,
 * so that they see the others' changes.
 */
export const namedPlugins: readonly NamedPlugin[] = [
  { name: 'AlwaysAdmit', deprecated: 'it does nothing, leave it out', create: alwaysAdmit },
  { name: 'NamespaceAutoProvision', create: namespaceAutoProvision },
  { name: 'NamespaceExists', create: namespaceExists },
  { name: 'LimitRanger', isDefault: true, create: limitRanger },
  { name: 'ServiceAccount', create: serviceAccount },
  { name: 'TaintNodesByCondition', isDefault: true, create: taintNodesByCondition },
  { name: 'AlwaysPullImages', create: alwaysPullImages },
  { name: 'ImagePolicyWebhook', create: ({ imagePolicy }) => imagePolicy && imagePolicyWebhook(imagePolicy) },
  { name: 'PodSecurity', isDefault: true, create: (settings) => podSecurity(settings.podSecurity) },
  { name: 'Priority', create: priority },
  {
    name: 'DefaultTolerationSeconds',
    isDefault: true,
    create: ({ tolerations }) => defaultTolerationSeconds(tolerations),
  },
  { name: 'EventRateLimit', create: (settings) => settings.eventRateLimit && eventRateLimit(settings.eventRateLimit) },
  { name: 'ExtendedResourceToleration', create: extendedResourceToleration },
  { name: 'DefaultStorageClass', isDefault: true, create: defaultStorageClass },
  { name: 'StorageObjectInUseProtection', isDefault: true, create: storageObjectInUseProtection },
  { name: 'OwnerReferencesPermissionEnforcement', create: ownerReferencesPermissionEnforcement },
  { name: 'RuntimeClass', isDefault: true, create: runtimeClass },
  { name: 'CertificateApproval', isDefault: true, create: certificateApproval },
  { name: 'CertificateSigning', isDefault: true, create: certificateSigning },
  { name: 'ClusterTrustBundleAttest', isDefault: true, create: clusterTrustBundleAttest },
  { name: 'CertificateSubjectRestriction', isDefault: true, create: certificateSubjectRestriction },
  { name: 'DefaultIngressClass', isDefault: true, create: defaultIngressClass },
  { name: 'DenyServiceExternalIPs', create: denyServiceExternalIPs },
  { name: 'MutatingAdmissionPolicy', isDefault: true, create: mutatingAdmissionPolicy },
  {
    name: 'MutatingAdmissionWebhook',
    isDefault: true,
    create: ({ mutatingWebhooks }) => mutatingAdmissionWebhook(mutatingWebhooks),
  },
  { name: 'ValidatingAdmissionPolicy', isDefault: true, create: validatingAdmissionPolicy },
  {
    name: 'ValidatingAdmissionWebhook',
    isDefault: true,
    create: ({ validatingWebhooks }) => validatingAdmissionWebhook(validatingWebhooks),
  },
  { name: 'ResourceQuota', isDefault: true, create: (settings) => resourceQuota(settings.resourceQuota) },
  { name: 'AlwaysDeny', deprecated: 'refuse what has to be refused by an admission policy', create: alwaysDeny },
]

/** Built into the plane. It is listed because Kubernetes has a plugin with this name, and cannot be disabled. */
const OF_THE_PLANE: readonly string[] = ['NamespaceLifecycle']

/** Which plugins to enable or disable. */
export interface PluginSwitches {
  /** Names of plugins to enable in addition to the defaults. */
  readonly enable: readonly string[]
  /** Names of plugins to disable. */
  readonly disable: readonly string[]
}

/** The option names an unknown plugin, or both enables and disables one. The message is one line. */
export class PluginSwitchError extends Error {
  /** The invalid option. */
  readonly which: keyof PluginSwitches

  constructor(which: keyof PluginSwitches, message: string) {
    super(message)
    this.name = 'PluginSwitchError'
    this.which = which
  }
}

/**
 * Creates plugins by name.
 *
 * @param switches - The plugins to enable or disable, relative to the defaults.
 * @param settings - The settings of the plugins.
 * @returns The plugins, in their order.
 * @throws {@link PluginSwitchError} for an unknown name, for one in both lists, and for a plugin without the
 *   settings that it needs.
 */
export function createPlugins({ enable, disable }: PluginSwitches, settings: PluginSettings): readonly AdmissionPlugin[] {
  requireKnown('enable', enable)
  requireKnown('disable', disable)
  const both = enable.find((name) => disable.includes(name))
  if (both !== undefined) throw new PluginSwitchError('enable', `${both} is in --disable-admission-plugins too`)
  const own = disable.find((name) => OF_THE_PLANE.includes(name))
  if (own !== undefined) throw new PluginSwitchError('disable', `${own} is a part of the plane and cannot be off`)
  return namedPlugins
    .filter(({ name, isDefault }) => (isDefault || enable.includes(name)) && !disable.includes(name))
    .map(({ name, create }) => {
      const plugin = create(settings)
      if (!plugin) throw new PluginSwitchError('enable', `${name} needs a configuration in --admission-control-config-file`)
      return plugin
    })
}

function requireKnown(which: keyof PluginSwitches, names: readonly string[]): void {
  const known = [...namedPlugins.map(({ name }) => name), ...OF_THE_PLANE]
  const wrong = names.find((name) => !known.includes(name))
  if (wrong !== undefined) throw new PluginSwitchError(which, `there is no plugin ${wrong}; there are ${known.join(', ')}`)
}
