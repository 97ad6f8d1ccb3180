/**
 * Aggregated roles: a ClusterRole with selectors has the rules of all others that match one of them.
 *
 * @module
 */

import { type Client, type Controller, controller, isNotFound, keyOf } from '../../client/index.js'
import { type ApiObject, dialectOf, isRecord, type LabelSelector, labelSelectorFrom } from '../../meta/index.js'
import { type ControlLoopOptions, ignoring, runOptions } from '../client-loop.js'
import { clusterRolesOf } from '../types.js'

/** The name that the rules are kept under in `metadata.managedFields`. */
const MANAGER = 'clusterrole-aggregation-controller'
/** Index of the roles that have selectors, all under one value. */
const AGGREGATED = 'aggregated'

interface RoleFields {
  readonly aggregationRule?: unknown
  readonly rules?: unknown
}

/**
 * Keeps the rules of aggregated roles.
 *
 * @param client - Reaches the plane; may give any right: it writes rules that it does not hold itself.
 * @param options - Words, leader election.
 * @returns The loop, at work until it is stopped or its client is closed.
 */
export function createRoleAggregator(client: Client, options: ControlLoopOptions = {}): Controller {
  const roles = client.resource<RoleFields>(clusterRolesOf(dialectOf(options.dialect)))
  return controller<RoleFields>({
    ...runOptions(options),
    for: roles,
    indexes: { [AGGREGATED]: ({ aggregationRule }) => (aggregationRule ? [''] : []) },
    // A role may have lost a label, so every aggregated role is reconciled, not only those that select it now.
    watches: [{ resource: roles, map: (_, held) => held.by(AGGREGATED, '').map(keyOf) }],
    async reconcile(role, { cached }) {
      const rules = aggregatedRules(role, cached(roles).list())
      if (rules === undefined || sameRules(rules, rulesIn(role))) return
      const next = { ...role, rules: rules.size === 0 ? null : [...rules.values()] }
      await roles.update(next, { fieldManager: MANAGER }).catch(ignoring(isNotFound))
    },
  })
}

/** Rules by their JSON, without duplicates. */
type Rules = ReadonlyMap<string, unknown>

/**
 * The rules that a role has from others, in the order of their names.
 *
 * @param role - The role.
 * @param roles - All roles; itself is left out.
 * @returns Undefined for a role that has rules of its own.
 */
export function aggregatedRules(role: ApiObject, roles: readonly ApiObject[]): Rules | undefined {
  const selectors = selectorsOf(role)
  if (!selectors) return undefined
  const selected = roles.filter(
    ({ metadata: { name, labels } }) => name !== role.metadata.name && selectors.some((selector) => selector.matches(labels)),
  )
  const byName = selected.sort((a, b) => ((a.metadata.name ?? '') < (b.metadata.name ?? '') ? -1 : 1))
  return new Map(byName.flatMap((other) => [...rulesIn(other)]))
}

/** The selectors of a role; what cannot be read selects nothing. */
function selectorsOf({ aggregationRule }: ApiObject): readonly LabelSelector[] | undefined {
  if (!isRecord(aggregationRule)) return undefined
  const selectors = Array.isArray(aggregationRule.clusterRoleSelectors) ? aggregationRule.clusterRoleSelectors : []
  return selectors.flatMap((selector) => {
    try {
      return [labelSelectorFrom(selector)]
    } catch {
      return []
    }
  })
}

const rulesIn = ({ rules }: ApiObject): Rules =>
  new Map((Array.isArray(rules) ? rules : []).map((rule) => [JSON.stringify(rule), rule]))

const sameRules = (left: Rules, right: Rules): boolean =>
  left.size === right.size && [...left.keys()].every((key) => right.has(key))
