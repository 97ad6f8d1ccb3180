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
   * @param facts - Nobody writes to them.
   * @returns Undefined where there are none.
   */
  share(facts: Facts): Facts {
    if (facts === undefined) return undefined
    const text = JSON.stringify(facts)
    if (text === '{}') return undefined
    if (text.length > LONGEST) return facts
    const known = this.#known.get(text)
    if (known) return known
    if (this.#known.size === MOST_KNOWN) this.#known.clear()
    this.#known.set(text, facts)
    return facts
  }
}
