/**
 * The versions of kinds that releases have removed, and their replacements, as data.
 *
 * @module
 * @see Specification, "API versions removed by release"
 */

import { type Dialect, oncePerDialect, type Release } from '../../meta/index.js'
import { autoscalerForm } from './forms/autoscaler.js'
import { definitionForm } from './forms/definitions.js'
import { disruptionBudgetForm } from './forms/disruption-budget.js'
import { endpointSliceForm } from './forms/endpoint-slice.js'
import { eventForm } from './forms/events.js'
import { ingressForm } from './forms/ingress.js'
import { renamed, sameForm } from './forms/same.js'
import { signingRequestForm } from './forms/signing-request.js'
import { webhookForm } from './forms/webhooks.js'
import { daemonSetForms, deploymentForms, replicaSetForms, statefulSetForms } from './forms/workloads.js'
import type { OlderForm } from './lossless.js'
import { isOnByDefault, type VersionLife } from './version-life.js'

/** A version of a kind that a release has removed. */
export interface Removal {
  readonly group: string
  readonly version: string
  /** Plural name of the resource, the same in both groups. */
  readonly resource: string
  readonly introduced: Release
  readonly deprecated: Release
  readonly removed: Release
  /** Whether it is served by default. */
  readonly served: boolean
  /** The replacement, and the release that introduced it; absent when there is none. */
  readonly replacement?: { readonly group: string; readonly version: string; readonly introduced: Release }
  /** The conversions to and from the present form, and the differences in validation. */
  readonly form: OlderForm
}

type Releases = readonly [introduced: Release, deprecated: Release, removed: Release]

/**
 * The removed versions, in a plane's dialect.
 *
 * @param dialect - The plane's dialect.
 */
export const removalsOf: (dialect: Dialect) => readonly Removal[] = /* @__PURE__ */ oncePerDialect(makeRemovals)

