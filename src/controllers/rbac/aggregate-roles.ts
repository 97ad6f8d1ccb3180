/**
 * Aggregated roles: a ClusterRole with selectors gets the rules of all other roles that match one of them.
 *
 * @module
 */

import { type Client, type Controller, controller, isNotFound, keyOf } from '../../client/index.js'
import {
  type ApiObject,
  compareText,
  dialectOf,
  inTurns,
  isRecord,
  type LabelSelector,
  type LabelSelectorObject,
  type Pausing,
  storedLabelSelector,
  type UnknownRecord,
} from '../../meta/index.js'
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
      const rules = await inTurns(aggregatedRules(role, cached(roles).list()))
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
export function* aggregatedRules(role: ApiObject, roles: readonly ApiObject[]): Pausing<Rules | undefined> {
  if (!isRecord(role.aggregationRule)) return undefined
  const selectors = yield* selectorsOf(role.aggregationRule)
  const selected: ApiObject[] = []
  for (const other of roles) {
    const { name, labels } = other.metadata
    if (name !== role.metadata.name && selectors.some((selector) => selector.matches(labels))) selected.push(other)
    yield
  }
  const rules = new Map<string, unknown>()
  for (const other of selected.sort((a, b) => compareText(a.metadata.name ?? '', b.metadata.name ?? ''))) {
    for (const [text, rule] of rulesIn(other)) rules.set(text, rule)
    yield
  }
  return rules
}

function* selectorsOf({ clusterRoleSelectors }: UnknownRecord): Pausing<readonly LabelSelector[]> {
  const selectors: LabelSelector[] = []
  for (const given of Array.isArray(clusterRoleSelectors) ? clusterRoleSelectors : []) {
    const selector = readSelector(given)
    if (selector) selectors.push(selector)
    yield
  }
  return selectors
}

/** Undefined for an unreadable selector, which selects nothing. */
function readSelector(given: unknown): LabelSelector | undefined {
  try {
    return storedLabelSelector(given as LabelSelectorObject)
  } catch {
    return undefined
  }
}

/** By the list of a role: roles that select each other compare the same rules again and again. */
const rulesByList = new WeakMap<object, Rules>()

function rulesIn({ rules }: ApiObject): Rules {
  if (!Array.isArray(rules)) return new Map()
  const known = rulesByList.get(rules) ?? new Map(rules.map((rule) => [JSON.stringify(rule), rule]))
  rulesByList.set(rules, known)
  return known
}

const sameRules = (left: Rules, right: Rules): boolean =>
  left.size === right.size && [...left.keys()].every((key) => right.has(key))
