/**
 * Policies: which requests are recorded at which level.
 *
 * @module
 */

import type { Attributes } from '../meta/index.js'
import type { AuditLevel, AuditStage } from './event.js'

/** Resources of a group; all of them without names. */
export interface AuditGroupResources {
  /** Name of the group; empty for the core group. Default empty. */
  readonly group?: string
  /** `pods`, `pods/log`, `pods/*` with all subresources, or `*`; also one subresource of all, such as `*` with `/status`. */
  readonly resources?: readonly string[]
  /** Names of objects; requires `resources`. */
  readonly resourceNames?: readonly string[]
}

/** One rule. A request matches when all selectors of the rule match; an absent selector matches everything. */
export interface AuditPolicyRule {
  readonly level: AuditLevel
  readonly users?: readonly string[]
  readonly userGroups?: readonly string[]
  readonly verbs?: readonly string[]
  readonly resources?: readonly AuditGroupResources[]
  /** Namespaces; the empty text matches cluster-scoped objects. */
  readonly namespaces?: readonly string[]
  /** Paths that name no resource; `*` at the end matches any suffix. */
  readonly nonResourceURLs?: readonly string[]
  /** Stages without events, besides those of the policy. */
  readonly omitStages?: readonly AuditStage[]
  /** Whether `managedFields` are removed from bodies; default the setting of the policy. */
  readonly omitManagedFields?: boolean
}

/** Rules, of which the first match decides; a request without a match is not recorded. */
export interface AuditPolicy {
  readonly rules: readonly AuditPolicyRule[]
  readonly omitStages?: readonly AuditStage[]
  readonly omitManagedFields?: boolean
}

/** The decision for a request. */
export interface AuditDecision {
  readonly level: AuditLevel
  readonly omitStages: ReadonlySet<AuditStage>
  readonly omitManagedFields: boolean
}

/** Users, requests and outcomes. No bodies, so that no secrets get into a log. */
export const defaultAuditPolicy: AuditPolicy = Object.freeze({
  rules: Object.freeze([Object.freeze({ level: 'Metadata' as const })]),
  omitStages: Object.freeze(['RequestReceived' as const]),
})

/**
 * Compiles a policy.
 *
 * @param policy - The policy.
 */
export function compileAuditPolicy(policy: AuditPolicy): (attributes: Attributes) => AuditDecision {
  const rules = policy.rules.map((rule) => ({
    selectors: selectorsOf(rule),
    decision: {
      level: rule.level,
      omitStages: new Set([...(policy.omitStages ?? []), ...(rule.omitStages ?? [])]),
      omitManagedFields: rule.omitManagedFields ?? policy.omitManagedFields ?? false,
    },
  }))
  return (attributes) => {
    for (const { selectors, decision } of rules) if (fits(selectors, attributes)) return decision
    return NOTHING
  }
}

type Selectors = Required<Omit<AuditPolicyRule, 'level' | 'omitStages' | 'omitManagedFields'>>

/** The selectors of a rule, with empty lists for absent ones. */
function selectorsOf(rule: AuditPolicyRule): Selectors {
  const { users = [], userGroups = [], verbs = [], namespaces = [], resources = [], nonResourceURLs = [] } = rule
  return { users, userGroups, verbs, namespaces, resources, nonResourceURLs }
}

const NOTHING: AuditDecision = Object.freeze({ level: 'None', omitStages: new Set<never>(), omitManagedFields: false })

function fits({ users, userGroups, verbs, namespaces, resources, nonResourceURLs }: Selectors, attributes: Attributes): boolean {
  const { user, verb } = attributes
  if (users.length > 0 && !users.includes(user.username)) return false
  if (userGroups.length > 0 && !user.groups.some((group) => userGroups.includes(group))) return false
  if (verbs.length > 0 && !verbs.includes(verb)) return false
  if (namespaces.length > 0 || resources.length > 0) return fitsResource(namespaces, resources, attributes)
  return (
    nonResourceURLs.length === 0 ||
    (!attributes.isResourceRequest && nonResourceURLs.some((url) => fitsPath(url, attributes.path)))
  )
}

function fitsResource(namespaces: readonly string[], resources: readonly AuditGroupResources[], attributes: Attributes): boolean {
  if (!attributes.isResourceRequest) return false
  if (namespaces.length > 0 && !namespaces.includes(attributes.namespace)) return false
  return resources.length === 0 || resources.some((entry) => fitsEntry(entry, attributes))
}

function fitsEntry(entry: AuditGroupResources, { group, resource, subresource, name }: Attributes): boolean {
  const { resources = [], resourceNames = [] } = entry
  if ((entry.group ?? '') !== group) return false
  if (resources.length === 0) return true
  if (resourceNames.length > 0 && !resourceNames.includes(name)) return false
  const whole = subresource === '' ? resource : `${resource}/${subresource}`
  return resources.some(
    (one) => one === '*' || one === whole || one === `${resource}/*` || (subresource !== '' && one === `*/${subresource}`),
  )
}

const fitsPath = (url: string, path: string): boolean =>
  url === '*' || url === path || (url.endsWith('*') && path.startsWith(url.slice(0, -1)))
