/**
 * Scopes of quotas: which pods and claims count.
 *
 * @module
 */

import { type ApiObject, type GroupResource, isRecord } from '../../meta/index.js'
import { limitsOf, requestsOf } from '../limits/pod-resources.js'
import { type PodSpec, podSpecOf } from '../plugins/pods.js'

/** What scopes go by: whether each holds or, for those that are about a name, that name. */
export type ScopeFacts = Readonly<Record<string, boolean | string>>

/** One scope that a quota asks for. */
export interface ScopeRequirement {
  readonly scopeName: string
  /** `Exists` for those that just are named. */
  readonly operator: string
  readonly values: readonly string[]
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

/** Reads what scopes go by; undefined for a type that no scope is about. */
export function scopeFactsOf({ group, resource }: GroupResource, object: ApiObject): ScopeFacts | undefined {
  if (group !== '') return undefined
  if (resource === 'pods') return podFacts(podSpecOf(object))
  if (resource !== 'persistentvolumeclaims') return undefined
  const { volumeAttributesClassName } = isRecord(object.spec) ? object.spec : {}
  return { VolumeAttributesClass: String(volumeAttributesClassName ?? '') }
}

/** Whether an object is within all scopes of a quota. */
export function isWithin(facts: ScopeFacts | undefined, scopes: readonly ScopeRequirement[]): boolean {
  return scopes.every(({ scopeName, operator, values }) => {
    const fact = facts && Object.hasOwn(facts, scopeName) ? facts[scopeName] : undefined
    if (typeof fact !== 'string') return fact === true
    if (operator === 'In') return values.includes(fact)
    if (operator === 'NotIn') return !values.includes(fact)
    return (fact !== '') === (operator === 'Exists')
  })
}

function podFacts(spec: PodSpec & { readonly activeDeadlineSeconds?: number }): ScopeFacts {
  const ends = (spec.activeDeadlineSeconds ?? -1) >= 0
  const isBestEffort = !asksForSomething(spec)
  return {
    Terminating: ends,
    NotTerminating: !ends,
    BestEffort: isBestEffort,
    NotBestEffort: !isBestEffort,
    PriorityClass: spec.priorityClassName ?? '',
    CrossNamespacePodAffinity: looksElsewhere(spec),
  }
}

const asksForSomething = ({ containers = [], initContainers = [], resources }: PodSpec): boolean =>
  [...containers, ...initContainers, ...(resources ? [{ resources }] : [])].some((container) =>
    [requestsOf(container), limitsOf(container)].some((amounts) =>
      ['cpu', 'memory'].some((name) => amounts.get(name)?.isZero === false),
    ),
  )

/** Whether a pod wants to be near, or far from, pods of other namespaces. */
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
