/**
 * Labels and fields of rows, kept once where many rows have the same.
 *
 * @module
 */

/** What rows are searched by: labels, or fields by their paths. */
export type Facts = Readonly<Record<string, string>> | undefined

/** Different facts that are remembered; where there are more of them, few rows share any (ours). */
const MOST_KNOWN = 1_000
/** Characters of facts that are remembered (ours). */
const LONGEST = 512

/** Finds facts that are the same as others that were seen lately. */
export class SharedFacts {
  readonly #known = new Map<string, Facts>()

  /**
   * Gives the first of equal facts.
   *
   * @param facts - They must not be modified.
   * @returns Undefined where there are none.
   */
  share(facts: Facts): Facts {
    if (facts === undefined) return undefined
    // Every write comes by here: with lengths before them, keys and values need no quotes to be told apart.
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
