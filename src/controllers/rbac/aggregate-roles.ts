/**
 * Aggregated roles: a ClusterRole with selectors has the rules of all others that match one of them.
 *
 * @module
 */

import { ApiError, type ApiObject, isRecord, type LabelSelector, labelSelectorFrom } from '../../meta/index.js'
import { followType } from '../follow-type.js'
import type { LoopParts, StopLoop } from '../loop.js'
import { PLANE } from '../plane-caller.js'
import { policyTarget } from './policy-types.js'

/** The name that the rules are kept under in `metadata.managedFields`. */
const MANAGER = 'clusterrole-aggregation-controller'

/** How long to wait until rules are gathered again that could not be stored, in milliseconds. */
const RETRY_MS = 1_000

interface KnownRole {
  readonly object: ApiObject
  /** Undefined for a role that has rules of its own. */
  readonly selectors: readonly LabelSelector[] | undefined
}

/**
 * Keeps the rules of aggregated roles.
 *
 * @param parts - The plane.
 * @returns A function that stops, when all rules are as they should be.
 */
export async function aggregateRoles(parts: LoopParts): Promise<StopLoop> {
  const aggregation = new RoleAggregation(parts)
  const stop = followType(parts, policyTarget(parts, 'clusterroles').definition, {
    put(row) {
      // A role that cannot be read gives nobody anything; whoever follows the policies says so.
      try {
        aggregation.put(row.object)
      } catch {
        aggregation.remove(row.name)
      }
    },
    remove: ({ name }) => aggregation.remove(name),
  })
  await aggregation.idle()
  return () => {
    stop()
    aggregation.stop()
  }
}

/** Told of every ClusterRole and of every change. */
class RoleAggregation {
  readonly #parts: LoopParts
  readonly #roles = new Map<string, KnownRole>()
  #running: Promise<void> | undefined
  #changed = false
  #stopped = false
  #cancelRetry: (() => void) | undefined

  /** @param parts - The plane. */
  constructor(parts: LoopParts) {
    this.#parts = parts
  }

  /** Takes a new or changed role. */
  put(object: ApiObject): void {
    this.#roles.set(object.metadata.name ?? '', { object, selectors: selectorsOf(object) })
    this.#begin()
  }

  /** Forgets a role. */
  remove(name: string): void {
    if (this.#roles.delete(name)) this.#begin()
  }

  /** Resolves when all rules are as they should be. */
  async idle(): Promise<void> {
    await this.#running
  }

  /** Ends the work. */
  stop(): void {
    this.#stopped = true
    this.#cancelRetry?.()
  }

  #begin(): void {
    this.#changed = true
    this.#running ??= this.#run()
  }

  async #run(): Promise<void> {
    while (this.#changed && !this.#stopped) {
      this.#changed = false
      // Changes that come together are one round.
      await Promise.resolve()
      for (const role of [...this.#roles.values()]) {
        if (role.selectors) await this.#gather(role.object, role.selectors)
      }
    }
    // In the same turn as the last look at what has changed: a change that comes next has to begin anew.
    this.#running = undefined
  }

  async #gather(role: ApiObject, selectors: readonly LabelSelector[]): Promise<void> {
    const wanted = this.#rulesFor(role, selectors)
    if (sameRules(wanted, rulesIn(role))) return
    const { registry, reportError } = this.#parts
    const value = { ...role, rules: wanted.size === 0 ? null : [...wanted.values()] }
    try {
      const target = policyTarget(this.#parts, 'clusterroles', role.metadata.name)
      await registry.update(target, PLANE, { value, duplicateFields: [] }, { fieldManager: MANAGER })
    } catch (error) {
      // Somebody else was first: their change is told of, and is judged anew.
      if (error instanceof ApiError && ['Conflict', 'NotFound'].includes(error.status.reason ?? '')) return
      reportError(error)
      this.#retry()
    }
  }

  /** Rights that are not given, or not taken away, must not wait for the next change of a role. */
  #retry(): void {
    if (this.#stopped || this.#cancelRetry) return
    this.#cancelRetry = this.#parts.clock.setTimeout(() => {
      this.#cancelRetry = undefined
      this.#begin()
    }, RETRY_MS)
  }

  #rulesFor(role: ApiObject, selectors: readonly LabelSelector[]): ReadonlyMap<string, unknown> {
    const rules = new Map<string, unknown>()
    for (const name of [...this.#roles.keys()].sort()) {
      const other = this.#roles.get(name)?.object
      if (!other || name === role.metadata.name) continue
      if (!selectors.some((selector) => selector.matches(other.metadata.labels))) continue
      for (const [key, rule] of rulesIn(other)) rules.set(key, rule)
    }
    return rules
  }
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

/** The rules of a role, each once. */
const rulesIn = ({ rules }: ApiObject): ReadonlyMap<string, unknown> =>
  new Map((Array.isArray(rules) ? rules : []).map((rule) => [JSON.stringify(rule), rule]))

const sameRules = (left: ReadonlyMap<string, unknown>, right: ReadonlyMap<string, unknown>): boolean =>
  left.size === right.size && [...left.keys()].every((key) => right.has(key))
