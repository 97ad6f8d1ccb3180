/**
 * Aggregated roles: a ClusterRole with selectors gets the rules of all other roles that match one of them.
 *
 * @module
 */

import { type Client, type Controller, controller, isNotFound, keyOf } from '../../client/index.js'
import { type ApiObject, dialectOf, isRecord, type LabelSelector, labelSelectorFrom } from '../../meta/index.js'
import { type ControlLoopOptions, ignoring, runOptions } from '../client-loop.js'
import { clusterRolesOf } from '../types.js'

/** Field manager of the rules in `metadata.managedFields`. */
const MANAGER = 'clusterrole-aggregation-controller'
/** Index of the roles with selectors, all under one value. */
const AGGREGATED = 'aggregated'

interface RoleFields {
  readonly aggregationRule?: unknown
  readonly rules?: unknown
}

/**
 * Updates the rules of aggregated roles.
 *
 * @param client - A client of the plane. It needs the right to grant any right, as it writes rules that it does not hold itself.
 * @param options - Dialect, leader election.
 * @returns The loop; it runs until it is stopped or its client is closed.
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

/** Removes duplicate rules, compared by their JSON. */
type Rules = ReadonlyMap<string, unknown>

/**
 * The aggregated rules of a role, in the order of the role names.
 *
 * @param role - The role.
 * @param roles - All roles; the role itself is left out.
 * @returns Undefined for a role that is not aggregated.
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

/** The selectors of a role; an unreadable one selects nothing. */
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
