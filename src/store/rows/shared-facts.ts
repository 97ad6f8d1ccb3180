/**
 * Interns labels and fields of rows: equal ones share one object.
 *
 * @module
 */

/** Facts of a row: labels, or fields by their paths. */
export type Facts = Readonly<Record<string, string>> | undefined

/** Facts that are remembered (ours): where more differ, few rows share any. */
const MOST_KNOWN = 1_000
/** Characters of facts that are remembered (ours). */
const LONGEST = 512

/** Interns facts that were seen lately. */
export class SharedFacts {
  readonly #known = new Map<string, Facts>()

  /**
   * Returns the first instance of equal facts.
   *
   * @param facts - They must not be modified.
   * @returns Undefined for undefined.
   */
  share(facts: Facts): Facts {
    if (facts === undefined) return undefined
    // On the path of every write: length prefixes separate keys and values without quoting.
    let text = ''
    for (const key in facts) {
      const value = facts[key] as string
      text += `${key.length}:${key}${value.length}:${value}`
      if (text.length > LONGEST) return facts
    }
    if (text === '') return undefined
    const known = this.#known.get(text)
    if (known) return known
    if (this.#known.size === MOST_KNOWN) this.#known.clear()
    this.#known.set(text, facts)
    return facts
  }
}
