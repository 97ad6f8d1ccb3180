/**
 * PodSecurity: enforces the security level in the labels of a pod's namespace.
 *
 * @module
 */

import {
  type ApiObject,
  check,
  type Dialect,
  invalid,
  isNamespaces,
  jsonEqual,
  NAMESPACES,
  TurnShare,
} from '../../../meta/index.js'
import type { AdmissionAttributes } from '../../attributes.js'
import { type AdmissionPlugin, admissionDenied } from '../../plugin.js'
import { seccompAnnotations, type Violation } from '../../pod-security/baseline.js'
import { judgedPod, recordAt } from '../../pod-security/pod.js'
import {
  compareLevels,
  PRIVILEGED,
  policyText,
  readPolicies,
  SECURITY_LEVELS,
  type SecurityPolicies,
  type SecurityPolicy,
  securityVersion,
} from '../../pod-security/policy.js'
import { violationsOf } from '../../pod-security/restricted.js'
import type { AdmissionSources } from '../../sources.js'
import { imagesOf, podSpecOf } from './pods.js'

/** Options of {@link podSecurity}. */
export interface PodSecurityOptions {
  /** The level of namespaces without labels; privileged by default. */
  readonly defaults?: Partial<SecurityPolicies>
  /** Exemptions: pods that are not checked. */
  readonly exemptions?: {
    readonly usernames?: readonly string[]
    readonly runtimeClasses?: readonly string[]
    readonly namespaces?: readonly string[]
  }
}

const names = /* @__PURE__ */ check.listOf(check.text)
const securityPolicy = /* @__PURE__ */ check.members<keyof SecurityPolicy>(
  { level: check.oneOf(SECURITY_LEVELS), version: securityVersion },
  ['level', 'version'],
)
const securityOptions = /* @__PURE__ */ check.members<keyof PodSecurityOptions>({
  defaults: check.members<keyof SecurityPolicies>({ enforce: securityPolicy, audit: securityPolicy, warn: securityPolicy }),
  exemptions: check.members({ usernames: names, runtimeClasses: names, namespaces: names }),
})

/** Path of the pod template in types that create pods. */
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
/** Subresources that change the containers of a pod. */
const JUDGED_PARTS: ReadonlySet<string> = new Set(['', 'ephemeralcontainers', 'resize'])
/** Maximum number of pods that are checked when the level of a namespace is raised. */
const MAX_PODS = 3000

/**
 * Refuses pods that violate the level of their namespace, warns of them and annotates the audit event; for types that create pods
 * it only warns. The labels are those of the Pod Security Standards, with levels `privileged`, `baseline` and `restricted`, each
 * as of the version in its label.
 *
 * @param options - See {@link PodSecurityOptions}.
 */
export function podSecurity(options: PodSecurityOptions = {}): AdmissionPlugin {
  check.refuse('podSecurity', securityOptions(options, ''))
  const defaults = { enforce: PRIVILEGED, audit: PRIVILEGED, warn: PRIVILEGED, ...options.defaults }
  const { usernames = [], runtimeClasses = [], namespaces = [] } = options.exemptions ?? {}
  let sources: AdmissionSources | undefined
  const isExemptRuntime = (template: ApiObject) => runtimeClasses.includes(podSpecOf(template).runtimeClassName || '')
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
      if (isNamespaces(attributes)) {
        return judgeNamespace(sources, attributes, { defaults, isExempt: (name) => namespaces.includes(name), isExemptRuntime })
      }
      const exempt = (by: string) => attributes.annotate(noteOf(dialect, 'exempt'), by)
      if (namespaces.includes(namespace)) return exempt('namespace')
      if (usernames.includes(attributes.user.username)) return exempt('user')
      const { labels } = sources.objects.get(NAMESPACES, namespace)?.metadata ?? {}
      const { policies, errors } = readPolicies(labels, defaults, dialect)
      if (errors.length === 0 && isPrivileged(policies)) return
      const template = templateOf(attributes, object)
      if (!template || (isPod(attributes) && oldObject && !isJudgedAgain(template, oldObject))) return
      if (isExemptRuntime(template)) return exempt('runtimeClass')
      if (errors.length > 0) {
        const { message } = invalid({ group: '', kind: 'Namespace' }, namespace, errors)
        attributes.annotate(noteOf(dialect, 'error'), `Failed to parse policy: ${message}`)
      }
      judge(attributes, template, policies, dialect)
    },
  }
}

const noteOf = ({ labelDomain }: Dialect, name: string): string => `pod-security.${labelDomain}/${name}`

const isPod = ({ group, resource, subresource }: AdmissionAttributes): boolean =>
  group === '' && resource === 'pods' && JUDGED_PARTS.has(subresource)

