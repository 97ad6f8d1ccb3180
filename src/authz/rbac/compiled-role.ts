/**
 * A role, indexed so that a decision looks only at the rules that name the requested resource or path.
 *
 * @module
 */

import type { Attributes } from '../../meta/index.js'
import { PathRules } from './path-rules.js'
import { chooses, covers, type PolicyRule } from './policy-rule.js'

/** The rules of a role, indexed by resource and path. */
export class CompiledRole {
  /** The rules as stored in the role. */
  readonly rules: readonly PolicyRule[]
  /** Rules by each resource that they name, including `*`. */
  readonly #byResource: ReadonlyMap<string, readonly PolicyRule[]>
  readonly #onPaths: PathRules
  /**
   * The last request that no rule covered: a user may have one role through thousands of groups and bindings, and its rules are
   * looked at once in a decision.
   */
  #refused: Attributes | undefined

  /** @param rules - As stored in the role. */
  constructor(rules: readonly PolicyRule[]) {
    this.rules = rules
    this.#byResource = byResource(rules)
    this.#onPaths = new PathRules(rules)
  }

  /** Tells whether any rule covers a request, regardless of its user. */
  covers(attributes: Attributes): boolean {
    if (this.#refused === attributes) return false
    const isCovered = this.#covers(attributes)
    if (!isCovered) this.#refused = attributes
    return isCovered
  }

  #covers(attributes: Attributes): boolean {
    const { isResourceRequest, resource, subresource, path, verb } = attributes
    if (!isResourceRequest) return this.#onPaths.some(path, (verbs) => chooses(verbs, verb))
    if (this.#anyCovers('*', attributes)) return true
    if (subresource === '') return this.#anyCovers(resource, attributes)
    return this.#anyCovers(`${resource}/${subresource}`, attributes) || this.#anyCovers(`*/${subresource}`, attributes)
  }

  #anyCovers(resource: string, attributes: Attributes): boolean {
    const rules = this.#byResource.get(resource)
    if (rules) for (const rule of rules) if (covers(rule, attributes)) return true
    return false
  }
}

function byResource(rules: readonly PolicyRule[]): ReadonlyMap<string, readonly PolicyRule[]> {
  const all = new Map<string, PolicyRule[]>()
  for (const rule of rules) {
    for (const resource of new Set(rule.resources)) {
      const known = all.get(resource)
      if (known) known.push(rule)
      else all.set(resource, [rule])
    }
  }
  return all
}
