/**
 * A role, ready to be asked: of its rules only those are looked at that name the resource.
 *
 * @module
 */

import type { Attributes } from '../../meta/index.js'
import { type CompiledRule, compileRule, type PolicyRule } from './policy-rule.js'

/** The rules of a role, by what they are about. */
export class CompiledRole {
  /** As they stand in the role. */
  readonly rules: readonly PolicyRule[]
  /** Rules by each resource that they name, stars included. */
  readonly #byResource = new Map<string, CompiledRule[]>()
  readonly #onPaths: CompiledRule[] = []

  /** @param rules - As they stand in the role. */
  constructor(rules: readonly PolicyRule[]) {
    this.rules = rules
    for (const rule of rules) {
      const compiled = compileRule(rule)
      if (rule.nonResourceURLs?.length) this.#onPaths.push(compiled)
      for (const resource of new Set(rule.resources)) {
        const known = this.#byResource.get(resource)
        if (known) known.push(compiled)
        else this.#byResource.set(resource, [compiled])
      }
    }
  }

  /** Tells whether any rule covers what would be done, whoever does it. */
  covers(attributes: Attributes): boolean {
    const { isResourceRequest, resource, subresource } = attributes
    if (!isResourceRequest) return isCovered(this.#onPaths, attributes)
    if (isCovered(this.#byResource.get('*'), attributes)) return true
    if (subresource === '') return isCovered(this.#byResource.get(resource), attributes)
    return (
      isCovered(this.#byResource.get(`${resource}/${subresource}`), attributes) ||
      isCovered(this.#byResource.get(`*/${subresource}`), attributes)
    )
  }
}

function isCovered(rules: readonly CompiledRule[] | undefined, attributes: Attributes): boolean {
  if (rules) for (const rule of rules) if (rule.covers(attributes)) return true
  return false
}
