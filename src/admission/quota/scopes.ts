/**
 * Quota scopes: which pods and claims count.
 *
 * @module
 */

import { type ApiObject, type GroupResource, isRecord } from '../../meta/index.js'
import { limitsOf, requestsOf } from '../limits/pod-resources.js'
import { type PodSpec, podSpecOf } from '../plugins/pods/pods.js'

/** The scope attributes of an object: booleans, and names for scopes with names. */
export type ScopeFacts = Readonly<Record<string, boolean | readonly string[]>>

/** One scope requirement of a quota. */
export interface ScopeRequirement {
  readonly scopeName: string
  /** `Exists` for scopes without an operator. */
  readonly operator: string
  /** Values of `In` and `NotIn`; none by default. */
  readonly values?: readonly string[]
}

/**
 * Reads the scopes of a quota.
 *
 * @param spec - Of the quota.
 */
export function readScopes(spec: unknown): readonly ScopeRequirement[] {
  const { scopes, scopeSelector } = isRecord(spec) ? spec : {}
  const expressions = isRecord(scopeSelector) ? scopeSelector.matchExpressions : undefined
  return [
    ...listOf(scopes).map((scope) => ({ scopeName: String(scope), operator: 'Exists', values: [] })),
    ...listOf(expressions)
      .filter(isRecord)
      .map(({ scopeName, operator, values }) => ({
        scopeName: String(scopeName),
        operator: String(operator),
        values: listOf(values).map(String),
      })),
  ]
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** Whether the scopes apply to a type. */
export const isOfScopes = ({ group, resource }: GroupResource): boolean =>
  group === '' && (resource === 'pods' || resource === 'persistentvolumeclaims')

/** Reads the scope attributes; undefined for a type without scopes. */
export function scopeFactsOf(type: GroupResource, object: ApiObject): ScopeFacts | undefined {
  if (!isOfScopes(type)) return undefined
  if (type.resource === 'pods') return podFacts(podSpecOf(object))
  return { VolumeAttributesClass: attributesClassesOf(object) }
}

/** The requested, the current and the target class of a claim. */
function attributesClassesOf({ spec, status }: ApiObject): readonly string[] {
  const { volumeAttributesClassName: wanted } = isRecord(spec) ? spec : {}
  const { currentVolumeAttributesClassName: current, modifyVolumeStatus: change } = isRecord(status) ? status : {}
  return namesOf(wanted, current, isRecord(change) ? change.targetVolumeAttributesClassName : undefined)
}

const namesOf = (...values: readonly unknown[]): readonly string[] =>
  values.filter((value): value is string => typeof value === 'string' && value !== '')

/** Whether an object is within a scope. */
export function holds(facts: ScopeFacts | undefined, { scopeName, operator, values = [] }: ScopeRequirement): boolean {
  const fact = facts && Object.hasOwn(facts, scopeName) ? facts[scopeName] : undefined
  if (typeof fact !== 'object') return fact === true
  if (operator === 'In') return fact.some((name) => values.includes(name))
  if (operator === 'NotIn') return fact.length === 0 || fact.some((name) => !values.includes(name))
  return fact.length > 0 === (operator === 'Exists')
}

function podFacts(spec: PodSpec & { readonly activeDeadlineSeconds?: number }): ScopeFacts {
  const ends = (spec.activeDeadlineSeconds ?? -1) >= 0
  const isBestEffort = !asksForSomething(spec)
  return {
    Terminating: ends,
    NotTerminating: !ends,
    BestEffort: isBestEffort,
    NotBestEffort: !isBestEffort,
    PriorityClass: namesOf(spec.priorityClassName),
    CrossNamespacePodAffinity: looksElsewhere(spec),
  }
}

const asksForSomething = ({ containers = [], initContainers = [], resources }: PodSpec): boolean =>
  [...containers, ...initContainers, ...(resources ? [{ resources }] : [])].some((container) =>
    [requestsOf(container), limitsOf(container)].some((amounts) =>
      ['cpu', 'memory'].some((name) => amounts.get(name)?.isZero === false),
    ),
  )

/** Whether a pod has affinity or anti-affinity terms across namespaces. */
function looksElsewhere(spec: PodSpec & { readonly affinity?: unknown }): boolean {
  const affinity = isRecord(spec.affinity) ? spec.affinity : {}
  return [affinity.podAffinity, affinity.podAntiAffinity].filter(isRecord).some((one) => {
    const preferred = listOf(one.preferredDuringSchedulingIgnoredDuringExecution).filter(isRecord)
    const terms = [
      ...listOf(one.requiredDuringSchedulingIgnoredDuringExecution),
      ...preferred.map(({ podAffinityTerm }) => podAffinityTerm),
    ]
    return terms.filter(isRecord).some(({ namespaces, namespaceSelector }) => listOf(namespaces).length > 0 || namespaceSelector)
  })
}
