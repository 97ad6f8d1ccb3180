/**
 * The hard limits of a quota.
 *
 * A quota may have thousands of limits, and a namespace hundreds of quotas. They are therefore kept as one string, as written,
 * instead of one object each: ordinary maps took five times the memory of the stored objects.
 *
 * @module
 */

import { isRecord, parseQuantity, type Quantity } from '../../meta/index.js'

/** Amounts by resource name, sorted by name. */
export class HardAmounts {
  /** Concatenation of name, amount, name, amount, and so on. */
  readonly #text: string
  /** Start offsets of each name and amount, and the end of the last one. */
  readonly #starts: Uint32Array

  /**
   * Parses `spec.hard`. Invalid quantities are skipped, as the schema reports them.
   *
   * @param list - The stored list.
   * @param isMeant - Tells whether a resource name is known.
   */
  constructor(list: unknown, isMeant: (name: string) => boolean) {
    const given = isRecord(list) ? list : {}
    const names = Object.keys(given).sort()
    const parts = names
      .filter((name) => parseQuantity(given[name]) && isMeant(name))
      .flatMap((name) => [name, String(given[name])])
    this.#text = parts.join('')
    this.#starts = new Uint32Array(parts.length + 1)
    for (const [i, part] of parts.entries()) this.#starts[i + 1] = (this.#starts[i] ?? 0) + part.length
  }

  /** Number of limits. */
  get size(): number {
    return (this.#starts.length - 1) / 2
  }

  has(name: string): boolean {
    return this.#find(name) !== undefined
  }

  get(name: string): Quantity | undefined {
    const i = this.#find(name)
    return i === undefined ? undefined : parseQuantity(this.#part(2 * i + 1))
  }

  *names(): Iterable<string> {
    for (let i = 0; i < this.size; i++) yield this.#part(2 * i)
  }

  /** Whether two lists were written alike. */
  equals(other: HardAmounts): boolean {
    return this.#text === other.#text && this.size === other.size && this.#starts.every((start, i) => start === other.#starts[i])
  }

  #find(name: string): number | undefined {
    let [low, high] = [0, this.size]
    while (low < high) {
      const middle = (low + high) >> 1
      const found = this.#part(2 * middle)
      if (found === name) return middle
      if (found < name) low = middle + 1
      else high = middle
    }
    return undefined
  }

  #part(i: number): string {
    return this.#text.slice(this.#starts[i], this.#starts[i + 1])
  }
}
