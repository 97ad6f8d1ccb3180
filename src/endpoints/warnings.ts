/**
 * Warnings: what a client should know although its request succeeded.
 *
 * @module
 */

/** Characters of all warnings of an answer together. */
export const MAX_WARNINGS_LENGTH = 4096
/** Characters of one warning where not all have room. */
export const MAX_SHORTENED_WARNING = 256

/** Collects the warnings of one answer: each text once, and no more than an answer over HTTP can hold. */
export class WarningCollector {
  #texts: Set<string> | undefined
  /** Characters of the warnings so far, counting those of each that are sent at least. */
  #total = 0

  /**
   * Takes one warning.
   *
   * @param text - For people; control characters are dropped. An empty one says nothing and is left out.
   */
  readonly add = (text: string): void => {
    if (text === '') return
    this.#texts ??= new Set()
    // Warnings beyond the limits are never sent, so they are not kept.
    if (this.#total > MAX_WARNINGS_LENGTH) return
    const known = this.#texts.size
    this.#texts.add(text.slice(0, MAX_WARNINGS_LENGTH + 1))
    if (this.#texts.size > known) this.#total += Math.max(1, Math.min(text.length, MAX_SHORTENED_WARNING))
  }

  /** Whether there are none. */
  get isEmpty(): boolean {
    return this.#texts === undefined
  }

  /** The warnings, in their order. */
  get texts(): Iterable<string> {
    return this.#texts ?? []
  }
}
