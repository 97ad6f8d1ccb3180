/**
 * Limited resources: they may be used only where a quota of the namespace covers them.
 *
 * @module
 */

import { ApiError, type GroupResource } from '../../meta/index.js'
import type { AdmissionAttributes } from '../attributes.js'
import { admissionDenied } from '../plugin.js'
import type { Quota } from './quota.js'
import { holds, isOfScopes, type ScopeRequirement } from './scopes.js'
import type { Usage } from './usage.js'

/** A limited resource of one type. */
export interface LimitedResource {
  /** Empty by default, for the core group. */
  readonly apiGroup?: string
  /** Plural of the type, such as `pods`. */
  readonly resource: string
  /** Substrings of resource names in quotas: `.storageclass.` matches the names of every class; none by default. */
  readonly matchContains?: readonly string[]
  /** Scopes, with their names in quotas; none by default. */
  readonly matchScopes?: readonly ScopeRequirement[]
}

/** Whether an object of a type may use a limited resource. */
export const isLimited = (limited: readonly LimitedResource[], type: GroupResource): boolean =>
  limited.some((one) => isAbout(one, type) || (isOfScopes(type) && one.matchScopes?.length))

const isAbout = ({ apiGroup = '', resource }: LimitedResource, type: GroupResource): boolean =>
  resource === type.resource && apiGroup === type.group

/** The usage of an object, and the quotas of its namespace. */
interface Covered {
  readonly type: GroupResource
  readonly usage: Usage
  readonly quotas: readonly Quota[]
}

/**
 * Refuses an object that uses a limited resource which no quota covers.
 *
 * @param limited - The limited resources.
 * @param attributes - The write.
 * @param of - The usage of the object, and the quotas of its namespace.
 * @throws {@link ApiError} 403 for an amount; 500, as in Kubernetes, for a scope.
 */
export function requireCover(limited: readonly LimitedResource[], attributes: AdmissionAttributes, of: Covered): void {
  const names = uncoveredNames(limited, of)
  if (names.length > 0) throw admissionDenied(attributes, `insufficient quota to consume: ${names.join(',')}`)
  const scopes = uncoveredScopes(limited, of)
  if (scopes.length === 0) return
  const listed = scopes.map(({ scopeName, operator, values = [] }) => `{${scopeName} ${operator} [${values.join(' ')}]}`)
  throw new ApiError({ code: 500, message: `insufficient quota to match these scopes: [${listed.join(' ')}]` })
}

function uncoveredNames(limited: readonly LimitedResource[], { type, usage, quotas }: Covered): readonly string[] {
  const parts = limited.flatMap((one) => (isAbout(one, type) ? (one.matchContains ?? []) : []))
  if (parts.length === 0) return []
  const covering = quotas.filter((quota) => quota.covers(usage))
  const isCovered = (name: string) => covering.some((quota) => quota.limits(name, type))
  return [...usage.amounts]
    .filter(([name, amount]) => amount.nanos > 0n && parts.some((part) => name.includes(part)) && !isCovered(name))
    .map(([name]) => name)
    .sort()
}

/** A scope is covered by any quota with a selector for that scope that the object matches. */
function uncoveredScopes(limited: readonly LimitedResource[], { usage, quotas }: Covered): readonly ScopeRequirement[] {
  const meets = (scope: ScopeRequirement) => holds(usage.scopes, scope)
  const wanted = limited.flatMap(({ matchScopes = [] }) => matchScopes.filter(meets))
  if (wanted.length === 0) return []
  const covered = new Set(quotas.flatMap(({ scopes }) => scopes.filter(meets).map(({ scopeName }) => scopeName)))
  return wanted.filter(({ scopeName }) => !covered.has(scopeName))
}