function makeRemovals(dialect: Dialect): readonly Removal[] {
  const domain = dialect.groupDomain
  const flow = `flowcontrol.apiserver.${domain}`
  const row = (
    [group, version]: readonly [string, string],
    resources: string | Readonly<Record<string, OlderForm>>,
    [introduced, deprecated, removed]: Releases,
    present?: readonly [group: string, version: string, since: Release],
  ): readonly Removal[] => {
    const forms =
      typeof resources === 'string' ? Object.fromEntries(resources.split(' ').map((one) => [one, sameForm])) : resources
    return Object.entries(forms).map(([resource, form]) => ({
      ...{ group, version, resource, introduced, deprecated, removed, form },
      // Kubernetes has kept this group on in every beta version, as it was on before new beta versions were off.
      served: group === flow || isOnByDefault(version, { introduced }),
      ...(present && { replacement: { group: present[0], version: present[1], introduced: present[2] } }),
    }))
  }
  const shares = renamed(['spec', 'limited'], 'assuredConcurrencyShares', 'nominalConcurrencyShares')
  const flows = { flowschemas: sameForm, prioritylevelconfigurations: shares }
  const [events, discovery, node] = [`events.${domain}`, `discovery.${domain}`, `node.${domain}`]
  const [storage, networking, rbac] = [`storage.${domain}`, `networking.${domain}`, `rbac.authorization.${domain}`]
  const [authorization, authentication] = [`authorization.${domain}`, `authentication.${domain}`]
  const groups = renamed(['spec'], 'group', 'groups')
  const registration = `admissionregistration.${domain}`
  const judging = 'validatingadmissionpolicies validatingadmissionpolicybindings'
  const changing = 'mutatingadmissionpolicies mutatingadmissionpolicybindings'
  return [
    ...row([registration, 'v1beta1'], changing, ['1.34', '1.37', '1.40'], [registration, 'v1', '1.36']),
    ...row([registration, 'v1alpha1'], changing, ['1.32', '1.35', '1.38'], [registration, 'v1', '1.36']),
    ...row([registration, 'v1beta1'], judging, ['1.28', '1.31', '1.34'], [registration, 'v1', '1.30']),
    ...row([flow, 'v1beta3'], 'flowschemas prioritylevelconfigurations', ['1.26', '1.29', '1.32'], [flow, 'v1', '1.29']),
    ...row([registration, 'v1alpha1'], judging, ['1.26', '1.29', '1.32'], [registration, 'v1', '1.30']),
    ...row([flow, 'v1beta2'], flows, ['1.23', '1.26', '1.29'], [flow, 'v1beta3', '1.26']),
    ...row([storage, 'v1beta1'], 'csistoragecapacities', ['1.21', '1.24', '1.27'], [storage, 'v1', '1.24']),
    ...row([flow, 'v1beta1'], flows, ['1.20', '1.23', '1.26'], [flow, 'v1beta3', '1.26']),
    ...row(['autoscaling', 'v2beta2'], 'horizontalpodautoscalers', ['1.12', '1.23', '1.26'], ['autoscaling', 'v2', '1.23']),
    ...row(['batch', 'v1beta1'], 'cronjobs', ['1.8', '1.21', '1.25'], ['batch', 'v1', '1.21']),
    ...row(
      [discovery, 'v1beta1'],
      { endpointslices: endpointSliceForm(dialect) },
      ['1.17', '1.21', '1.25'],
      [discovery, 'v1', '1.21'],
    ),
    ...row([events, 'v1beta1'], { events: eventForm }, ['1.8', '1.19', '1.25'], [events, 'v1', '1.19']),
    ...row(
      ['autoscaling', 'v2beta1'],
      { horizontalpodautoscalers: autoscalerForm },
      ['1.8', '1.22', '1.25'],
      ['autoscaling', 'v2', '1.23'],
    ),
    ...row(
      ['policy', 'v1beta1'],
      { poddisruptionbudgets: disruptionBudgetForm(dialect) },
      ['1.5', '1.21', '1.25'],
      ['policy', 'v1', '1.21'],
    ),
    ...row(['policy', 'v1beta1'], 'podsecuritypolicies', ['1.10', '1.21', '1.25']),
    ...row([node, 'v1beta1'], 'runtimeclasses', ['1.14', '1.22', '1.25'], [node, 'v1', '1.20']),
    ...row(
      [registration, 'v1beta1'],
      { mutatingwebhookconfigurations: webhookForm, validatingwebhookconfigurations: webhookForm },
      ['1.9', '1.16', '1.22'],
      [registration, 'v1', '1.16'],
    ),
    ...row(
      [`apiextensions.${domain}`, 'v1beta1'],
      { customresourcedefinitions: definitionForm },
      ['1.7', '1.16', '1.22'],
      [`apiextensions.${domain}`, 'v1', '1.16'],
    ),
    ...row(
      [`apiregistration.${domain}`, 'v1beta1'],
      'apiservices',
      ['1.7', '1.19', '1.22'],
      [`apiregistration.${domain}`, 'v1', '1.10'],
    ),
    ...row([authentication, 'v1beta1'], 'tokenreviews', ['1.4', '1.19', '1.22'], [authentication, 'v1', '1.6']),
    ...row(
      [authorization, 'v1beta1'],
      {
        localsubjectaccessreviews: groups,
        subjectaccessreviews: groups,
        selfsubjectaccessreviews: sameForm,
        selfsubjectrulesreviews: sameForm,
      },
      ['1.4', '1.19', '1.22'],
      [authorization, 'v1', '1.6'],
    ),
    ...row(
      [`certificates.${domain}`, 'v1beta1'],
      { certificatesigningrequests: signingRequestForm(dialect) },
      ['1.4', '1.19', '1.22'],
      [`certificates.${domain}`, 'v1', '1.19'],
    ),
    ...row([`coordination.${domain}`, 'v1beta1'], 'leases', ['1.12', '1.19', '1.22'], [`coordination.${domain}`, 'v1', '1.14']),
    ...row(['extensions', 'v1beta1'], { ingresses: ingressForm }, ['1.1', '1.14', '1.22'], [networking, 'v1', '1.19']),
    ...row([networking, 'v1beta1'], { ingresses: ingressForm }, ['1.14', '1.19', '1.22'], [networking, 'v1', '1.19']),
    ...row([networking, 'v1beta1'], 'ingressclasses', ['1.18', '1.19', '1.22'], [networking, 'v1', '1.19']),
    ...row(
      [rbac, 'v1beta1'],
      'clusterroles clusterrolebindings roles rolebindings',
      ['1.6', '1.17', '1.22'],
      [rbac, 'v1', '1.8'],
    ),
    ...row(
      [`scheduling.${domain}`, 'v1beta1'],
      'priorityclasses',
      ['1.11', '1.14', '1.22'],
      [`scheduling.${domain}`, 'v1', '1.14'],
    ),
    ...row([storage, 'v1beta1'], 'csidrivers', ['1.14', '1.19', '1.22'], [storage, 'v1', '1.19']),
    ...row([storage, 'v1beta1'], 'csinodes', ['1.14', '1.17', '1.22'], [storage, 'v1', '1.17']),
    ...row([storage, 'v1beta1'], 'storageclasses', ['1.4', '1.19', '1.22'], [storage, 'v1', '1.6']),
    ...row([storage, 'v1beta1'], 'volumeattachments', ['1.10', '1.19', '1.22'], [storage, 'v1', '1.13']),
    ...row(['extensions', 'v1beta1'], 'networkpolicies', ['1.3', '1.9', '1.16'], [networking, 'v1', '1.8']),
    ...row(['extensions', 'v1beta1'], { daemonsets: daemonSetForms.extensions }, ['1.2', '1.9', '1.16'], ['apps', 'v1', '1.9']),
    ...row(['apps', 'v1beta2'], { daemonsets: daemonSetForms.v1beta2 }, ['1.8', '1.9', '1.16'], ['apps', 'v1', '1.9']),
    ...row(['extensions', 'v1beta1'], { deployments: deploymentForms.extensions }, ['1.2', '1.8', '1.16'], ['apps', 'v1', '1.9']),
    ...row(['apps', 'v1beta1'], { deployments: deploymentForms.v1beta1 }, ['1.6', '1.8', '1.16'], ['apps', 'v1', '1.9']),
    ...row(['apps', 'v1beta2'], { deployments: deploymentForms.v1beta2 }, ['1.8', '1.9', '1.16'], ['apps', 'v1', '1.9']),
    ...row(['apps', 'v1beta1'], { statefulsets: statefulSetForms.v1beta1 }, ['1.5', '1.8', '1.16'], ['apps', 'v1', '1.9']),
    ...row(['apps', 'v1beta2'], { statefulsets: statefulSetForms.v1beta2 }, ['1.8', '1.9', '1.16'], ['apps', 'v1', '1.9']),
    ...row(['extensions', 'v1beta1'], { replicasets: replicaSetForms.extensions }, ['1.2', '1.8', '1.16'], ['apps', 'v1', '1.9']),
    ...row(['apps', 'v1beta1'], { replicasets: replicaSetForms.extensions }, ['1.6', '1.8', '1.16'], ['apps', 'v1', '1.9']),
    ...row(['apps', 'v1beta2'], { replicasets: replicaSetForms.v1beta2 }, ['1.8', '1.9', '1.16'], ['apps', 'v1', '1.9']),
    ...row(['extensions', 'v1beta1'], 'podsecuritypolicies', ['1.2', '1.11', '1.16'], ['policy', 'v1beta1', '1.10']),
  ]
}

