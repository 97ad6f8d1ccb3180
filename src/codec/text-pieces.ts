/**
 * Large values written in pieces, so that other requests are served between them, and memory need not hold a text that
 * indentation makes a hundred times as long as its value.
 *
 * @module
 */

import { isRecord } from '../meta/index.js'

/** Some text, or the pieces that stand in its place. */
export type Piece = string | Iterator<Piece>

/**
 * Takes pieces apart until there are but texts. Values are nested deep: what gives the pieces of one level needs to know nothing of
 * the levels around it.
 *
 * @param pieces - The pieces of a value.
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

/** What one piece may weigh, in values: writing so many takes a millisecond or two. */
const PIECE_WEIGHT = 100
/** Characters of text that take as long as a value. */
const CHARACTERS = 64
/** Levels of indentation that take as long as a value. */
const LEVELS = 32

/** How long it takes to write what is in a value. */
export class Weights {
  readonly #containers = new Map<object, number>()

  /** @param value - A JSON value. */
  constructor(value: unknown) {
    this.#weigh(value, 0)
  }

  /** Whether a value within is more than one piece. */
  isLarge(value: unknown): boolean {
    return typeof value === 'object' && value !== null && this.#of(value) > PIECE_WEIGHT
  }

  /**
   * Gathers what stands side by side into pieces.
   *
   * @param entries - Members or items, in their order.
   * @returns What is large by itself, and small ones together.
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
    if (Array.isArray(value)) for (const item of value) weight += this.#weigh(item, depth + 1)
    else if (isRecord(value)) {
      for (const key of Object.keys(value)) weight += key.length / CHARACTERS + this.#weigh(value[key], depth + 1)
    } else return weight + this.#of(value)
    this.#containers.set(value, weight + 1)
    return weight + 1
  }
}

/** What is written at once, or is split further. */
export type Group<K> =
  | { readonly small: readonly (readonly [key: K, value: unknown])[] }
  | { readonly key: K; readonly large: object }

/** Moves all lines but the first to the right; empty ones stay empty. */
export const shifted = (text: string, spaces: number): string =>
  spaces === 0 ? text : text.replace(/\n(?=[^\n])/g, `\n${' '.repeat(spaces)}`)

/** The members of an object that JSON shows. */
export const membersOf = (object: object): readonly (readonly [key: string, value: unknown])[] =>
  Object.entries(object).filter(([, value]) => value !== undefined)
