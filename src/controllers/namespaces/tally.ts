/**
 * Counts by name, in bounded memory: users choose the names, and an object has room for tens of thousands of them.
 *
 * @module
 */

/** Names whose counts are kept: the first ones in alphabetical order. */
const MAX_KNOWN = 1_000
/** Names in a message: the longest ones take 20 KiB. */
export const MAX_SHOWN = 50

/** How often names occurred. */
export class Tally {
  /** Sorted, with their counts in a second list: a map would have to be searched for the last name when it is full. */
  readonly #names: string[] = []
  readonly #counts: number[] = []
  #isComplete = true

  /** Whether nothing was counted. */
  get isEmpty(): boolean {
    return this.#names.length === 0
  }

  /** The number of names whose counts are kept. */
  get size(): number {
    return this.#names.length
  }

  /**
   * Counts an occurrence. A name that has to give way to earlier ones never comes back, so the counts of kept names are exact.
   *
   * @param name - The name.
   */
  add(name: string): void {
    const at = this.#placeOf(name)
    if (this.#names[at] === name) {
      this.#counts[at] = (this.#counts[at] ?? 0) + 1
      return
    }
    this.#names.splice(at, 0, name)
    this.#counts.splice(at, 0, 1)
    if (this.#names.length <= MAX_KNOWN) return
    this.#names.pop()
    this.#counts.pop()
    this.#isComplete = false
  }

  /**
   * The first names in alphabetical order, and how many more there are.
   *
   * @param say - Describes one of them.
   */
  text(say: (name: string, count: number) => string): string {
    const shown = this.#names.slice(0, MAX_SHOWN).map((name, at) => say(name, this.#counts[at] ?? 0))
    return andMore(shown, this.size, this.#isComplete)
  }

  /** The index of a name, or where it would be inserted. */
  #placeOf(name: string): number {
    let [low, high] = [0, this.#names.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#names[middle] ?? '') < name) low = middle + 1
      else high = middle
    }
    return low
  }
}

/**
 * Joins parts of a message.
 *
 * @param shown - The parts.
 * @param known - How many there are in all.
 * @param isComplete - Whether there may be still more.
 */
export function andMore(shown: readonly string[], known: number, isComplete = true): string {
  const left = known - shown.length
  return [...shown, ...(left > 0 ? [`and ${isComplete ? '' : 'at least '}${left} more`] : [])].join(', ')
}