/** A version that remains, with the release that introduced or deprecated it. */
export interface KeptVersion {
  readonly group: string
  readonly version: string
  readonly resource: string
  readonly life: VersionLife
}

/** The remaining versions that were introduced or deprecated by known releases, in a plane's dialect. */
export const livesOf: (dialect: Dialect) => readonly KeptVersion[] = /* @__PURE__ */ oncePerDialect(makeLives)

function makeLives({ groupDomain }: Dialect): readonly KeptVersion[] {
  const slices = { group: `discovery.${groupDomain}`, version: 'v1', kind: 'EndpointSlice' }
  const reviews = { group: `authentication.${groupDomain}`, resource: 'selfsubjectreviews' }
  const bundles = { group: `certificates.${groupDomain}`, resource: 'clustertrustbundles' }
  const stableSince = (introduced: Release, group: string, ...resources: readonly string[]): readonly KeptVersion[] =>
    resources.map((resource) => ({ group: `${group}.${groupDomain}`, version: 'v1', resource, life: { introduced } }))
  return [
    { ...bundles, version: 'v1alpha1', life: { introduced: '1.27' } },
    { ...bundles, version: 'v1beta1', life: { introduced: '1.33' } },
    { group: '', version: 'v1', resource: 'endpoints', life: { deprecated: '1.33', replacement: slices } },
    { group: '', version: 'v1', resource: 'componentstatuses', life: { deprecated: '1.19' } },
    { ...reviews, version: 'v1alpha1', life: { introduced: '1.26' } },
    { ...reviews, version: 'v1beta1', life: { introduced: '1.27' } },
    ...stableSince('1.28', 'authentication', 'selfsubjectreviews'),
    ...stableSince('1.33', 'networking', 'ipaddresses', 'servicecidrs'),
    ...stableSince('1.34', 'resource', 'deviceclasses', 'resourceclaims', 'resourceclaimtemplates', 'resourceslices'),
    ...stableSince('1.34', 'storage', 'volumeattributesclasses'),
  ]
}