const templatePath = ({ group, resource, subresource }: AdmissionAttributes): readonly string[] | undefined =>
  subresource === '' && Object.hasOwn(TEMPLATES, `${resource}.${group}`) ? TEMPLATES[`${resource}.${group}`] : undefined

/** The object to check: a pod, or a pod template. */
function templateOf(attributes: AdmissionAttributes, object: ApiObject): ApiObject | undefined {
  const path = templatePath(attributes)
  if (!path) return object
  const template = path.reduce<unknown>((part, field) => recordAt(part)[field], object)
  return recordAt(template).spec === undefined ? undefined : (template as ApiObject)
}

/** Whether a pod update needs a check: only images and some annotations can change. */
function isJudgedAgain(pod: ApiObject, before: ApiObject): boolean {
  const judgedOf = (one: ApiObject) => [imagesOf(one), seccompAnnotations(one.metadata.annotations ?? {})]
  return !jsonEqual(judgedOf(pod), judgedOf(before))
}

const isPrivileged = (policies: SecurityPolicies): boolean =>
  Object.values(policies).every(({ level }: SecurityPolicy) => level === 'privileged')

function judge(attributes: AdmissionAttributes, template: ApiObject, policies: SecurityPolicies, dialect: Dialect): void {
  const { enforce, audit, warn } = policies
  const faultBy = (policy: SecurityPolicy): string | undefined => {
    const violations = violationsOf(judgedPod(template, policy.version), policy.level)
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

/** How namespaces are checked. */
interface NamespaceRules {
  readonly defaults: SecurityPolicies
  readonly isExempt: (name: string) => boolean
  readonly isExemptRuntime: (pod: ApiObject) => boolean
}

/** Invalid labels are refused, and raising the level warns of existing pods that violate it. */
async function judgeNamespace(
  { objects, dialect }: AdmissionSources,
  attributes: AdmissionAttributes,
  { defaults, isExempt, isExemptRuntime }: NamespaceRules,
): Promise<void> {
  const { object, oldObject } = attributes
  const name = object?.metadata.name ?? ''
  const { policies, errors } = readPolicies(object?.metadata.labels, defaults, dialect)
  const before = oldObject && readPolicies(oldObject.metadata.labels, defaults, dialect)
  if (errors.length > 0 && !jsonEqual(errors, before?.errors)) throw invalid({ group: '', kind: 'Namespace' }, name, errors)
  if (!before || isExempt(name) || !isStricter(policies.enforce, before.policies.enforce)) return
  const pods = await objects.list({ group: '', resource: 'pods' }, name)
  const violating = new ViolatingPods(name, policies.enforce)
  const turn = new TurnShare()
  for (const pod of pods.slice(0, MAX_PODS)) {
    if (turn.isSpent) await turn.next()
    if (!isExemptRuntime(pod.object)) violating.add(pod.object)
  }
  for (const warning of violating.warnings()) attributes.warn(warning)
  if (pods.length <= MAX_PODS) return
  attributes.warn(`new PodSecurity enforce level only checked against the first ${MAX_PODS} of ${pods.length} existing pods`)
}

/** Whether one policy may refuse pods that another one admitted. */
const isStricter = (one: SecurityPolicy, other: SecurityPolicy): boolean =>
  one.level !== 'privileged' && (compareLevels(one.level, other.level) > 0 || one.version !== other.version)

/** The pods of a namespace that violate a policy, by their violations. */
class ViolatingPods {
  readonly #namespace: string
  readonly #policy: SecurityPolicy
  readonly #groups = new Map<string, string[]>()

  constructor(namespace: string, policy: SecurityPolicy) {
    this.#namespace = namespace
    this.#policy = policy
  }

  add(pod: ApiObject): void {
    const { version, level } = this.#policy
    const reasons = violationsOf(judgedPod(pod, version), level).map(({ reason }) => reason)
    if (reasons.length === 0) return
    const key = reasons.join(', ')
    const names = this.#groups.get(key) ?? []
    this.#groups.set(key, names)
    names.push(pod.metadata.name ?? '')
  }

  warnings(): readonly string[] {
    if (this.#groups.size === 0) return []
    const lines = [...this.#groups].map(([reasons, names]) => {
      const [first = '', ...others] = names.sort()
      const more = others.length === 0 ? '' : ` (and ${others.length} other pod${others.length === 1 ? '' : 's'})`
      return `${first}${more}: ${reasons}`
    })
    const text = JSON.stringify(policyText(this.#policy))
    return [
      `existing pods in namespace ${JSON.stringify(this.#namespace)} violate the new PodSecurity enforce level ${text}`,
      ...lines.sort(),
    ]
  }
}
