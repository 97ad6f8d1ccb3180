/**
 * Writes large values in chunks, so that other requests are served between them, and the text, which indentation can make a
 * hundred times as long as its value, is never in memory as a whole.
 *
 * @module
 */

import { isRecord } from '../meta/index.js'

/** A text, or the chunks of one. */
export type Piece = string | Iterator<Piece>

/**
 * Flattens nested chunks to texts. Values are nested deep: the generator of one level does not depend on the levels around it.
 *
 * @param pieces - The chunks of a value.
 */
export function* textsOf(pieces: Iterator<Piece>): Generator<string, void> {
  const open = [pieces]
  for (let inner = open.at(-1); inner; inner = open.at(-1)) {
    const { done, value } = inner.next()
    if (done) open.pop()
    else if (typeof value === 'string') yield value
    else open.push(value)
  }
}

/** Maximum weight of one chunk, in values: writing that many takes a millisecond or two. */
const PIECE_WEIGHT = 100
/** Characters of text that take as long as one value. */
const CHARACTERS = 64
/** Levels of indentation that take as long as one value. */
const LEVELS = 32
/** Maximum levels of indentation of one object, over all its values: two spaces each. */
const MAX_LEVELS = 8 * 1024 * 1024

/** Estimates the time to write each nested value. */
export class Weights {
  readonly #containers = new Map<object, number>()
  #levels = 0

  /** @param value - A JSON value. */
  constructor(value: unknown) {
    this.#weigh(value, 0)
  }

  /**
   * Whether indentation would multiply the value: it is written without, as JSON, which is YAML too. An object of 400 KB that is
   * nested a thousand levels deep would else be an answer of 300 MB.
   */
  get isTooDeep(): boolean {
    return this.#levels > MAX_LEVELS
  }

  /** Whether a nested value is more than one chunk. */
  isLarge(value: unknown): boolean {
    return typeof value === 'object' && value !== null && this.#of(value) > PIECE_WEIGHT
  }

  /**
   * Groups adjacent entries into chunks.
   *
   * @param entries - Members or items, in their order.
   * @returns Large entries alone, and small ones together.
   */
  *grouped<K>(entries: Iterable<readonly [key: K, value: unknown]>): Generator<Group<K>, void> {
    let small: (readonly [K, unknown])[] = []
    let weight = 0
    for (const entry of entries) {
      const [key, value] = entry
      const isLarge = this.isLarge(value)
      if (small.length > 0 && (isLarge || weight > PIECE_WEIGHT)) {
        yield { small }
        small = []
        weight = 0
      }
      if (isLarge) yield { key, large: value as object }
      else {
        small.push(entry)
        weight += this.#of(value) + (typeof key === 'string' ? key.length / CHARACTERS : 0)
      }
    }
    if (small.length > 0) yield { small }
  }

  #of(value: unknown): number {
    if (typeof value === 'string') return 1 + value.length / CHARACTERS
    return typeof value === 'object' && value !== null ? (this.#containers.get(value) ?? 1) : 1
  }

  #weigh(value: unknown, depth: number): number {
    let weight = depth / LEVELS
    this.#levels += depth
    if (Array.isArray(value)) for (const item of value) weight += this.#weigh(item, depth + 1)
    else if (isRecord(value)) {
      for (const key of Object.keys(value)) weight += key.length / CHARACTERS + this.#weigh(value[key], depth + 1)
    } else return weight + this.#of(value)
    this.#containers.set(value, weight + 1)
    return weight + 1
  }
}

/** Entries that are written at once, or one that is split further. */
export type Group<K> =
  | { readonly small: readonly (readonly [key: K, value: unknown])[] }
  | { readonly key: K; readonly large: object }

/** Indents all lines except the first; empty ones stay empty. */
export const shifted = (text: string, spaces: number): string =>
  spaces === 0 ? text : text.replace(/\n(?=[^\n])/g, `\n${' '.repeat(spaces)}`)

/** The members of an object that JSON includes. */
export const membersOf = (object: object): readonly (readonly [key: string, value: unknown])[] =>
  Object.entries(object).filter(([, value]) => value !== undefined)
