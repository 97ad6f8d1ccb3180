/**
 * Rules on non-resource paths, indexed by path: the time of a look-up hardly depends on their number, nor on their length.
 *
 * @module
 */

import type { PolicyRule } from './policy-rule.js'

/** One path of a rule: the path itself, or, of one that ends with `*`, what stands before. */
interface Entry {
  readonly text: string
  readonly verbs: readonly string[]
  /** The next entry that covers all paths of this one. */
  readonly next: Entry | undefined
}

/** The paths of rules, with their verbs. */
export class PathRules {
  /** Entries of whole paths; several of the same path are linked. */
  readonly #exact = new Map<string, Entry>()
  /** Entries of prefixes, in order of their text. */
  readonly #prefixes: readonly Entry[]

  /** @param rules - Those without paths are ignored. */
  constructor(rules: readonly Pick<PolicyRule, 'verbs' | 'nonResourceURLs'>[]) {
    const prefixes: Pick<Entry, 'text' | 'verbs'>[] = []
    for (const { verbs, nonResourceURLs = [] } of rules) {
      for (const text of nonResourceURLs) {
        if (text.endsWith('*')) prefixes.push({ text: text.slice(0, -1), verbs })
        else this.#exact.set(text, { text, verbs, next: this.#exact.get(text) })
      }
    }
    this.#prefixes = linked(prefixes)
  }

  /**
   * Whether a path that covers another has the right verbs.
   *
   * @param path - A requested path, or one of a rule, which may end with `*`.
   * @param accepts - Called with the verbs of each covering path until it returns true.
   */
  some(path: string, accepts: (verbs: readonly string[]) => boolean): boolean {
    for (let entry = this.#exact.get(path); entry; entry = entry.next) if (accepts(entry.verbs)) return true
    for (let entry = this.#longestPrefix(path); entry; entry = entry.next) if (accepts(entry.verbs)) return true
    return false
  }

  /** The last text up to the path starts with all prefixes of the path, so these are linked from it. */
  #longestPrefix(path: string): Entry | undefined {
    let low = 0
    let high = this.#prefixes.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#prefixes[middle]?.text ?? '') <= path) low = middle + 1
      else high = middle
    }
    let entry = this.#prefixes[low - 1]
    const common = entry ? commonLength(entry.text, path) : 0
    while (entry && entry.text.length > common) entry = entry.next
    return entry
  }
}

/** Sorts prefixes, and links each to the longest one that it starts with. */
function linked(prefixes: Pick<Entry, 'text' | 'verbs'>[]): readonly Entry[] {
  prefixes.sort((a, b) => (a.text < b.text ? -1 : a.text > b.text ? 1 : 0))
  let last: Entry | undefined
  return prefixes.map(({ text, verbs }) => {
    const common = last ? commonLength(last.text, text) : 0
    while (last && last.text.length > common) last = last.next
    last = { text, verbs, next: last }
    return last
  })
}

function commonLength(a: string, b: string): number {
  const most = Math.min(a.length, b.length)
  let length = 0
  while (length < most && a.charCodeAt(length) === b.charCodeAt(length)) length++
  return length
}
