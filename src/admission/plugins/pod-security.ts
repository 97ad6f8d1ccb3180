/**
 * PodSecurity: pods keep to the level of security that the labels of their namespace say.
 *
 * @module
 */

import { type ApiObject, type Dialect, invalid, isNamespaces, jsonEqual, NAMESPACES } from '../../meta/index.js'
import type { AdmissionAttributes } from '../attributes.js'
import { type AdmissionPlugin, admissionDenied } from '../plugin.js'
import type { Violation } from '../pod-security/baseline.js'
import { judgedPod, recordAt } from '../pod-security/pod.js'
import {
  compareLevels,
  PRIVILEGED,
  policyText,
  readPolicies,
  type SecurityPolicies,
  type SecurityPolicy,
} from '../pod-security/policy.js'
import { violationsOf } from '../pod-security/restricted.js'
import type { AdmissionSources } from '../sources.js'
import { imagesOf, podSpecOf } from './pods.js'

/** Options of {@link podSecurity}. */
export interface PodSecurityOptions {
  /** What counts where a namespace says nothing; anything goes by default. */
  readonly defaults?: Partial<SecurityPolicies>
  /** Whose pods are not judged. */
  readonly exemptions?: {
    readonly usernames?: readonly string[]
    readonly runtimeClasses?: readonly string[]
    readonly namespaces?: readonly string[]
  }
}

/** Where types that make pods have their template. */
const TEMPLATES: Readonly<Record<string, readonly string[]>> = {
  'replicationcontrollers.': ['spec', 'template'],
  'podtemplates.': ['template'],
  'deployments.apps': ['spec', 'template'],
  'replicasets.apps': ['spec', 'template'],
  'statefulsets.apps': ['spec', 'template'],
  'daemonsets.apps': ['spec', 'template'],
  'jobs.batch': ['spec', 'template'],
  'cronjobs.batch': ['spec', 'jobTemplate', 'spec', 'template'],
}
/** Changes of a pod that bring containers. */
const JUDGED_PARTS: ReadonlySet<string> = new Set(['', 'ephemeralcontainers'])
/** Pods that are looked at when the level of a namespace is raised. */
const MAX_PODS = 3000

/**
 * Refuses pods below the level of their namespace, warns of them and writes them into the audit event; of what makes pods it only
 * warns. The labels are those of Pod Security Standards, with levels `privileged`, `baseline` and `restricted`, as of the latest version.
 *
 * @param options - See {@link PodSecurityOptions}.
 */
export function podSecurity(options: PodSecurityOptions = {}): AdmissionPlugin {
  const defaults = { enforce: PRIVILEGED, audit: PRIVILEGED, warn: PRIVILEGED, ...options.defaults }
  const { usernames = [], runtimeClasses = [], namespaces = [] } = options.exemptions ?? {}
  let sources: AdmissionSources | undefined
  const exemptionOf = ({ user, namespace }: AdmissionAttributes, template: ApiObject): string | undefined => {
    if (namespaces.includes(namespace)) return 'namespace'
    if (usernames.includes(user.username)) return 'user'
    return runtimeClasses.includes(podSpecOf(template).runtimeClassName ?? '') ? 'runtimeClass' : undefined
  }
  return {
    name: 'PodSecurity',
    start(given) {
      sources = given
    },
    handles: (attributes) =>
      attributes.operation !== 'DELETE' &&
      (isPod(attributes) ||
        templatePath(attributes) !== undefined ||
        (isNamespaces(attributes) && attributes.subresource === '')),
    async validate(attributes) {
      const { object, oldObject, namespace } = attributes
      if (!sources || !object) return
      const { dialect } = sources
      if (isNamespaces(attributes)) return judgeNamespace(sources, attributes, defaults, namespaces)
      const template = templateOf(attributes, object)
      if (!template || (oldObject && !isJudgedAgain(attributes, template, oldObject))) return
      const { labels } = sources.objects.get(NAMESPACES, namespace)?.metadata ?? {}
      const { policies } = readPolicies(labels, defaults, dialect)
      if (isPrivileged(policies)) return
      const exemption = exemptionOf(attributes, template)
      if (exemption === undefined) judge(attributes, template, policies, dialect)
      else attributes.annotate(noteOf(dialect, 'exempt'), exemption)
    },
  }
}

const noteOf = ({ labelDomain }: Dialect, name: string): string => `pod-security.${labelDomain}/${name}`

