/**
 * A list of rules, indexed so that a request looks only at the rules that name its resource.
 *
 * @module
 */

import type { GroupVersionResource } from '../../meta/index.js'
import type { AdmissionAttributes } from '../attributes.js'
import { coversRest, type ResourceRule } from './resource-rule.js'

/** One word of the `resources` of a rule. */
interface Entry {
  readonly rule: ResourceRule
  /** Of the rule, in the list. */
  readonly position: number
  /** The subresource in the word: none when empty, all for `*`. */
  readonly part: string
}

interface Bucket {
  readonly entries: Entry[]
  /** The work of comparing a request with all of them: about the number of entries, more where they have many words. */
  work: number
}

/** Words of a rule that are compared as fast as one rule is looked at. */
const WORDS_PER_RULE = 16

/** The rules of a policy, a binding or a webhook. */
export class RuleIndex {
  /** By the resources that rules name, including `*`. */
  readonly #buckets = new Map<string, Bucket>()

  /** @param rules - As stored. */
  constructor(rules: readonly ResourceRule[]) {
    for (const [position, rule] of rules.entries()) this.#add(rule, position)
  }

  /** Whether there are no rules. */
  get isEmpty(): boolean {
    return this.#buckets.size === 0
  }

  /** The work of {@link find} for a resource, in rules that are looked at. */
  workFor(resource: string): number {
    return (this.#buckets.get(resource)?.work ?? 0) + (this.#buckets.get('*')?.work ?? 0)
  }

  /**
   * Finds the first rule that would match a request if it were made for a given resource.
   *
   * @param attributes - The request.
   * @param resource - Its resource, or an equivalent one.
   * @returns The position of the rule; undefined when none matches.
   */
  find(attributes: AdmissionAttributes, resource: GroupVersionResource): number | undefined {
    const [named, general] = [this.#findIn(resource.resource, attributes, resource), this.#findIn('*', attributes, resource)]
    return named === undefined || (general !== undefined && general < named) ? general : named
  }

  #findIn(name: string, attributes: AdmissionAttributes, resource: GroupVersionResource): number | undefined {
    const isFound = ({ rule, part }: Entry) =>
      (part === '*' || part === attributes.subresource) && coversRest(rule, attributes, resource)
    return this.#buckets.get(name)?.entries.find(isFound)?.position
  }

  #add(rule: ResourceRule, position: number): void {
    const { operations = [], apiGroups = [], apiVersions = [], resourceNames = [], resources = [] } = rule
    const work = 1 + (operations.length + apiGroups.length + apiVersions.length + resourceNames.length) / WORDS_PER_RULE
    // Each word counts once: a rule that repeats one would be compared as often, with all its other words.
    for (const word of new Set(resources)) {
      const slash = word.indexOf('/')
      const [name, part] = slash < 0 ? [word, ''] : [word.slice(0, slash), word.slice(slash + 1)]
      const bucket = this.#buckets.get(name) ?? { entries: [], work: 0 }
      bucket.entries.push({ rule, position, part })
      bucket.work += work
      this.#buckets.set(name, bucket)
    }
  }
}
