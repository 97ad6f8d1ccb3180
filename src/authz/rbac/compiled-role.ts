/**
 * A role, ready to be asked: of its rules only those are looked at that name the resource.
 *
 * @module
 */

import type { Attributes } from '../../meta/index.js'
import { covers, type PolicyRule } from './policy-rule.js'

/** The rules of a role, by what they are about. */
export class CompiledRole {
  /** As they stand in the role. */
  readonly rules: readonly PolicyRule[]
  /** Rules by each resource that they name, stars included. */
  readonly #byResource: ReadonlyMap<string, readonly PolicyRule[]>

  /** @param rules - As they stand in the role. */
  constructor(rules: readonly PolicyRule[]) {
    this.rules = rules
    this.#byResource = byResource(rules)
  }

  /** Tells whether any rule covers a request, without regard to its user. */
  covers(attributes: Attributes): boolean {
    const { isResourceRequest, resource, subresource } = attributes
    if (!isResourceRequest) return this.#anyCovers(ON_PATHS, attributes)
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

/** Where the rules about paths are: no resource has this name. */
const ON_PATHS = '/'

function byResource(rules: readonly PolicyRule[]): ReadonlyMap<string, readonly PolicyRule[]> {
  const all = new Map<string, PolicyRule[]>()
  for (const rule of rules) {
    for (const resource of new Set(rule.nonResourceURLs?.length ? [...(rule.resources ?? []), ON_PATHS] : rule.resources)) {
      const known = all.get(resource)
      if (known) known.push(rule)
      else all.set(resource, [rule])
    }
  }
  return all
}