const isPod = ({ group, resource, subresource }: AdmissionAttributes): boolean =>
  group === '' && resource === 'pods' && JUDGED_PARTS.has(subresource)

const templatePath = ({ group, resource, subresource }: AdmissionAttributes): readonly string[] | undefined =>
  subresource === '' && Object.hasOwn(TEMPLATES, `${resource}.${group}`) ? TEMPLATES[`${resource}.${group}`] : undefined

/** What is judged: a pod, or the template of pods. */
function templateOf(attributes: AdmissionAttributes, object: ApiObject): ApiObject | undefined {
  const path = templatePath(attributes)
  if (!path) return object
  const template = path.reduce<unknown>((part, field) => recordAt(part)[field], object)
  return recordAt(template).spec === undefined ? undefined : (template as ApiObject)
}

/** Whether a change brings something that was not judged before: of a pod little can change. */
function isJudgedAgain(attributes: AdmissionAttributes, template: ApiObject, oldObject: ApiObject): boolean {
  if (!isPod(attributes)) return !jsonEqual(template, templateOf(attributes, oldObject))
  return !jsonEqual(
    [imagesOf(template), template.metadata.annotations ?? {}],
    [imagesOf(oldObject), oldObject.metadata.annotations ?? {}],
  )
}

const isPrivileged = (policies: SecurityPolicies): boolean =>
  Object.values(policies).every(({ level }: SecurityPolicy) => level === 'privileged')

function judge(attributes: AdmissionAttributes, template: ApiObject, policies: SecurityPolicies, dialect: Dialect): void {
  const judged = judgedPod(template)
  const { enforce, audit, warn } = policies
  const faultBy = (policy: SecurityPolicy): string | undefined => {
    const violations = violationsOf(judged, policy.level)
    return violations.length === 0
      ? undefined
      : `PodSecurity ${JSON.stringify(policyText(policy))}: ${violations.map(tell).join(', ')}`
  }
  const refused = isPod(attributes) ? faultBy(enforce) : undefined
  if (isPod(attributes)) attributes.annotate(noteOf(dialect, 'enforce-policy'), policyText(enforce))
  const noted = faultBy(audit)
  if (noted !== undefined) attributes.annotate(noteOf(dialect, 'audit-violations'), `would violate ${noted}`)
  if (refused !== undefined) throw admissionDenied(attributes, `violates ${refused}`)
  const warned = faultBy(warn)
  if (warned !== undefined) attributes.warn(`would violate ${warned}`)
}

const tell = ({ reason, detail }: Violation): string => `${reason} (${detail})`

/** Labels that say nothing are refused, and who raises the level learns of pods that would not be let in any more. */
async function judgeNamespace(
  { objects, dialect }: AdmissionSources,
  attributes: AdmissionAttributes,
  defaults: SecurityPolicies,
  exempt: readonly string[],
): Promise<void> {
  const { object, oldObject } = attributes
  const name = object?.metadata.name ?? ''
  const { policies, errors } = readPolicies(object?.metadata.labels, defaults, dialect)
  const before = oldObject && readPolicies(oldObject.metadata.labels, defaults, dialect)
  if (errors.length > 0 && !before?.errors.length) throw invalid({ group: '', kind: 'Namespace' }, name, errors)
  const { level } = policies.enforce
  if (!before || exempt.includes(name) || compareLevels(level, before.policies.enforce.level) <= 0) return
  const pods = await objects.list({ group: '', resource: 'pods' }, name)
  const groups = new Map<string, string[]>()
  for (const pod of pods.slice(0, MAX_PODS)) {
    const reasons = violationsOf(judgedPod(pod), level).map(({ reason }) => reason)
    if (reasons.length === 0) continue
    const key = reasons.join(', ')
    groups.set(key, [...(groups.get(key) ?? []), pod.metadata.name ?? ''])
  }
  if (groups.size === 0) return
  const policy = JSON.stringify(policyText(policies.enforce))
  attributes.warn(`existing pods in namespace ${JSON.stringify(name)} violate the new PodSecurity enforce level ${policy}`)
  const lines = [...groups].map(([reasons, [first = '', ...others]]) => {
    const more = others.length === 0 ? '' : ` (and ${others.length} other pod${others.length === 1 ? '' : 's'})`
    return `${first}${more}: ${reasons}`
  })
  for (const line of lines.sort()) attributes.warn(line)
}
